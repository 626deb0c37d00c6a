/* The constant parameters of planar2r, for all its models. */
#ifndef PLANAR2R_PARAMETERS_H
#define PLANAR2R_PARAMETERS_H

typedef struct planar2r_parameters {
    double d2;
    double d3;
    double XX1;
    double XY1;
    double XZ1;
    double YY1;
    double YZ1;
    double ZZ1;
    double MX1;
    double MY1;
    double MZ1;
    double M1;
    double FV1;
    double FS1;
    double XX2;
    double XY2;
    double XZ2;
    double YY2;
    double YZ2;
    double ZZ2;
    double MX2;
    double MY2;
    double MZ2;
    double M2;
    double FV2;
    double FS2;
    double G2;
} planar2r_parameters;

#endif
