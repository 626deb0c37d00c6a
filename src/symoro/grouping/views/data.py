"""Base parameters as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def as_data(base_set: BaseParameters, files: Sequence[Path] = ()) -> dict[str, object]:
    """Return the result with its relations, steps and proof."""
    return {
        "robot": base_set.standard.name,
        "base_robot": base_set.robot.name,
        "method": base_set.method,
        "mode": base_set.mode or None,
        "count": len(base_set.inertial),
        "parameters": [
            {
                "name": label,
                "link": p.link,
                "field": p.name,
                "grouped": p in base_set.names,
                "contains": [str(k) for k in base_set.members[p]],
            }
            for p, label in base_set.labels.items()
        ],
        "relations": [
            {"name": relation.name, "expression": str(relation.expression), "total": relation.total}
            for relation in base_set.relations
        ],
        "no_effect": [str(p) for p in base_set.no_effect],
        "steps": [
            {
                "eliminated": str(step.eliminated),
                "into": {str(p): str(factor) for p, factor in step.into},
                "rule": step.reason.rule,
                "reason": step.reason.text,
            }
            for step in base_set.steps
        ],
        "verified": {"rank": base_set.proof.rank, "how": base_set.proof.text},
        "notes": list(base_set.notes),
        "warnings": list(base_set.warnings),
        "files": [str(path) for path in files],
    }
