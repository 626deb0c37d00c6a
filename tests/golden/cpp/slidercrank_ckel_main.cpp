/*
 * An example that calls slidercrank_loop_kinematics; run it with
 *     c++ -std=c++17 slidercrank_ckel_main.cpp -o slidercrank_ckel_main && ./slidercrank_ckel_main
 * Parameters: the robot's value set example.
 * Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
 * M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
 * MY3, MZ3, M3, G2.
 */
#include "slidercrank_ckel.hpp"

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
    symoro::slidercrank_parameters<double> p;
    p.L1 = 0.1;
    p.L2 = 0.3;
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
    p.G2 = -9.81;
    const std::array<double, 4> given_q = {0.1, 0.2, 0.3, 0.4};
    const std::array<double, 4> given_QP = {0.1, 0.2, 0.3, 0.4};
    std::array<double, 2> found_Wa;
    std::array<double, 4> found_Wp;
    std::array<double, 1> found_Wac;
    std::array<double, 2> found_Wpc;
    std::array<double, 1> found_Wc;
    std::array<double, 2> found_Psi;
    std::array<double, 1> found_Phi;
    std::array<double, 2> found_W;
    symoro::slidercrank_loop_kinematics(given_q.data(), given_QP.data(), p, found_Wa.data(),
                                        found_Wp.data(), found_Wac.data(), found_Wpc.data(),
                                        found_Wc.data(), found_Psi.data(), found_Phi.data(),
                                        found_W.data());
    print("Wa", found_Wa, 1);
    print("Wp", found_Wp, 2);
    print("Wac", found_Wac, 1);
    print("Wpc", found_Wpc, 2);
    print("Wc", found_Wc, 1);
    print("Psi", found_Psi, 2);
    print("Phi", found_Phi, 1);
    print("W", found_W, 1);
}
