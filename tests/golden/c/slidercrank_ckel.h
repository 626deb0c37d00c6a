/* Constraint equations of closed loops: velocities and accelerations, see slidercrank_ckel.c. */
#ifndef SLIDERCRANK_LOOP_KINEMATICS_H
#define SLIDERCRANK_LOOP_KINEMATICS_H

#include "slidercrank_parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * q: positions of the joints that move, in frame order; cut joints come last: 4
 * QP: their velocities
 * p: the robot's constant parameters, by symbol
 * Wa: Wa qda + Wp qdp = 0; columns: active joint 1
 * Wp: columns: passive joints 2, 3
 * Wac: Wac qda + Wpc qdp + Wc qdc = 0; columns: active joints
 * Wpc: columns: passive joints
 * Wc: columns: cut joint 4
 * Psi: Wa qdda + Wp qddp + Psi = 0
 * Phi: Wac qdda + Wpc qddp + Wc qddc + Phi = 0
 * W: qdp = W qda, W = -Wp^-1 Wa
 */
void slidercrank_loop_kinematics(const double q[4],
                                 const double QP[4],
                                 const slidercrank_parameters *p,
                                 double Wa[2],
                                 double Wp[4],
                                 double Wac[1],
                                 double Wpc[2],
                                 double Wc[1],
                                 double Psi[2],
                                 double Phi[1],
                                 double W[2]);

#ifdef __cplusplus
}
#endif

#endif
