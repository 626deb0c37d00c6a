"""The efforts that hold a tree of rigid links against gravity, by composite links.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; a plus marks a composite link: body
``j`` with all that it carries; sigma is 1 for a prismatic joint, sigma-bar for a revolute one.

      (3.98), (3.99): MS+, M+, see symoro.models.dynamics.composite_links    SYMORO name
    forward, base to tips
      (W1)  u = jAi u_i, from u_0 = -g                                   GU
      (W2)  Q = (sigma M+ u + sigma-bar MS+ x u) . a                     Q

A floating base has six rows first (W3): (M+ u, MS+ x u) of the whole robot, in frame 0.

References: [Guide] section 3.6.1.
"""

from __future__ import annotations

from typing import Any

from symoro.algebra.vectors import cross
from symoro.models.dynamics.composite_links import composite_links
from symoro.models.geometry.link_transforms import Transforms
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_row


def weight_efforts(m: Mechanism, frames: Transforms, let: LetFunction) -> dict[str, Any]:
    """Return Q by row: those of a floating base, then the joints that move."""
    links = composite_links(m, frames, let)
    u = {0: let("GU", 0, -m.gravity)}
    Q: dict[str, Any] = {}
    if m.floating:
        whole = (*(links[0].M * u[0]), *cross(links[0].MS, u[0]))  # (W3)
        Q = {row: named_row("Q", row, x, let) for row, x in zip(BASE_ROWS, whole, strict=True)}
    for j in m.outward:
        body, link = m.body(j), links[j]
        u[j] = let("GU", j, frames[0][j].T @ u[body.i])  # (W1)
        if body.moves:
            MX, MY, _ = link.MS
            x, y, z = u[j]
            axial = body.prismatic * link.M * z + body.revolute * (MX * y - MY * x)
            Q[str(j)] = named_row("Q", str(j), axial, let)  # (W2)
    return Q
