"""The help of the command line: commands by SYMORO+'s menus, and other names of commands."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from symoro.catalog.table import menus
from symoro.pipeline.entry import FunctionInfo


def alias_help(entry: FunctionInfo, alias: str) -> str:
    """Return the help of a command that is another name of a function."""
    options = "".join(f" --{name} {','.join(x)}" for name, x in entry.aliases[alias].items())
    return f"The same as symoro {entry.name}{options}." + ("" if options else f" {entry.title}.")


class MenuGroup(TyperGroup):
    """The commands of the table, under the names of their menus."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of each menu, with their other names."""
        for menu, entries in menus().items():
            rows = []
            for entry in entries:
                command = self.commands.get(entry.name)
                if command is not None:
                    presets = [alias for alias, preset in entry.aliases.items() if preset]
                    words = [entry.name, *(each for each in entry.aliases if each not in presets)]
                    rows.append((", ".join(words), command.get_short_help_str(300)))
                    rows += [(alias, alias_help(entry, alias)) for alias in presets]
            with formatter.section(menu):
                formatter.write_dl(rows, col_max=22)
