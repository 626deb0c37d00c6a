! An example that calls planar2r_idm; run it with
!     gfortran planar2r_parameters.f90 planar2r_dyn.f90 planar2r_dyn_main.f90 -o planar2r_dyn_main
!     ./planar2r_dyn_main
! Parameters: the robot's value set course.
! Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.
program planar2r_dyn_main
  use, intrinsic :: iso_fortran_env, only: wp => real64, error_unit
  use planar2r_parameters_mod, only: planar2r_parameters
  use planar2r_idm_mod, only: planar2r_idm_prepare, planar2r_idm_step
  implicit none
  character(len=*), parameter :: row = '(*(1x, es22.14e3))'
  type(planar2r_parameters) :: p
  real(wp) :: given_q(2)
  real(wp) :: given_QP(2)
  real(wp) :: given_QDP(2)
  real(wp) :: found_k(11)
  real(wp) :: found_GAM(2)
  character(len=2) :: zero
  p%d2 = 1.0_wp
  p%d3 = 1.0_wp
  p%XX1 = 0.0_wp
  p%XY1 = 0.0_wp
  p%XZ1 = 0.0_wp
  p%YY1 = 3.37_wp
  p%YZ1 = 0.0_wp
  p%ZZ1 = 3.37_wp
  p%MX1 = 5.0_wp
  p%MY1 = 0.0_wp
  p%MZ1 = 0.0_wp
  p%M1 = 10.0_wp
  p%FV1 = 0.1_wp
  p%FS1 = 0.1_wp
  p%XX2 = 0.0_wp
  p%XY2 = 0.0_wp
  p%XZ2 = 0.0_wp
  p%YY2 = 3.37_wp
  p%YZ2 = 0.0_wp
  p%ZZ2 = 3.37_wp
  p%MX2 = 5.0_wp
  p%MY2 = 0.0_wp
  p%MZ2 = 0.0_wp
  p%M2 = 10.0_wp
  p%FV2 = 0.1_wp
  p%FS2 = 0.1_wp
  p%G2 = -9.81_wp
  given_q = [0.1_wp, 0.2_wp]
  given_QP = [0.1_wp, 0.2_wp]
  given_QDP = [0.1_wp, 0.2_wp]
  call planar2r_idm_prepare(p, found_k, zero)
  if (zero /= '') then
    write (error_unit, '(2a)') trim(zero), ' must not be zero'
    stop 1
  end if
  call planar2r_idm_step(given_q, given_QP, given_QDP, found_k, found_GAM)
  print '(a)', 'GAM'
  print row, found_GAM
end program planar2r_dyn_main
