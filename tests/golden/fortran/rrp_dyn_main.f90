! An example that calls rrp_idm; run it with
!     gfortran rrp_parameters.f90 rrp_dyn.f90 rrp_dyn_main.f90 -o rrp_dyn_main
!     ./rrp_dyn_main
! Placeholders, put your robot's numbers there: g1, b1, a1, d1, r1, XX1, XY1, XZ1, YY1, YZ1,
! ZZ1, MX1, MY1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3,
! YY3, YZ3, ZZ3, MX3, MY3, MZ3, M3, G3.
program rrp_dyn_main
  use, intrinsic :: iso_fortran_env, only: wp => real64, error_unit
  use rrp_parameters_mod, only: rrp_parameters
  use rrp_idm_mod, only: rrp_idm_prepare, rrp_idm_step
  implicit none
  character(len=*), parameter :: row = '(*(1x, es22.14e3))'
  type(rrp_parameters) :: p
  real(wp) :: given_q(3)
  real(wp) :: given_QP(3)
  real(wp) :: given_QDP(3)
  real(wp) :: given_FE(3, 6)
  real(wp) :: found_k(38)
  real(wp) :: found_GAM(3)
  real(wp) :: found_E(3, 3)
  real(wp) :: found_N(3, 3)
  character(len=1) :: zero
  integer :: i
  p%g1 = 0.5_wp
  p%b1 = 0.5_wp
  p%a1 = 0.5_wp
  p%d1 = 0.5_wp
  p%r1 = 0.5_wp
  p%XX1 = 1.0_wp
  p%XY1 = 0.1_wp
  p%XZ1 = 0.1_wp
  p%YY1 = 1.0_wp
  p%YZ1 = 0.1_wp
  p%ZZ1 = 1.0_wp
  p%MX1 = 0.05_wp
  p%MY1 = 0.05_wp
  p%MZ1 = 0.05_wp
  p%M1 = 1.0_wp
  p%XX2 = 1.0_wp
  p%XY2 = 0.1_wp
  p%XZ2 = 0.1_wp
  p%YY2 = 1.0_wp
  p%YZ2 = 0.1_wp
  p%ZZ2 = 1.0_wp
  p%MX2 = 0.05_wp
  p%MY2 = 0.05_wp
  p%MZ2 = 0.05_wp
  p%M2 = 1.0_wp
  p%XX3 = 1.0_wp
  p%XY3 = 0.1_wp
  p%XZ3 = 0.1_wp
  p%YY3 = 1.0_wp
  p%YZ3 = 0.1_wp
  p%ZZ3 = 1.0_wp
  p%MX3 = 0.05_wp
  p%MY3 = 0.05_wp
  p%MZ3 = 0.05_wp
  p%M3 = 1.0_wp
  p%G3 = -9.81_wp
  given_q = [0.1_wp, 0.2_wp, 0.3_wp]
  given_QP = [0.1_wp, 0.2_wp, 0.3_wp]
  given_QDP = [0.1_wp, 0.2_wp, 0.3_wp]
  given_FE = reshape([0.1_wp, 0.2_wp, 0.3_wp, 0.4_wp, 0.5_wp, 0.6_wp, 0.7_wp, 0.8_wp, 0.9_wp, 1.0_wp, 1.1_wp, 1.2_wp, 1.3_wp, &
        1.4_wp, 1.5_wp, 1.6_wp, 1.7_wp, 1.8_wp], [3, 6], order=[2, 1])
  call rrp_idm_prepare(p, found_k, zero)
  if (zero /= '') then
    write (error_unit, '(2a)') trim(zero), ' must not be zero'
    stop 1
  end if
  call rrp_idm_step(given_q, given_QP, given_QDP, given_FE, found_k, found_GAM, found_E, found_N)
  print '(a)', 'GAM'
  print row, found_GAM
  print '(a)', 'E'
  do i = 1, 3
    print row, found_E(i, :)
  end do
  print '(a)', 'N'
  do i = 1, 3
    print row, found_N(i, :)
  end do
end program rrp_dyn_main
