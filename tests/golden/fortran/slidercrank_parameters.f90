! The constant parameters of slidercrank, for all its models.
module slidercrank_parameters_mod
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  type :: slidercrank_parameters
    real(wp) :: L1
    real(wp) :: L2
    real(wp) :: XX1
    real(wp) :: XY1
    real(wp) :: XZ1
    real(wp) :: YY1
    real(wp) :: YZ1
    real(wp) :: ZZ1
    real(wp) :: MX1
    real(wp) :: MY1
    real(wp) :: MZ1
    real(wp) :: M1
    real(wp) :: XX2
    real(wp) :: XY2
    real(wp) :: XZ2
    real(wp) :: YY2
    real(wp) :: YZ2
    real(wp) :: ZZ2
    real(wp) :: MX2
    real(wp) :: MY2
    real(wp) :: MZ2
    real(wp) :: M2
    real(wp) :: XX3
    real(wp) :: XY3
    real(wp) :: XZ3
    real(wp) :: YY3
    real(wp) :: YZ3
    real(wp) :: ZZ3
    real(wp) :: MX3
    real(wp) :: MY3
    real(wp) :: MZ3
    real(wp) :: M3
    real(wp) :: G2
  end type slidercrank_parameters
end module slidercrank_parameters_mod
