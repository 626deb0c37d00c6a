/*
 * An example that calls rrp_idm; run it with
 *     c++ -std=c++17 rrp_dyn_main.cpp -o rrp_dyn_main && ./rrp_dyn_main
 * Placeholders, put your robot's numbers there: g1, b1, a1, d1, r1, XX1, XY1, XZ1, YY1, YZ1,
 * ZZ1, MX1, MY1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3,
 * YY3, YZ3, ZZ3, MX3, MY3, MZ3, M3, G3.
 */
#include "rrp_dyn.hpp"

#include <array>
#include <cstddef>
#include <iomanip>
#include <iostream>

template <std::size_t N>
void print(const char *name, const std::array<double, N> &values, std::size_t columns)
{
    std::cout << name << std::setprecision(15);
    for (std::size_t i = 0; i < N; i++) {
        std::cout << (i % columns == 0 ? "\n " : " ") << values[i];
    }
    std::cout << '\n';
}

int main()
{
    symoro::rrp_parameters<double> p;
    p.g1 = 0.5;
    p.b1 = 0.5;
    p.a1 = 0.5;
    p.d1 = 0.5;
    p.r1 = 0.5;
    p.XX1 = 1.0;
    p.XY1 = 0.1;
    p.XZ1 = 0.1;
    p.YY1 = 1.0;
    p.YZ1 = 0.1;
    p.ZZ1 = 1.0;
    p.MX1 = 0.05;
    p.MY1 = 0.05;
    p.MZ1 = 0.05;
    p.M1 = 1.0;
    p.XX2 = 1.0;
    p.XY2 = 0.1;
    p.XZ2 = 0.1;
    p.YY2 = 1.0;
    p.YZ2 = 0.1;
    p.ZZ2 = 1.0;
    p.MX2 = 0.05;
    p.MY2 = 0.05;
    p.MZ2 = 0.05;
    p.M2 = 1.0;
    p.XX3 = 1.0;
    p.XY3 = 0.1;
    p.XZ3 = 0.1;
    p.YY3 = 1.0;
    p.YZ3 = 0.1;
    p.ZZ3 = 1.0;
    p.MX3 = 0.05;
    p.MY3 = 0.05;
    p.MZ3 = 0.05;
    p.M3 = 1.0;
    p.G3 = -9.81;
    const std::array<double, 3> given_q = {0.1, 0.2, 0.3};
    const std::array<double, 3> given_QP = {0.1, 0.2, 0.3};
    const std::array<double, 3> given_QDP = {0.1, 0.2, 0.3};
    const std::array<double, 18> given_FE = {
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8
    };
    std::array<double, symoro::rrp_idm_k> found_k;
    if (const char *zero = symoro::rrp_idm_prepare(p, found_k.data())) {
        std::cerr << zero << " must not be zero\n";
        return 1;
    }
    std::array<double, 3> found_GAM;
    std::array<double, 9> found_E;
    std::array<double, 9> found_N;
    symoro::rrp_idm_step(given_q.data(), given_QP.data(), given_QDP.data(), given_FE.data(),
                         found_k.data(), found_GAM.data(), found_E.data(), found_N.data());
    print("GAM", found_GAM, 3);
    print("E", found_E, 3);
    print("N", found_N, 3);
}
