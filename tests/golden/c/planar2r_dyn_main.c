/*
 * An example that calls planar2r_idm; run it with
 *     cc planar2r_dyn.c planar2r_dyn_main.c -o planar2r_dyn_main -lm && ./planar2r_dyn_main
 * Parameters: the robot's value set course.
 * Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.
 */
#include "planar2r_dyn.h"

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
    const planar2r_parameters p = {
        .d2 = 1.0,
        .d3 = 1.0,
        .XX1 = 0.0,
        .XY1 = 0.0,
        .XZ1 = 0.0,
        .YY1 = 3.37,
        .YZ1 = 0.0,
        .ZZ1 = 3.37,
        .MX1 = 5.0,
        .MY1 = 0.0,
        .MZ1 = 0.0,
        .M1 = 10.0,
        .FV1 = 0.1,
        .FS1 = 0.1,
        .XX2 = 0.0,
        .XY2 = 0.0,
        .XZ2 = 0.0,
        .YY2 = 3.37,
        .YZ2 = 0.0,
        .ZZ2 = 3.37,
        .MX2 = 5.0,
        .MY2 = 0.0,
        .MZ2 = 0.0,
        .M2 = 10.0,
        .FV2 = 0.1,
        .FS2 = 0.1,
        .G2 = -9.81,
    };
    const double given_q[] = {
        0.1, 0.2
    };
    const double given_QP[] = {
        0.1, 0.2
    };
    const double given_QDP[] = {
        0.1, 0.2
    };
    double found_k[PLANAR2R_IDM_K];
    const char *zero = planar2r_idm_prepare(&p, found_k);
    if (zero != NULL) {
        fprintf(stderr, "%s must not be zero\n", zero);
        return 1;
    }
    double found_GAM[2];
    planar2r_idm_step(given_q, given_QP, given_QDP, found_k, found_GAM);
    print("GAM", 1, 2, found_GAM);
    return 0;
}
