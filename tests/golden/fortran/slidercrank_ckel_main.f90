! An example that calls slidercrank_loop_kinematics; run it with
!     gfortran slidercrank_parameters.f90 slidercrank_ckel.f90 slidercrank_ckel_main.f90 -o slidercrank_ckel_main
!     ./slidercrank_ckel_main
! Parameters: the robot's value set example.
! Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
! M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
! MY3, MZ3, M3, G2.
program slidercrank_ckel_main
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use slidercrank_parameters_mod, only: slidercrank_parameters
  use slidercrank_loop_kinematics_mod, only: slidercrank_loop_kinematics
  implicit none
  character(len=*), parameter :: row = '(*(1x, es22.14e3))'
  type(slidercrank_parameters) :: p
  real(wp) :: given_q(4)
  real(wp) :: given_QP(4)
  real(wp) :: found_Wa(2, 1)
  real(wp) :: found_Wp(2, 2)
  real(wp) :: found_Wac(1, 1)
  real(wp) :: found_Wpc(1, 2)
  real(wp) :: found_Wc(1, 1)
  real(wp) :: found_Psi(2)
  real(wp) :: found_Phi(1)
  real(wp) :: found_W(2, 1)
  integer :: i
  p%L1 = 0.1_wp
  p%L2 = 0.3_wp
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
  p%G2 = -9.81_wp
  given_q = [0.1_wp, 0.2_wp, 0.3_wp, 0.4_wp]
  given_QP = [0.1_wp, 0.2_wp, 0.3_wp, 0.4_wp]
  call slidercrank_loop_kinematics(given_q, given_QP, p, found_Wa, found_Wp, found_Wac, found_Wpc, found_Wc, found_Psi, found_Phi, &
        found_W)
  print '(a)', 'Wa'
  do i = 1, 2
    print row, found_Wa(i, :)
  end do
  print '(a)', 'Wp'
  do i = 1, 2
    print row, found_Wp(i, :)
  end do
  print '(a)', 'Wac'
  do i = 1, 1
    print row, found_Wac(i, :)
  end do
  print '(a)', 'Wpc'
  do i = 1, 1
    print row, found_Wpc(i, :)
  end do
  print '(a)', 'Wc'
  do i = 1, 1
    print row, found_Wc(i, :)
  end do
  print '(a)', 'Psi'
  print row, found_Psi
  print '(a)', 'Phi'
  print row, found_Phi
  print '(a)', 'W'
  do i = 1, 2
    print row, found_W(i, :)
  end do
end program slidercrank_ckel_main
