/* Inverse dynamic model, by Newton-Euler, see rrp_dyn.c. */
#ifndef RRP_IDM_H
#define RRP_IDM_H

#include "rrp_parameters.h"

#define RRP_IDM_K 38

#ifdef __cplusplus
extern "C" {
#endif

/*
 * p: the robot's constant parameters, by symbol
 * k: the constants that rrp_idm_step needs
 * Returns NULL, or the name of a parameter or inertia that must not be zero and is.
 */
const char *rrp_idm_prepare(const rrp_parameters *p,
                            double k[RRP_IDM_K]);

/*
 * q: positions of the joints that move, in frame order
 * QP: their velocities
 * QDP: their accelerations
 * FE: wrench that each link exerts on its environment: FX FY FZ CX CY CZ a link
 * k: the constants that rrp_idm_prepare found
 * GAM: torque or force of each joint that moves
 * E: reaction force on each link from its antecedent, in its frame
 * N: reaction moment on each link, about the origin of its frame
 */
void rrp_idm_step(const double q[3],
                  const double QP[3],
                  const double QDP[3],
                  const double FE[18],
                  const double k[RRP_IDM_K],
                  double GAM[3],
                  double E[9],
                  double N[9]);

#ifdef __cplusplus
}
#endif

#endif
