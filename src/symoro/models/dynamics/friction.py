"""The friction of a joint, by its laws: docs/friction.md.

With v the velocity of the joint and L the load that it transmits, without its rotor,

    (F1)    s = sign(v), or tanh(v/VW) where a width VW is given
    (4.10)  FS s + FV v                                    Coulomb and viscous friction
    (F2)    FO                                             offset
    (F3)    FSP max(s, 0) + FSN min(s, 0)                  Coulomb friction of each direction
            FVP max(v, 0) + FVN min(v, 0)                  viscous friction of each direction
    (F4)    FB exp(-(v/VST)^2) s                            Stribeck effect
    (F5)    FR sqrt|v| s                                   square-root viscosity
    (F6)    FL |L| s                                       friction in proportion to the load
    (F7)    L = G / (1 + FL s sign(G)), G = GAM - F        the load that an effort moves

With F from (F1) to (F5), (F6) says G = L + FL |L| s. As FL |s| < 1, L has the sign of G, which
gives (F7); a larger FL locks the joint. (F7) holds without a rotor, which takes a part of G.

The torque is linear in all coefficients but the velocities VST and VW, and in FL for a known load.
At reference velocities (FV, FVP, FVN) multiplies them, and s is that of the velocity itself.

References: [Guide] section 4.2 for (4.10); [Canudas95] for (F4).
(F6) is Coulomb's law, where the load is what presses the surfaces together.
"""

from __future__ import annotations

from typing import Any

from symoro.algebra.scalars import absolute, exp, is_number, sign, sqrt, tanh
from symoro.algebra.vectors import HALF
from symoro.models.let import LetFunction
from symoro.models.mechanism import Body
from symoro.robot.link import FRICTION


def friction(body: Body) -> Any:
    """Return the friction of a joint, without that of its load."""
    total = body.FS * unit_friction("FS", body) + body.FV * body.qd  # (4.10)
    for name in FRICTION:
        if name not in ("FS", "FV") and not is_number(getattr(body, name), 0):
            total = total + getattr(body, name) * unit_friction(name, body)  # (F2) to (F5)
    return total


def load_friction(body: Body, load: Any) -> Any:
    """Return the friction of a joint that is in proportion to its load (F6)."""
    return 0 if is_number(body.FL, 0) else body.FL * absolute(load) * smoothed_sign(body)


def load_moved(j: int, body: Body, effort: Any, let: LetFunction) -> Any:
    """Return the load of joint ``j`` that an effort moves against all of its friction (F7)."""
    G = let("GL", j, effort - friction(body))  # (F7)
    return let("TL", j, G / (1 + body.FL * smoothed_sign(body) * sign(G)))


def smoothed_sign(body: Body) -> Any:
    """Return the direction of the velocity (F1)."""
    return sign(body.qd) if is_number(body.VW, 0) else tanh(body.qd / body.VW)


def unit_friction(name: str, body: Body, along: Body | None = None) -> Any:
    """Return the torque of a coefficient of one; ``along`` has the reference velocity."""
    qd, qdr = body.qd, (along or body).qd
    match name:
        case "FV":
            return qdr  # (4.10)
        case "FO":
            return 1  # (F2)
        case "FVP":
            return HALF * (qdr + qdr * sign(qd))  # (F3)
        case "FVN":
            return HALF * (qdr - qdr * sign(qd))
    s = smoothed_sign(body)
    match name:
        case "FSP":
            return HALF * (s + absolute(s))  # (F3)
        case "FSN":
            return HALF * (s - absolute(s))
        case "FB":
            return exp(-((qd / body.VST) ** 2)) * s  # (F4)
        case "FR":
            return sqrt(absolute(qd)) * s  # (F5)
    return s  # (4.10)


def slope_at_rest(body: Body) -> Any:
    """Return the derivative of friction by the velocity where that is zero; steps have none.

    Directions are alike there: FVP = FVN, and FSP = FSN with a width VW.
    """
    slope = body.FV + HALF * (body.FVP + body.FVN)
    if is_number(body.VW, 0):
        return slope
    return slope + (body.FS + body.FB + HALF * (body.FSP + body.FSN)) / body.VW
