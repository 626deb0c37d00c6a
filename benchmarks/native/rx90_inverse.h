/* All postures of an RX90 that reach a pose, row by row; returns their number, 8 or 0. */
#ifndef RX90_INVERSE_H
#define RX90_INVERSE_H

int rx90_inverse(const double T[16], double D3, double RL4, double q[8][6]);

#endif
