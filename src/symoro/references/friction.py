"""The friction of a joint and its derivative by the velocity, terms with one factor together.

The friction of one joint can be written in one way only: what differs from the page is the order in
which terms are added, and that derivatives are written out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symoro.expressions import ZERO, Arithmetic, Expression, Values, evaluate
from symoro.robot import Robot
from symoro.robot.link import FRICTION, LAW


class JointFriction:
    """The friction of joint ``j`` at one state."""

    def __init__(self, robot: Robot, j: int, values: Values, arithmetic: Arithmetic[Any]) -> None:
        """Evaluate the coefficients."""

        def at(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        self._link = robot.drive(j)
        self._call = arithmetic.call
        self._half = arithmetic.number(Fraction(1, 2))
        self._one = arithmetic.number(Fraction(1))
        self.v = at(robot.frame(j).QP)
        self._at_rest = robot.frame(j).QP == ZERO
        self.K = {name: at(getattr(self._link, name)) for name in (*FRICTION, *LAW)}
        self.s = self._call("tanh", self.v / self.K["VW"]) if self._has("VW") else self.sign
        if self._has("VW"):
            self.ds = (self._one - self.s * self.s) / self.K["VW"]
        else:
            self.ds = 0 * self._one

    def _has(self, name: str) -> bool:
        return bool(getattr(self._link, name) != ZERO)

    @property
    def sign(self) -> Any:
        """The sign of the velocity."""
        return self._call("sign", self.v)

    @property
    def size(self) -> Any:
        """The size of the velocity."""
        return self._call("abs", self.v)

    def torque(self, load: Any) -> Any:
        """Return the friction under a load."""
        K, half = self.K, self._half
        dry = K["FS"] + half * (K["FSP"] + K["FSN"])
        viscous = K["FV"] + half * (K["FVP"] + K["FVN"])
        if self._has("FB"):
            dry = dry + K["FB"] * self._stribeck()
        if self._has("FR"):
            dry = dry + K["FR"] * self._call("sqrt", self.size)
        if self._has("FL"):
            dry = dry + K["FL"] * self._call("abs", load)
        total = dry * self.s + viscous * self.v + K["FO"]
        if self._has("FSP") or self._has("FSN"):
            total = total + half * (K["FSP"] - K["FSN"]) * self._call("abs", self.s)
        if self._has("FVP") or self._has("FVN"):
            total = total + half * (K["FVP"] - K["FVN"]) * self.v * self.sign
        return total

    def load(self, effort: Any) -> Any:
        """Return the load that an effort moves, for FL below 1 and no rotor inertia."""
        moving = effort - self.torque(0 * self._one)
        along = self.s * self._call("sign", moving)
        return moving / (self._one + along * self.K["FL"])

    def slope(self) -> Any:
        """Return the derivative of the friction by the velocity."""
        K, half, ds = self.K, self._half, self.ds
        total = K["FV"] + K["FS"] * ds
        if self._has("FSP") or self._has("FSN"):
            bent = self._call("sign", self.s) * (K["FSP"] - K["FSN"])
            total = total + half * ds * (K["FSP"] + K["FSN"] + bent)
        if self._has("FVP") or self._has("FVN"):
            total = total + half * (K["FVP"] + K["FVN"] + self.sign * (K["FVP"] - K["FVN"]))
        if self._has("FB"):
            fall = 2 * self.v / (K["VST"] * K["VST"])
            total = total + K["FB"] * self._stribeck() * (ds - fall * self.s)
        if self._has("FR") and not self._at_rest:
            root = self._call("sqrt", self.size)
            total = total + K["FR"] * (root * ds + half * self.s * self.sign / root)
        return total

    def column(self, name: str, rate: Any = None) -> Any:
        """Return the torque of a unit coefficient; ``rate`` is a reference velocity."""
        half, s = self._half, self.s
        v = self.v if rate is None else rate
        match name:
            case "FV":
                return v
            case "FO":
                return self._one
            case "FSP" | "FSN":
                size = self._call("abs", s)
                return half * (s + size if name == "FSP" else s - size)
            case "FVP" | "FVN":
                sign = self.sign if name == "FVP" else -self.sign
                return half * v * (self._one + sign)
            case "FB":
                return s * self._stribeck()
            case "FR":
                return s * self._call("sqrt", self.size)
        return s

    def _stribeck(self) -> Any:
        ratio = self.v / self.K["VST"]
        return self._call("exp", -(ratio * ratio))
