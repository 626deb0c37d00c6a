"""Routines over arrays: a number of the routine is an array of one number for each state.

States, which may go different ways, are told apart by masks. A branch computes with all states and
keeps what it computes for those under its mask; one that no state takes is left out. A loop goes on
until no state is in it. Its variable is a whole number, the same for all states, as is what depends
on such variables alone: it is `shared`. Elements are read and written by state where their index is
not shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from symoro.errors import InternalError
from symoro.ir.routine import (
    FUNCTIONS,
    Assign,
    Binary,
    Break,
    Call,
    Command,
    Constant,
    ConstantArray,
    Element,
    Expression,
    Formula,
    If,
    Loop,
    Name,
    Note,
    Number,
    Return,
    Routine,
    Type,
    Unary,
    While,
    all_commands,
)

INDENT = "    "

HELPERS = """
def stack(every, *elements):
    # An array of the routine: each element of all states.
    return np.array([np.broadcast_to(x, every.shape) for x in elements])


def largest(x, on):
    return int(np.max(np.broadcast_to(x, on.shape), where=on, initial=0))


def at(x, on, *index):
    # Elements whose index depends on the state.
    return x[(*(np.where(on, k, 0) for k in index), np.arange(len(on)))]


def put(x, on, value, *index):
    places = (np.broadcast_to(k, on.shape)[on] for k in index)
    x[(*places, np.flatnonzero(on))] = np.broadcast_to(value, on.shape)[on]
"""
"""The functions that routines call."""

_KINDS = {Type.FLOAT: "float", Type.INT: "int", Type.BOOL: "bool"}
_NAMES = {"sqrt": "np.sqrt", "atan2": "np.arctan2", "sin": "np.sin", "cos": "np.cos"}
_LOOSEST = {
    **dict.fromkeys(("or", "and"), 1),
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), 2),
    **dict.fromkeys("+-", 3),
    **dict.fromkeys("*/", 4),
}
_WORDS = {"and": "&", "or": "|"}
_ATOM = 9

Line = tuple[int, str]


class RoutineWriter:
    """Writes one routine as a function of Python.

    Args:
        routine: the routine.
        others: the routines that it may call, by name.
        formula: the text of an edge.
        fresh: makes a name that is not taken.
        names: the names of variables here.
    """

    def __init__(
        self,
        routine: Routine,
        others: Mapping[str, Routine],
        formula: Callable[[int], str],
        fresh: Callable[[str], str],
        names: Callable[[str], str] = str,
    ) -> None:
        self._routine, self._others = routine, others
        self._formula, self._of = formula, names
        self._fresh = fresh
        self._lines: list[Line] = []
        self._depth = 1
        self._shared: set[str] = set()
        self._arrays = {
            each.name for each in (*routine.arguments, *routine.variables) if each.shape
        }
        self._result, self.all = fresh("result"), fresh("every")
        self._mask = self.all
        self._once = _assigned_once(routine)
        self._loops: list[str] = []  # the masks of the loops around
        self._leaves = any(isinstance(each, Return) for each in all_commands(routine.body[:-1]))
        self._live = fresh("live") if self._leaves else ""

    # The function

    def lines(self) -> list[str]:
        """The definition."""
        routine = self._routine
        arguments = ", ".join([*(self._of(each.name) for each in routine.arguments), self.all])
        head = [f"def {routine.name}({arguments}):", f'{INDENT}"""{routine.summary}"""']
        return [*head, *self.body()]

    def body(self, ends: str = "return {value}") -> list[str]:
        """The statements of the function, the last one with its value if that has a place."""
        routine = self._routine
        if self._leaves:
            self._write(f"{self._live} = {self.all}")
            self._write(f"{self._result} = np.zeros(len({self.all}), {_KINDS[routine.returns]})")
        for each in routine.arguments:
            if each.type is Type.INT and not each.shape:
                name = self._of(each.name)
                self._write(f"{name} = np.broadcast_to({name}, {self.all}.shape)")
        for each in routine.variables:
            if each.name in self._once:
                continue
            size = [*each.shape, f"len({self.all})"]
            shape = f"({', '.join(map(str, size))})" if each.shape else size[0]
            self._write(f"{self._of(each.name)} = np.zeros({shape}, {_KINDS[each.type]})")
        self._block(routine.body[:-1])
        last = routine.body[-1]
        if not isinstance(last, Return):
            raise InternalError(f"{routine.name}: no value at the end")
        value = self._text(last.value)
        if self._leaves:
            value = f"np.where({self._mask}, {value}, {self._result})"
        if ends:
            self._write(ends.format(value=value))
        return [INDENT * depth + text for depth, text in self._lines]

    def _write(self, text: str) -> None:
        self._lines.append((self._depth, text))

    # Statements

    def _block(self, body: Iterable[Command]) -> None:
        for each in body:
            self._command(each)
            if isinstance(each, If | While | Loop):
                self._leave(each)

    def _command(self, command: Command) -> None:
        match command:
            case Assign(Name(name), value):
                own, text = self._of(name), self._text(value)
                text = text if name in self._once else self._keep(text, own)
                self._write(f"{own} = {text}")
            case Assign(Element(array, index), value):
                self._store(array, index, value)
            case Constant(name, _, value):
                if self._is_shared(value):
                    self._shared.add(name)
                self._write(f"{self._of(name)} = {self._text(value)}")
            case ConstantArray(name, values):
                self._arrays.add(name)
                self._write(
                    f"{self._of(name)} = stack({self.all}, {', '.join(map(self._text, values))})"
                )
            case If():
                self._if(command)
            case While(test, body):
                self._while(test, body)
            case Loop():
                self._loop(command)
            case Break():
                loop = self._loops[-1]
                self._write(f"{loop} = {loop} & ~{self._mask}")
            case Return(value):
                text = self._text(value)
                self._write(f"{self._result} = np.where({self._mask}, {text}, {self._result})")
                self._write(f"{self._live} = {self._live} & ~{self._mask}")
            case Note(text):
                self._write(f"# {text}")

    def _keep(self, value: str, before: str) -> str:
        """A value for the states of the mask, and what was there for others."""
        return f"np.where({self._mask}, {value}, {before})"

    def _store(self, array: str, index: tuple[Expression, ...], value: Expression) -> None:
        own, text = self._of(array), self._text(value)
        if all(map(self._is_shared, index)):
            element = f"{own}[{', '.join(map(self._text, index))}]"
            self._write(f"{element} = {self._keep(text, element)}")
            return
        places = ", ".join(map(self._text, index))
        self._write(f"put({own}, {self._mask}, {text}, {places})")

    def _leave(self, command: If | While | Loop) -> None:
        """Take the states that left a routine or a loop within a statement out of the mask."""
        inside = tuple(all_commands((command,)))
        parts = []
        if any(isinstance(each, Return) for each in inside):
            parts.append(self._live)
        if self._loops and _breaks(command):
            parts.append(self._loops[-1])
        parts = [each for each in parts if each != self._mask]
        if parts:
            mask = self._mask
            if mask == self.all:
                mask = self._mask = self._fresh("on")
                parts = parts[:1] if len(parts) == 1 else [" & ".join(parts)]
                self._write(f"{mask} = {parts[0]}")
            else:
                self._write(f"{mask} = {' & '.join([mask, *parts])}")

    def _if(self, command: If) -> None:
        outer = self._mask
        if self._is_shared(command.test):
            self._write(f"if {self._text(command.test)}:")
            self._inside(command.body, outer)
            if command.otherwise:
                self._write("else:")
                self._inside(command.otherwise, outer)
            return
        test = self._text(command.test)
        if not isinstance(command.test, Name):
            test = self._fresh("test")
            self._write(f"{test} = {self._text(command.test)}")
        for condition, body in ((test, command.body), (f"~{test}", command.otherwise)):
            if body:
                mask = self._fresh("on")
                self._write(f"{mask} = {outer} & {condition}")
                self._write(f"if {mask}.any():")
                self._inside(body, mask)
        self._mask = outer

    def _inside(self, body: Iterable[Command], mask: str) -> None:
        outer = self._mask
        self._depth += 1
        self._mask = mask
        self._block(body)
        self._mask = outer
        self._depth -= 1

    def _while(self, test: Expression, body: Iterable[Command]) -> None:
        mask = self._fresh("on")
        self._write(f"{mask} = {self._mask}")
        self._write("while True:")
        self._depth += 1
        self._write(f"{mask} = {mask} & {self._text(test, 3)}")
        self._turn(mask, body)
        self._depth -= 1

    def _turn(self, mask: str, body: Iterable[Command]) -> None:
        """One turn of a loop, which ends where no state is in it."""
        self._write(f"if not {mask}.any():")
        self._lines.append((self._depth + 1, "break"))
        outer, self._mask = self._mask, mask
        self._loops.append(mask)
        self._block(body)
        self._loops.pop()
        self._mask = outer

    def _loop(self, loop: Loop) -> None:
        name, mask = self._of(loop.variable), self._fresh("on")
        if not self._is_shared(loop.first):
            raise InternalError(f"{self._routine.name}: a loop from {loop.first}")
        self._shared.add(loop.variable)
        first, last = self._text(loop.first), self._text(loop.last)
        bounds = "" if loop.first == Number(0) else f"{first}, "
        shared = self._is_shared(loop.last)
        if not shared:
            end = self._fresh("last")
            self._write(f"{end} = {last}")
            last = f"largest({end}, {self._mask})"
        self._write(f"{mask} = {self._mask}")
        self._write(f"for {name} in range({bounds}{last}):")
        self._depth += 1
        if not shared:
            self._write(f"{mask} = {mask} & ({name} < {end})")
        self._turn(mask, loop.body)
        self._depth -= 1

    # Expressions

    def _is_shared(self, value: Expression) -> bool:
        match value:
            case Number():
                return True
            case Name(name):
                return name in self._shared
            case Unary(_, operand):
                return self._is_shared(operand)
            case Binary(_, left, right):
                return self._is_shared(left) and self._is_shared(right)
            case Call(function, arguments) if function in FUNCTIONS:
                return all(map(self._is_shared, arguments))
        return False

    def _text(self, value: Expression, least: int = 0) -> str:
        """The text of an expression, in parentheses if it binds less than it has to."""
        text, strength = self._strong(value)
        return text if strength >= least else f"({text})"

    def _strong(self, value: Expression) -> tuple[str, int]:
        match value:
            case Number(number):
                return repr(number), _ATOM if number >= 0 else 5
            case Name(name):
                return self._of(name), _ATOM
            case Element(array, index):
                return self._element(array, index), _ATOM
            case Unary("not", operand):
                if self._is_shared(operand):
                    return f"not {self._text(operand, _ATOM)}", 0
                return f"~{self._text(operand, _ATOM)}", 6
            case Unary(operation, operand):
                return f"{operation}{self._text(operand, 5)}", 4
            case Binary(operation, left, right):
                strength = _LOOSEST[operation]
                if strength <= 2:  # & and | bind more than comparisons
                    sides = self._text(left, 3), self._text(right, 3)
                    return f" {_WORDS.get(operation, operation)} ".join(sides), strength
                first, second = self._text(left, strength), self._text(right, strength + 1)
                return f"{first} {operation} {second}", strength
            case Call(function, arguments):
                return self._call(function, arguments), _ATOM
            case Formula(edge):
                return self._formula(edge), 0
        raise InternalError(f"{self._routine.name}: cannot print {value}")

    def _element(self, array: str, index: tuple[Expression, ...]) -> str:
        if all(map(self._is_shared, index)):
            return f"{self._of(array)}[{', '.join(map(self._text, index))}]"
        return f"at({self._of(array)}, {self._mask}, {', '.join(map(self._text, index))})"

    def _call(self, function: str, arguments: tuple[Expression, ...]) -> str:
        texts = [self._text(each) for each in arguments]
        if function == "float" and not self._is_shared(arguments[0]):
            return f"({self._text(arguments[0])}).astype(float)"
        if function in self._others:
            return f"{function}({', '.join([*texts, self._mask])})"
        name = _NAMES.get(function, function)
        return f"{name}({', '.join(texts)})"


def _breaks(command: If | While | Loop) -> bool:
    """True if a statement within leaves the loop around."""
    if not isinstance(command, If):
        return False
    return any(
        isinstance(each, Break) or (isinstance(each, If) and _breaks(each))
        for each in (*command.body, *command.otherwise)
    )


def _assigned_once(routine: Routine) -> frozenset[str]:
    """The scalars that are assigned once, in no loop: no state needs what was there before."""
    within = {
        id(each)
        for loop in all_commands(routine.body)
        if isinstance(loop, While | Loop)
        for each in all_commands(loop.body)
    }
    count: Counter[str] = Counter()
    for each in all_commands(routine.body):
        match each:
            case Assign(Name(name), _):
                count[name] += 1 if id(each) not in within else 2
    return frozenset(name for name, times in count.items() if times == 1)
