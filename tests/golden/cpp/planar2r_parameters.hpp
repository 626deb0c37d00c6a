// The constant parameters of planar2r, for all models.
#pragma once

namespace symoro {

template <typename T>
struct planar2r_parameters {
    T d2{};
    T d3{};
    T XX1{};
    T XY1{};
    T XZ1{};
    T YY1{};
    T YZ1{};
    T ZZ1{};
    T MX1{};
    T MY1{};
    T MZ1{};
    T M1{};
    T FV1{};
    T FS1{};
    T XX2{};
    T XY2{};
    T XZ2{};
    T YY2{};
    T YZ2{};
    T ZZ2{};
    T MX2{};
    T MY2{};
    T MZ2{};
    T M2{};
    T FV2{};
    T FS2{};
    T G2{};
};

} // namespace symoro
