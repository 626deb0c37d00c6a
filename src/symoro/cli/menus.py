"""The help of the command line: commands by SYMORO+'s menus, and other names of commands."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from symoro.catalog.table import function_entries, menus

_ALIASES = {
    alias: (entry.name, preset)
    for entry in function_entries()
    for alias, preset in entry.aliases.items()
}


class MenuGroup(TyperGroup):
    """The commands of the table, under the names of their menus."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name or by another name of it."""
        name, _ = _ALIASES.get(cmd_name, (cmd_name, {}))
        return super().get_command(ctx, name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command of the words typed, and put in the options that an alias sets."""
        name, preset = _ALIASES.get(args[0], ("", {}))
        more = [f"--{key}={','.join(value)}" for key, value in preset.items()]
        word, command, rest = super().resolve_command(ctx, args)
        return name or word, command, [*more, *rest]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of each menu, with their other names."""
        for menu, entries in menus().items():
            rows = []
            for entry in entries:
                command = self.commands.get(entry.name)
                if command is not None:
                    words = ", ".join([entry.name, *entry.aliases])
                    rows.append((words, command.get_short_help_str(300)))
            with formatter.section(menu):
                formatter.write_dl(rows, col_max=22)
