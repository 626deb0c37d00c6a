"""The links on fixed joints that stay frames of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symoro.errors import UsageError, near_names


def kept_links(
    root: str,
    joints: Sequence[tuple[str, str, bool]],
    keep: bool | Iterable[str] | None,
) -> set[str]:
    """Return the names of links on fixed joints that are kept.

    Args:
        root: the name of the root.
        joints: parent, child, and True if it is fixed; a parent comes before its children.
        keep: all or none, those by name, or by default one at the end of each branch.

    Raises:
        UsageError: for a name that is no link on a fixed joint.
    """
    fixed = [child for _, child, on in joints if on]
    if isinstance(keep, bool):
        return set(fixed) if keep else set()
    if keep is not None:
        wanted = [keep] if isinstance(keep, str) else list(keep)
        for name in wanted:
            if name not in fixed:
                hint = near_names(name, fixed)
                message = (
                    f"--keep-fixed (keep_fixed=...): {name} is no link on a fixed joint; {hint}"
                )
                raise UsageError(message.rstrip("; "))
        return set(wanted)
    carrier, depth = {root: root}, {root: 0}
    for parent, child, on in joints:
        carrier[child] = carrier[parent] if on else child
        depth[child] = depth[parent] + 1 if on else 0
    busy = {carrier[parent] for parent, _, on in joints if not on} | {root}
    ends: dict[str, str] = {}
    for name in fixed:
        end = carrier[name]
        if end not in busy and depth[name] >= depth[ends.get(end, end)]:
            ends[end] = name
    return set(ends.values())
