// The constant parameters of rrp, for all models.
#pragma once

namespace symoro {

template <typename T>
struct rrp_parameters {
    T g1{};
    T b1{};
    T a1{};
    T d1{};
    T r1{};
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
    T XX3{};
    T XY3{};
    T XZ3{};
    T YY3{};
    T YZ3{};
    T ZZ3{};
    T MX3{};
    T MY3{};
    T MZ3{};
    T M3{};
    T G3{};
};

} // namespace symoro
