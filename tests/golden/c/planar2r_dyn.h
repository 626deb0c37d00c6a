/* Inverse dynamic model, by Newton-Euler, see planar2r_dyn.c. */
#ifndef PLANAR2R_IDM_H
#define PLANAR2R_IDM_H

#include "planar2r_parameters.h"

#define PLANAR2R_IDM_K 11

#ifdef __cplusplus
extern "C" {
#endif

/*
 * p: the robot's constant parameters, by symbol
 * k: the constants that planar2r_idm_step needs
 * Returns NULL, or the name of a parameter or inertia that must not be zero and is.
 */
const char *planar2r_idm_prepare(const planar2r_parameters *p,
                                 double k[PLANAR2R_IDM_K]);

/*
 * q: positions of the joints that move, in frame order
 * QP: their velocities
 * QDP: their accelerations
 * k: the constants that planar2r_idm_prepare found
 * GAM: torque or force of each joint that moves
 */
void planar2r_idm_step(const double q[2],
                       const double QP[2],
                       const double QDP[2],
                       const double k[PLANAR2R_IDM_K],
                       double GAM[2]);

#ifdef __cplusplus
}
#endif

#endif
