"""Base parameters as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def as_data(found: BaseParameters, files: Sequence[Path] = ()) -> dict[str, object]:
    """Return the result with its relations, steps and proof."""
    return {
        "robot": found.standard.name,
        "base_robot": found.robot.name,
        "method": found.method,
        "mode": found.mode or None,
        "count": len(found.inertial),
        "parameters": [
            {
                "name": label,
                "link": p.link,
                "field": p.name,
                "grouped": p in found.names,
                "contains": [str(k) for k in found.members[p]],
            }
            for p, label in found.labels.items()
        ],
        "relations": [
            {"name": relation.name, "expression": str(relation.expression), "total": relation.total}
            for relation in found.relations
        ],
        "no_effect": [str(p) for p in found.no_effect],
        "steps": [
            {
                "eliminated": str(step.eliminated),
                "into": {str(p): str(factor) for p, factor in step.into},
                "rule": step.reason.rule,
                "reason": step.reason.text,
            }
            for step in found.steps
        ],
        "verified": {"rank": found.proof.rank, "how": found.proof.text},
        "notes": list(found.notes),
        "warnings": list(found.warnings),
        "files": [str(path) for path in files],
    }
