/*
 * An example that calls planar2r_idm; run it with
 *     c++ -std=c++17 planar2r_dyn_main.cpp -o planar2r_dyn_main && ./planar2r_dyn_main
 * Parameters: the robot's value set course.
 * Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.
 */
#include "planar2r_dyn.hpp"

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
    symoro::planar2r_parameters<double> p;
    p.d2 = 1.0;
    p.d3 = 1.0;
    p.XX1 = 0.0;
    p.XY1 = 0.0;
    p.XZ1 = 0.0;
    p.YY1 = 3.37;
    p.YZ1 = 0.0;
    p.ZZ1 = 3.37;
    p.MX1 = 5.0;
    p.MY1 = 0.0;
    p.MZ1 = 0.0;
    p.M1 = 10.0;
    p.FV1 = 0.1;
    p.FS1 = 0.1;
    p.XX2 = 0.0;
    p.XY2 = 0.0;
    p.XZ2 = 0.0;
    p.YY2 = 3.37;
    p.YZ2 = 0.0;
    p.ZZ2 = 3.37;
    p.MX2 = 5.0;
    p.MY2 = 0.0;
    p.MZ2 = 0.0;
    p.M2 = 10.0;
    p.FV2 = 0.1;
    p.FS2 = 0.1;
    p.G2 = -9.81;
    const std::array<double, 2> given_q = {0.1, 0.2};
    const std::array<double, 2> given_QP = {0.1, 0.2};
    const std::array<double, 2> given_QDP = {0.1, 0.2};
    std::array<double, symoro::planar2r_idm_k> found_k;
    if (const char *zero = symoro::planar2r_idm_prepare(p, found_k.data())) {
        std::cerr << zero << " must not be zero\n";
        return 1;
    }
    std::array<double, 2> found_GAM;
    symoro::planar2r_idm_step(given_q.data(), given_QP.data(), given_QDP.data(), found_k.data(),
                              found_GAM.data());
    print("GAM", found_GAM, 2);
}
