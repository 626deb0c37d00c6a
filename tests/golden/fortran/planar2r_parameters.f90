! The constant parameters of planar2r, for all its models.
module planar2r_parameters_mod
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  type :: planar2r_parameters
    real(wp) :: d2
    real(wp) :: d3
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
    real(wp) :: FV1
    real(wp) :: FS1
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
    real(wp) :: FV2
    real(wp) :: FS2
    real(wp) :: G2
  end type planar2r_parameters
end module planar2r_parameters_mod
