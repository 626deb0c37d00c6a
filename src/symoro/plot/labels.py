"""The positions of labels: beside the things they name, and over nothing else.

A picture must not depend on the processor, whose vector units round a matrix product in their own
way. So what comes in is rounded to 0.001 pixels, and what touches by less than 1e-6 pixels does not
touch: ties are decided by these rules, not by the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from symoro.analysis.arrays import Floats

_ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_GAPS = (2.0, 6.0, 12.0, 20.0, 30.0)  # pixels between anchor and label
_STEP = 2.0  # pixels between the points of a line
_ROUNDS = 4
_MARGIN = 1.5  # pixels of free space about a label
_TOUCH = 1e-6  # pixels by which rectangles may touch
_DECIMALS = 3  # of pixels that count
_OVERLAP, _HIDDEN, _TURNED, _FAR = 60.0, 8.0, 3.0, 0.3  # costs


def line_points(start: Floats, end: Floats) -> Floats:
    """Return points on a line of the picture, close enough to hide no label from them (N, 2)."""
    count = int(round(math.hypot(*(end - start)), 6) / _STEP) + 2
    return np.linspace(start, end, count)


def place_labels(
    anchors: Floats, wishes: Floats, sizes: Floats, obstacles: Floats, either: Sequence[bool]
) -> Floats:
    """Choose the middle of each label.

    Every label tries places about its anchor and takes the cheapest: it costs to lie over another
    label, over a point that is taken, far from the anchor, or on another side than wished.

    Args:
        anchors: the things that the labels name (N, 2) [pixels].
        wishes: directions from the anchors (N, 2); of length zero for no wish.
        sizes: widths and heights (N, 2).
        obstacles: points where something is drawn (M, 2).
        either: for each label, whether the side opposite to its wish is as good.
    """
    anchors, wishes, sizes, obstacles = (
        np.round(each, _DECIMALS) for each in (anchors, wishes, sizes, obstacles)
    )
    halves = sizes / 2 + _MARGIN
    options = [_options(*item) for item in zip(anchors, wishes, halves, either, strict=True)]
    points = np.unique(np.round(obstacles / _STEP) * _STEP, axis=0)
    fixed = [
        base + _HIDDEN * _cover_costs(middles, half, points)
        for (middles, base), half in zip(options, halves, strict=True)
    ]
    chosen = np.array(
        [middles[_cheapest(cost)] for (middles, _), cost in zip(options, fixed, strict=True)]
    )
    for _ in range(_ROUNDS):
        for k, (middles, _) in enumerate(options):
            others = np.arange(len(chosen)) != k
            cost = fixed[k] + _OVERLAP * _overlap_counts(
                middles, halves[k], chosen[others], halves[others]
            )
            chosen[k] = middles[_cheapest(cost)]
    return chosen


def _cheapest(cost: Floats) -> int:
    """The first of the cheapest; what differs by rounding does not differ."""
    return int(np.round(cost, 6).argmin())


def _options(anchor: Floats, wish: Floats, half: Floats, either: bool) -> tuple[Floats, Floats]:
    """Middles about an anchor, and what they cost by themselves."""
    ways = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
    reach = 1 / np.maximum(np.abs(ways) / half, 1e-9).max(axis=1)  # from the middle to the edge
    length = math.hypot(*wish)
    along = (ways * (wish / length)).sum(axis=1) if length > 0 else np.ones(len(ways))
    turned = 1 - (np.abs(along) if either else along)
    middles = [anchor + ways * (reach + gap)[:, None] for gap in _GAPS]
    return np.concatenate(middles), np.concatenate([_TURNED * turned + _FAR * gap for gap in _GAPS])


def _cover_costs(middles: Floats, half: Floats, points: Floats) -> Floats:
    """The root of the number of points under a label at each place, so that one counts too."""
    reach = np.ptp(middles, axis=0) + half  # more than enough
    near = (np.abs(points - middles[0]) < reach).all(axis=1)
    inside = (np.abs(middles[:, None] - points[near]) < half - _TOUCH).all(axis=2)
    covered: Floats = np.sqrt(inside.sum(axis=1))
    return covered


def _overlap_counts(middles: Floats, half: Floats, others: Floats, halves: Floats) -> Floats:
    """The number of other labels under a label at each place."""
    over = (np.abs(middles[:, None] - others) < half + halves - _TOUCH).all(axis=2)
    count: Floats = over.sum(axis=1).astype(float)
    return count
