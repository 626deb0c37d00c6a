# An example that calls rrp_idm; run it with
#     python rrp_dyn_numpy_main.py
# Placeholders, put your robot's numbers there: g1, b1, a1, d1, r1, XX1, XY1, XZ1, YY1, YZ1,
# ZZ1, MX1, MY1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3,
# YY3, YZ3, ZZ3, MX3, MY3, MZ3, M3, G3.

import numpy as np

from rrp_dyn_numpy import rrp_idm_prepare, rrp_idm_step


def flat(array):
    return np.ravel(array).tolist()


def show(name, array, columns):
    print(name)
    numbers = flat(array)
    for k in range(0, len(numbers), columns):
        print("", *(f"{x:.15g}" for x in numbers[k:k + columns]))


p = {
    "g1": 0.5,
    "b1": 0.5,
    "a1": 0.5,
    "d1": 0.5,
    "r1": 0.5,
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
    "G3": -9.81,
}
given_q = np.array([0.1, 0.2, 0.3])
given_QP = np.array([0.1, 0.2, 0.3])
given_QDP = np.array([0.1, 0.2, 0.3])
given_FE = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.7, 0.8, 0.9, 1.0, 1.1, 1.2], [1.3, 1.4, 1.5, 1.6, 1.7, 1.8]])
found_k = rrp_idm_prepare(p)
found_GAM, found_E, found_N = rrp_idm_step(given_q, given_QP, given_QDP, given_FE, found_k)
show("GAM", found_GAM, 3)
show("E", found_E, 3)
show("N", found_N, 3)
