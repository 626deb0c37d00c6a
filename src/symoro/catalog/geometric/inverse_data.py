"""An inverse geometric model as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symoro.catalog.geometric.inverse_solutions import InverseGeometry


def model_data(model: InverseGeometry, files: Sequence[Path]) -> dict[str, Any]:
    """Return a model, and the files that were written of it, as plain data."""
    steps = [
        {
            "unknown": step.unknown.text,
            "type": step.table,
            "elements": step.elements,
            "roots": step.most,
            "meaning": step.meaning,
        }
        for step in model.tree.steps
    ]
    return {
        "robot": model.robot.name,
        "model": "igm",
        "options": model.request,
        "from": model.start,
        "to": model.end,
        "method": model.method,
        "joints": list(model.joints),
        "elements": list(model.elements),
        "steps": steps,
        "most_solutions": model.most_solutions,
        "files": [str(path) for path in files],
        "verified": model.certificate.as_dict() if model.certificate else None,
    }
