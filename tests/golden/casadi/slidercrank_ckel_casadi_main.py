# An example that calls slidercrank_loop_kinematics; run it with
#     python slidercrank_ckel_casadi_main.py
# Parameters: the robot's value set example.
# Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
# M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
# MY3, MZ3, M3, G2.

import casadi as ca

from slidercrank_ckel_casadi import slidercrank_loop_kinematics, parameters


def flat(array):
    return array.full().ravel().tolist()


def show(name, array, columns):
    print(name)
    numbers = flat(array)
    for k in range(0, len(numbers), columns):
        print("", *(f"{x:.15g}" for x in numbers[k:k + columns]))


p = {
    "L1": 0.1,
    "L2": 0.3,
    "XX1": 1.0,
    "XY1": 0.1,
    "XZ1": 0.1,
    "YY1": 1.0,
    "YZ1": 0.1,
    "ZZ1": 1.0,
    "MX1": 0.05,
    "MY1": 0.05,
    "MZ1": 0.05,
    "M1": 1.0,
    "XX2": 1.0,
    "XY2": 0.1,
    "XZ2": 0.1,
    "YY2": 1.0,
    "YZ2": 0.1,
    "ZZ2": 1.0,
    "MX2": 0.05,
    "MY2": 0.05,
    "MZ2": 0.05,
    "M2": 1.0,
    "XX3": 1.0,
    "XY3": 0.1,
    "XZ3": 0.1,
    "YY3": 1.0,
    "YZ3": 0.1,
    "ZZ3": 1.0,
    "MX3": 0.05,
    "MY3": 0.05,
    "MZ3": 0.05,
    "M3": 1.0,
    "G2": -9.81,
}
given_q = ca.DM([0.1, 0.2, 0.3, 0.4])
given_QP = ca.DM([0.1, 0.2, 0.3, 0.4])
found_Wa, found_Wp, found_Wac, found_Wpc, found_Wc, found_Psi, found_Phi, found_W = slidercrank_loop_kinematics()(given_q, given_QP, parameters(p))
show("Wa", found_Wa, 1)
show("Wp", found_Wp, 2)
show("Wac", found_Wac, 1)
show("Wpc", found_Wpc, 2)
show("Wc", found_Wc, 1)
show("Psi", found_Psi, 2)
show("Phi", found_Phi, 1)
show("W", found_W, 1)
