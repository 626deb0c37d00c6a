/* The constant parameters of rrp, for all its models. */
#ifndef RRP_PARAMETERS_H
#define RRP_PARAMETERS_H

typedef struct rrp_parameters {
    double g1;
    double b1;
    double a1;
    double d1;
    double r1;
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
    double XX3;
    double XY3;
    double XZ3;
    double YY3;
    double YZ3;
    double ZZ3;
    double MX3;
    double MY3;
    double MZ3;
    double M3;
    double G3;
} rrp_parameters;

#endif
