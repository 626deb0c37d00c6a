/*
 * An example that calls slidercrank_loop_kinematics; run it with
 *     cc slidercrank_ckel.c slidercrank_ckel_main.c -o slidercrank_ckel_main -lm && ./slidercrank_ckel_main
 * Parameters: the robot's value set example.
 * Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
 * M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
 * MY3, MZ3, M3, G2.
 */
#include "slidercrank_ckel.h"

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
    const slidercrank_parameters p = {
        .L1 = 0.1,
        .L2 = 0.3,
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
        .G2 = -9.81,
    };
    const double given_q[] = {
        0.1, 0.2, 0.3, 0.4
    };
    const double given_QP[] = {
        0.1, 0.2, 0.3, 0.4
    };
    double found_Wa[2];
    double found_Wp[4];
    double found_Wac[1];
    double found_Wpc[2];
    double found_Wc[1];
    double found_Psi[2];
    double found_Phi[1];
    double found_W[2];
    slidercrank_loop_kinematics(given_q, given_QP, &p, found_Wa, found_Wp, found_Wac, found_Wpc, found_Wc, found_Psi, found_Phi, found_W);
    print("Wa", 2, 1, found_Wa);
    print("Wp", 2, 2, found_Wp);
    print("Wac", 1, 1, found_Wac);
    print("Wpc", 1, 2, found_Wpc);
    print("Wc", 1, 1, found_Wc);
    print("Psi", 1, 2, found_Psi);
    print("Phi", 1, 1, found_Phi);
    print("W", 2, 1, found_W);
    return 0;
}
