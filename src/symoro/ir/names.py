"""The names of generated variables: SYMORO+'s own, and never a user's.

Below ten frames a name is tag, component, frame (``W13``, ``U122``, ``GAM1``); from ten frames an
underscore stands before the frame number (``U12_3``), so that no two names can be read as one.
A name that the robot's own symbols already have gets ``_`` appended: ours gives way.
"""

from __future__ import annotations

from collections.abc import Iterable

from symoro.expressions.names import fresh_name

WIDE = 10  # frames


class Names:
    """Gives out each name once; names that the user chose for our values are reserved."""

    def __init__(self, names: Iterable[str], frames: int, reserved: Iterable[str] = ()) -> None:
        self._reserved = set(reserved)
        self._names = set(names) | self._reserved
        self._wide = frames >= WIDE

    def take_reserved(self, name: str) -> str:
        """Return a name that the user chose; asked for again, the nearest free one."""
        if name not in self._reserved:
            return self.fresh(name)
        self._reserved.remove(name)
        return name

    def fresh(self, wanted: str) -> str:
        """Return the wanted name, or the nearest free one, and take it."""
        name = fresh_name(wanted, self._names)
        self._names.add(name)
        return name

    def component(
        self, tag: str, index: tuple[int, ...], frame: int | tuple[int, ...] | None
    ) -> str:
        """Return the name of a component of a quantity, indices from 1.

        Args:
            tag: the beginning of the name.
            index: the component.
            frame: the frame that it belongs to; several for a sum of angles (``C23``); None for a
                quantity whose tag names its frames (``T0T6``).
        """
        digits = "".join(str(i) for i in index)
        line = "_" if self._wide else ""
        if frame is None:
            return self.fresh(f"{tag}{line if digits else ''}{digits}")
        frames = frame if isinstance(frame, tuple) else (frame,)
        return self.fresh(f"{tag}{digits}" + "".join(f"{line}{each}" for each in frames))
