/* Inverse geometry of the RX90 (Staubli), all solutions, written by hand.
 *
 * The arm has D3 between the axes of the shoulder and the elbow, RL4 from there to the wrist, and a
 * spherical wrist; its zero position is that of Khalil's table. With U the signed distance of the
 * wrist's centre from the axis of joint 1 and h its height:
 *
 *     U = D3 cos 2 - RL4 sin 23,  h = D3 sin 2 + RL4 cos 23   (two links in a plane)
 *     U^2 + h^2 = D3^2 + RL4^2 - 2 D3 RL4 sin 3               (the cosine rule)
 *
 * What is the same for several solutions is computed once. A shoulder that looks backwards changes
 * the sign of U alone; a wrist that is turned over has joint 4 and 6 half a turn further and joint 5
 * of the other sign.
 */
#include "rx90_inverse.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double TOLERANCE = 1e-14; /* of a sine or of a length by that of the arm */

static double half_turn(double angle)
{
    return angle > 0.0 ? angle - PI : angle + PI;
}

int rx90_inverse(const double T[16], double D3, double RL4, double q[8][6])
{
    const double Px = T[3], Py = T[7], h = T[11];
    const double distance2 = Px * Px + Py * Py, distance = sqrt(distance2);
    const double pair = 2.0 * D3 * RL4;
    double S3 = (D3 * D3 + RL4 * RL4 - distance2 - h * h) / pair;
    const double rest = (1.0 - S3) * (1.0 + S3);
    if (rest < -TOLERANCE)
        return 0;
    if (rest <= TOLERANCE)
        S3 = S3 > 0.0 ? 1.0 : -1.0;
    const double root3 = rest > TOLERANCE ? sqrt(rest) : 0.0;
    const double elbow = atan2(S3, root3), elbow_back = half_turn(-elbow);

    const int on_axis = distance <= TOLERANCE * (D3 + RL4);
    const double forward = on_axis ? 0.0 : atan2(Py, Px);
    const double S1 = on_axis ? 0.0 : Py / distance, C1 = on_axis ? 1.0 : Px / distance;

    /* h = k1 sin 2 + k2 cos 2, U = k1 cos 2 - k2 sin 2 */
    const double k1 = D3 - RL4 * S3;
    const double over = 1.0 / (distance2 + h * h);
    int n = 0;
    for (int shoulder = 0; shoulder < 2; shoulder++) {
        const double side = shoulder ? -1.0 : 1.0;
        const double s1 = side * S1, c1 = side * C1, U = side * distance;
        const double q1 = shoulder ? half_turn(forward) : forward;
        const double as = c1 * T[2] + s1 * T[6], ac = s1 * T[2] - c1 * T[6];
        const double ss = c1 * T[0] + s1 * T[4], sc = s1 * T[0] - c1 * T[4];
        for (int bend = 0; bend < 2; bend++) {
            const double C3 = bend ? -root3 : root3, k2 = RL4 * C3;
            const double S2 = (k1 * h - k2 * U) * over, C2 = (k1 * U + k2 * h) * over;
            const double S23 = S2 * C3 + C2 * S3, C23 = C2 * C3 - S2 * S3;
            const double q2 = atan2(S2, C2), q3 = bend ? elbow_back : elbow;
            /* the third column of the wrist: -cos 4 sin 5, cos 5, sin 4 sin 5 */
            const double a1 = C23 * as + S23 * T[10], a2 = C23 * T[10] - S23 * as;
            const double S5 = sqrt(a1 * a1 + ac * ac);
            const int straight = S5 <= TOLERANCE;
            const double S4 = straight ? 0.0 : ac / S5, C4 = straight ? 1.0 : -a1 / S5;
            const double q4 = straight ? 0.0 : atan2(ac, -a1), q5 = atan2(S5, a2);
            /* the first column, in the frame of joint 4 */
            const double s1_ = C23 * ss + S23 * T[8], s2_ = C23 * T[8] - S23 * ss;
            const double S6 = -S4 * s1_ - C4 * sc;
            const double C6 = a2 * (C4 * s1_ - S4 * sc) + (straight ? 0.0 : S5) * s2_;
            const double q6 = atan2(S6, C6);
            double *row = q[n++];
            row[0] = q1, row[1] = q2, row[2] = q3;
            row[3] = q4, row[4] = q5, row[5] = q6;
            row = q[n++];
            row[0] = q1, row[1] = q2, row[2] = q3;
            row[3] = half_turn(q4), row[4] = -q5, row[5] = half_turn(q6);
        }
    }
    return n;
}
