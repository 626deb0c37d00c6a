/*
 * An example that calls rrp_idm; run it with
 *     cc rrp_dyn.c rrp_dyn_main.c -o rrp_dyn_main -lm && ./rrp_dyn_main
 * Placeholders, put your robot's numbers there: g1, b1, a1, d1, r1, XX1, XY1, XZ1, YY1, YZ1,
 * ZZ1, MX1, MY1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3,
 * YY3, YZ3, ZZ3, MX3, MY3, MZ3, M3, G3.
 */
#include "rrp_dyn.h"

#include <stdio.h>

static void print(const char *name, int rows, int columns, const double *values)
{
    printf("%s\n", name);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            printf(" %.15g", values[i * columns + k]);
        }
        printf("\n");
    }
}

int main(void)
{
    const rrp_parameters p = {
        .g1 = 0.5,
        .b1 = 0.5,
        .a1 = 0.5,
        .d1 = 0.5,
        .r1 = 0.5,
        .XX1 = 1.0,
        .XY1 = 0.1,
        .XZ1 = 0.1,
        .YY1 = 1.0,
        .YZ1 = 0.1,
        .ZZ1 = 1.0,
        .MX1 = 0.05,
        .MY1 = 0.05,
        .MZ1 = 0.05,
        .M1 = 1.0,
        .XX2 = 1.0,
        .XY2 = 0.1,
        .XZ2 = 0.1,
        .YY2 = 1.0,
        .YZ2 = 0.1,
        .ZZ2 = 1.0,
        .MX2 = 0.05,
        .MY2 = 0.05,
        .MZ2 = 0.05,
        .M2 = 1.0,
        .XX3 = 1.0,
        .XY3 = 0.1,
        .XZ3 = 0.1,
        .YY3 = 1.0,
        .YZ3 = 0.1,
        .ZZ3 = 1.0,
        .MX3 = 0.05,
        .MY3 = 0.05,
        .MZ3 = 0.05,
        .M3 = 1.0,
        .G3 = -9.81,
    };
    const double given_q[] = {
        0.1, 0.2, 0.3
    };
    const double given_QP[] = {
        0.1, 0.2, 0.3
    };
    const double given_QDP[] = {
        0.1, 0.2, 0.3
    };
    const double given_FE[] = {
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7,
        1.8
    };
    double found_k[RRP_IDM_K];
    const char *zero = rrp_idm_prepare(&p, found_k);
    if (zero != NULL) {
        fprintf(stderr, "%s must not be zero\n", zero);
        return 1;
    }
    double found_GAM[3];
    double found_E[9];
    double found_N[9];
    rrp_idm_step(given_q, given_QP, given_QDP, given_FE, found_k, found_GAM, found_E, found_N);
    print("GAM", 1, 3, found_GAM);
    print("E", 3, 3, found_E);
    print("N", 3, 3, found_N);
    return 0;
}
