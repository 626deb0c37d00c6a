"""The centre of a wrist and the three other joints: [Guide] (2.12) for any order of joints.

The wrist turns about its centre, so the others carry that point from behind the wrist, around the
closed chain of robot and pose, to before it. Of the three joints, in that order or backwards, x is
the first, y the second and z the last one, M1 and M2 the matrices between them:

    Jx M1 Jy f = p        f = M2 Jz c        M1 = [A P] does not depend on the pose

With n, o and a right side for each (e1, e2), two equations without x are

    x turns     third row of M1 Jy f = Jx^-1 p, and its square          n = A^T z, o = 2 A^T P
                e1 = p3 - P3 - n3 f3,   e2 = p^2 - f^2 - P^2 - o3 f3                       (1)
    x slides    first and second row                                    n = A^T x, o = A^T y
                e1 = p1 - P1 - n3 f3,   e2 = p2 - P2 - o3 f3                               (2)

If y turns, v = Rz(y) (f1, f2) has n1 v1 + n2 v2 = e1, o1 v1 + o2 v2 = e2. With D = n1 o2 - n2 o1:

    z   (o2 e1 - n2 e2)^2 + (n1 e2 - o1 e1)^2 = D^2 (f1^2 + f2^2)                          (3)
        where D = 0:  n1 e2 = o1 e1, or e1 = 0 if n1 = n2 = 0, e2 = 0 if o1 = o2 = 0       (4)
    y   (n2 f1 - n1 f2) S + (n1 f1 + n2 f2) C = e1, the same with o and e2                 (5)

If y slides by r (x turns: w = f + A^T P, otherwise o3 r = e2 - o1 f1 - o2 f2 is the second one):

    y   n3 r = e1 - n1 f1 - n2 f2                                                          (6)
    z   (n3 w + (e1 - n1 f1 - n2 f2) z)^2 = n3^2 p^2                                       (7)
        where n3 = 0:  n1 f1 + n2 f2 = e1, and for y   r^2 + 2 w3 r + w^2 = p^2            (8)
        x slides:      o3 (e1 - n1 f1 - n2 f2) = n3 (e2 - o1 f1 - o2 f2)                   (9)

and x at last, with m = M1 Jy f:   m1 C - m2 S = p1, m2 C + m1 S = p2,   or   r = p3 - m3  (10)

References: [Guide] section 2.3.6, table 2.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, rigid_inverse, vector
from symoro.models.inverse_geometry.joint_chain import Turn
from symoro.models.inverse_geometry.joint_scene import JointScene
from symoro.models.inverse_geometry.kinds import coefficients
from symoro.models.inverse_geometry.polynomial import ONE, Polynomial, constant, power
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.inverse_geometry.wrist import Wrist


class Form(Enum):
    """The equation that has z alone, by the geometry of M1."""

    GENERAL = "both equations"
    FIRST = "the first equation"
    SECOND = "the second equation"
    SUM = "a sum of both equations"


@dataclass(frozen=True)
class CentreProblem:
    """The three joints outside a wrist, in the order in which they carry its centre.

    Attributes:
        wrist: the wrist.
        joints: the places of x, y and z along the chain.
        backwards: True if they are taken from the end of the way to its beginning.
    """

    wrist: Wrist
    joints: tuple[int, int, int]
    backwards: bool


def centre_problems(scene: JointScene, wrist: Wrist) -> list[CentreProblem]:
    """The problems whose matrix M1 does not depend on the pose: one, or one each way."""
    n = len(scene.chain.blocks)
    x, y, z = ((wrist.first + 2 + k) % n + 1 for k in range(3))
    ways = [CentreProblem(wrist, (x, y, z), False), CentreProblem(wrist, (z, y, x), True)]
    return [each for each in ways if abs(each.joints[0] - each.joints[1]) == 1]


class CentreScene:
    """The quantities of a problem, over any scalars.

    Attributes:
        p: the point that x carries to, f that which y carries, a polynomial in z.
        n, o: of the two equations without x, as are e1 and e2, polynomials in z.
    """

    def __init__(self, problem: CentreProblem, scene: JointScene) -> None:
        self._scene = scene
        self.x, self.y, self.z = problem.joints
        before, behind = problem.wrist.centre(scene)
        start = problem.wrist.first + 2  # of the matrix behind the wrist
        self._back = problem.backwards
        if self._back:
            p, c = _between(scene, start + 3) @ before, _between(scene, start, True) @ behind
            M1, M2 = (_between(scene, start + k, True) for k in (2, 1))
        else:
            p, c = _between(scene, start, True) @ behind, _between(scene, start + 3) @ before
            M1, M2 = (_between(scene, start + k) for k in (1, 2))
        self.p = self._name_vector("p", self.x, p[:3])
        self._c, self.M1, self._M2 = self._name_vector("c", self.z, c[:3]), M1, M2
        self.A, self.P = M1[:3, :3], M1[:3, 3]
        self.f, self.f_squared = self._moved_point()
        self.n, self.o, self.e1, self.e2 = self._without_x()

    def _name_vector(self, tag: str, k: int, values: Array) -> Array:
        frame = self._scene.frame(k)
        return vector([self._scene.let(f"{tag}{r}", frame, x) for r, x in enumerate(values, 1)])

    def _name(self, tag: str, polynomial: Polynomial) -> Polynomial:
        """Name the coefficients of a polynomial in z."""
        frame, let = self._scene.frame(self.z), self._scene.let
        letters = {
            monomial: "".join(g[0] * k for g, k in monomial) for monomial in polynomial.terms
        }
        return Polynomial(
            {m: let(f"{tag}{letters[m] or 'k'}", frame, x) for m, x in polynomial.terms.items()}
        )

    def sign(self, k: int) -> int:
        """-1 for a joint that moves against its unknown."""
        joint = self._scene.joint(k)
        own = 1 if isinstance(joint, Turn) else joint.sign
        return -own if self._back else own

    def turns(self, k: int) -> bool:
        """True if a joint is revolute."""
        return self._scene.turns(k)

    def unknown(self, k: int) -> int:
        """The unknown of a joint."""
        return self._scene.joint(k).unknown

    def _moved_point(self) -> tuple[list[Polynomial], Polynomial]:
        """F = M2 Jz c and its square."""
        A, P, c, s = self._M2[:3, :3], self._M2[:3, 3], self._c, self.sign(self.z)
        g = A.T @ P
        place = self.unknown(self.z)
        if self.turns(self.z):
            C, S = power("C", place), power("S", place)
            f = [
                {
                    C: a[0] * c[0] + a[1] * c[1],
                    S: s * (a[1] * c[0] - a[0] * c[1]),
                    ONE: a[2] * c[2] + P[r],
                }
                for r, a in enumerate(A)
            ]
            square = {
                C: 2 * (g[0] * c[0] + g[1] * c[1]),
                S: 2 * s * (g[1] * c[0] - g[0] * c[1]),
                ONE: P @ P + c @ c + 2 * (g[2] * c[2]),
            }
        else:
            r1, r2 = power("r", place), power("r", place, 2)
            f = [{r1: s * A[r, 2], ONE: A[r] @ c + P[r]} for r in range(3)]
            square = {r2: 1, r1: 2 * s * (g[2] + c[2]), ONE: (g + c) @ (g + c)}
        rows = [self._name(f"f{r}", Polynomial(row)) for r, row in enumerate(f, 1)]
        return rows, self._name("ff", Polynomial(square))

    def _without_x(self) -> tuple[Array, Array, Polynomial, Polynomial]:
        """n, o, e1 and e2."""
        A, P, p, f3 = self.A, self.P, self.p, self.f[2]
        if self.turns(self.x):
            n, o = A[2], 2 * (A.T @ P)  # (1)
            e1 = constant(p[2] - P[2]) - f3.scale(n[2])
            e2 = constant(p @ p - P @ P) - self.f_squared - f3.scale(o[2])
        else:
            n, o = A[0], A[1]  # (2)
            e1 = constant(p[0] - P[0]) - f3.scale(n[2])
            e2 = constant(p[1] - P[1]) - f3.scale(o[2])
        return n, o, self._name("e1", e1), self._name("e2", e2)

    def form(self) -> Form:
        """The equation that has z alone, on samples; a robot of full rank has one."""
        n, o = self.n, self.o
        if not self.turns(self.y):
            rest = Form.GENERAL if self.turns(self.x) else Form.SUM
            return Form.FIRST if _is_zero(n[2]) else rest
        if not _is_zero(n[0] * o[1] - n[1] * o[0]):
            return Form.GENERAL
        first, second = (all(_is_zero(x) for x in v[:2]) for v in (n, o))
        return Form.FIRST if first else Form.SECOND if second else Form.SUM

    # The equations

    def equation_of_z(self, form: Form) -> Polynomial:
        """The equation that has z alone, as a polynomial that is zero."""
        if self.turns(self.y):
            return self._z_behind_turn(form)
        return self._z_behind_slide(form)

    def _z_behind_turn(self, form: Form) -> Polynomial:
        n, o, e1, e2 = self.n, self.o, self.e1, self.e2
        if form is not Form.GENERAL:
            k = 1 if is_number(n[0], 0) else 0
            both = e2.scale(n[k]) - e1.scale(o[k])
            return {Form.FIRST: e1, Form.SECOND: -e2, Form.SUM: both}[form]  # (4)
        D = n[0] * o[1] - n[1] * o[0]
        u = self._name("u", e1.scale(o[1]) - e2.scale(n[1]))
        v = self._name("v", e2.scale(n[0]) - e1.scale(o[0]))
        across = self.f_squared - self.f[2] * self.f[2]
        return u * u + v * v - across.scale(D * D)  # (3)

    def _z_behind_slide(self, form: Form) -> Polynomial:
        t1, t2 = (self._rest(v, e) for v, e in ((self.n, self.e1), (self.o, self.e2)))
        if form is Form.FIRST:
            return t1  # (8)
        n3, o3 = self.n[2], self.o[2]
        if form is Form.SUM:
            return t1.scale(o3) - t2.scale(n3)  # (9)
        w1, w2, w3 = self._from_x()
        along = w3.scale(n3) + t1
        return (w1 * w1 + w2 * w2 - constant(self.p @ self.p)).scale(n3 * n3) + along * along  # (7)

    def _rest(self, v: Array, e: Polynomial) -> Polynomial:
        """E - v1 f1 - v2 f2."""
        return e - self.f[0].scale(v[0]) - self.f[1].scale(v[1])

    def _from_x(self) -> list[Polynomial]:
        """W = f + A^T P, the point seen from the axis of x."""
        return [f + constant(x) for f, x in zip(self.f, self.A.T @ self.P, strict=True)]

    def coefficients_of_y(self, form: Form) -> tuple[Kind, list[Any]]:
        """The kind and the coefficients of the equation of y; z is known."""
        s = self.sign(self.y)
        f1, f2, _ = self._at_z(self.f, "f")
        e1, e2 = self._at_z([self.e1, self.e2], "e")
        if self.turns(self.y):
            rows = [
                [s * (v[1] * f1 - v[0] * f2), v[0] * f1 + v[1] * f2, e]  # (5)
                for v, e in ((self.n, e1), (self.o, e2))
            ]
            if form is Form.GENERAL:
                return Kind.DIRECTION, [*rows[0], *rows[1]]
            return Kind.ANGLE, rows[1 if form is Form.FIRST else 0]
        if form is Form.FIRST and self.turns(self.x):
            w = self._at_z(self._from_x(), "w")
            return Kind.QUADRATIC, [1, 2 * s * w[2], w @ w - self.p @ self.p]  # (8)
        v, e = (self.o, e2) if form is Form.FIRST else (self.n, e1)
        return Kind.LINEAR, [s * v[2], e - v[0] * f1 - v[1] * f2]  # (6)

    def coefficients_of_x(self) -> tuple[Kind, list[Any]]:
        """The kind and the coefficients of the equation of x; z and y are known."""
        s = self.sign(self.x)
        f = vector([*self._at_z(self.f, "f"), 1])
        m = self.M1 @ self._scene.move(self.y, f, back=self._back)
        m = self._name_vector("m", self.y, m[:3])
        if not self.turns(self.x):
            return Kind.LINEAR, [s, self.p[2] - m[2]]
        return Kind.DIRECTION, [-s * m[1], m[0], self.p[0], s * m[0], m[1], self.p[1]]  # (10)

    def _at_z(self, polynomials: list[Polynomial], tag: str) -> Array:
        """The values of polynomials at the known z, named."""
        key = (tag, id(self))
        if key not in self._scene.results:
            place = self.unknown(self.z)
            own = self._scene.known[place]
            letters = {"C": own.C, "S": own.S} if self.turns(self.z) else {"r": own}
            values = []
            for polynomial in polynomials:
                total: Any = 0
                for monomial, x in polynomial.terms.items():
                    for (letter, _), exponent in monomial:
                        for _ in range(exponent):
                            x = x * letters[letter]
                    total = total + x
                values.append(total)
            self._scene.results[key] = self._name_vector(tag, self.z, vector(values))
        result: Array = self._scene.results[key]
        return result


def _between(scene: JointScene, k: int, back: bool = False) -> Array:
    """The matrix behind joint k of the closed chain of robot and pose, or its inverse."""
    n = len(scene.chain.blocks)
    if k == n:
        return scene.U if back else rigid_inverse(scene.U)
    K = scene.K[k % n]
    return rigid_inverse(K) if back else K


def _is_zero(x: Any) -> bool:
    return is_number(x, 0)


@dataclass(frozen=True)
class CentreEquation:
    """The equation of one of the three joints.

    Attributes:
        problem: the joints.
        form: which equations have z alone.
        kind: the kind of the equation.
        role: x, y or z.
    """

    problem: CentreProblem
    form: Form
    kind: Kind
    role: str

    def coefficients(self, scene: JointScene) -> list[Any]:
        """The coefficients, in the order of the kind."""
        at = centre_scene(self.problem, scene)
        if self.role == "z":
            return coefficients(self.kind, [at.equation_of_z(self.form)], at.unknown(at.z))
        return (at.coefficients_of_y(self.form) if self.role == "y" else at.coefficients_of_x())[1]

    def sides(self, scene: JointScene) -> list[Any]:
        """None: the lengths that are compared are not those of a triangle in general."""
        del scene
        return []


def centre_scene(problem: CentreProblem, scene: JointScene) -> CentreScene:
    """The quantities of a problem, made and named once a scene."""
    if problem not in scene.results:
        scene.results[problem] = CentreScene(problem, scene)
    result: CentreScene = scene.results[problem]
    return result
