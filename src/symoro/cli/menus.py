"""The group of all commands: its help lists them by SYMORO+'s menus."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from symoro.catalog.table import menus
from symoro.cli.commands import ENTRIES, command_named, help_text


class MenuGroup(TyperGroup):
    """The commands of the table, under the names of their menus."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(ENTRIES)  # type: ignore[assignment]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of a name, if there is one."""
        return command_named(cmd_name) if cmd_name in ENTRIES else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of each menu, with their other names."""
        for menu, entries in menus().items():
            rows = []
            for entry in entries:
                if entry.command:
                    presets = [alias for alias, preset in entry.aliases.items() if preset]
                    words = [entry.name, *(each for each in entry.aliases if each not in presets)]
                    command = TyperCommand(entry.name, help=help_text(entry.name))
                    rows.append((", ".join(words), command.get_short_help_str(300)))
                    rows += [(alias, help_text(alias)) for alias in presets]
            with formatter.section(menu):
                formatter.write_dl(rows, col_max=22)
