"""A reader of Julia: the little of the language that printed files use, with Julia's meaning.

No Julia can be had from the Python index or from Debian. A text is parsed by tree-sitter's grammar
of Julia, which has nothing of ours, and its tree is evaluated. What is not known here, or means
something else than one might think, is an error.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import tree_sitter
import tree_sitter_julia

from printers.julia_numbers import (
    BASE,
    JuliaError,
    array,
    converted,
    elements,
    integer,
    kind,
    operated,
    promoted,
)

_WORDS = """
baremodule begin break catch const continue do else elseif end export false finally for function
global if import let local macro module quote return struct true try using while
in isa where
"""
KEYWORDS = frozenset(_WORDS.split())
_SIGN = re.compile(r"([*/-])(?=\()")
_COMPARISONS = {
    **{"==": operator.eq, "!=": operator.ne, "<": operator.lt},
    **{"<=": operator.le, ">": operator.gt, ">=": operator.ge},
}
_PACKAGES = ("LinearAlgebra", "Printf")


BREAK: tuple[Any] = ("break",)
"""The outcome of a statement that leaves its loop."""


class Fields:
    """A NamedTuple."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields


def parsed(text: str) -> tree_sitter.Node:
    """The tree of a text whose syntax is right.

    The grammar takes ``-(a + b)^2`` for a power of ``-(a + b)``, and in ``2*(a + b)^2`` the sign
    for a function; Julia does not. Spaces about the sign, which Julia does not mind, help.
    """
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_julia.language()))
    root = parser.parse(_SIGN.sub(r" \1 ", text).encode()).root_node
    for node in walked(root):
        if node.is_error or node.is_missing:
            line = text.splitlines()[node.start_point.row]
            raise JuliaError(f"syntax: line {node.start_point.row + 1}: {line}")
    return root


def walked(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """A node and all below it, however deep."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(top.children))


def text_of(node: tree_sitter.Node) -> str:
    """The text of a node."""
    assert node.text is not None
    return node.text.decode()


def parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The children of a node without signs and comments."""
    return [child for child in node.named_children if child.type != "line_comment"]


def separated(row: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The elements of a row; the grammar takes ``0 a`` for a juxtaposition, Julia for two."""
    found: list[tree_sitter.Node] = []
    for each in parts(row):
        apart = each.type == "juxtaposition_expression" and " " in text_of(each)
        found += separated(each) if apart else [each]
    return found


class Julia:
    """A session.

    Args:
        folder: where files that are included lie.

    Attributes:
        said: the lines that were printed.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.used: set[str] = set()
        printed = {"println": self._println, "include": self._include}
        self.globals: dict[str, Any] = {**BASE, **printed}

    def run(self, text: str) -> None:
        """Evaluate a file."""
        frame = _Frame(self, frozenset(), self.globals)
        with np.errstate(all="ignore"):
            for node in parts(parsed(text)):
                frame.done(node)

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function that was defined."""
        with np.errstate(all="ignore"):
            return self.globals[name](*arguments)

    def _println(self, *texts: str | int) -> None:
        if any(kind(each) is not int for each in texts if not isinstance(each, str)):
            raise JuliaError("println of a number with a fraction")  # its digits are Julia's own
        self.said.append("".join(map(str, texts)))

    def _include(self, file: str) -> None:
        assert self.folder is not None
        self.run((self.folder / file).read_text(encoding="utf-8"))


class _Frame:
    """Where names have values: a call of a function, or the file.

    A name that a function assigns anywhere is its own everywhere in it. In a function that finds a
    number type ``T``, everything else that it assigns must be of that type, and no operation may be
    one of whole numbers alone: Julia would go on with other types, or let them wrap around.
    """

    def __init__(self, julia: Julia, own: frozenset[str], names: dict[str, Any]) -> None:
        self.julia, self.own, self.names = julia, own, names

    # Statements

    def done(self, node: tree_sitter.Node) -> tuple[Any] | None:
        """Execute a statement; what it returns, in a tuple, if it does, or `BREAK`."""
        match node.type:
            case "if_statement":
                return self._branched(node)
            case "while_statement":
                condition, *body = parts(node)
                return self._repeated(iter(lambda: _truth(self.value(condition)), False), body)
            case "break_statement":
                return BREAK
            case "assignment":
                left, _, right = parts(node)
                value = self.value(right)
                if left.type == "open_tuple":
                    for name, each in zip(parts(left), value, strict=True):
                        self._assign(name, each)
                else:
                    self._assign(left, value)
            case "return_statement":
                return (self.value(*parts(node)),)
            case "function_definition":
                self._define(node)
            case "using_statement":
                (package,) = map(text_of, parts(node))
                if package not in _PACKAGES:
                    raise JuliaError(f"no package {package}")
                self.julia.used.add(package)
            case "for_statement":
                binding, *body = parts(node)
                return self._repeated(self._bound([binding]), body)
            case _:
                self.value(node)
        return None

    def _branched(self, node: tree_sitter.Node) -> tuple[Any] | None:
        """The statements under the first condition that holds."""
        condition, *body = parts(node)
        if _truth(self.value(condition)):
            return self._block(
                [each for each in body if each.type not in ("elseif_clause", "else_clause")]
            )
        for clause in body:
            if clause.type == "elseif_clause":
                test, *inside = parts(clause)
                if _truth(self.value(test)):
                    return self._block(inside)
            elif clause.type == "else_clause":
                return self._block(parts(clause))
        return None

    def _block(self, body: Iterable[tree_sitter.Node]) -> tuple[Any] | None:
        for statement in body:
            ended = self.done(statement)
            if ended is not None:
                return ended
        return None

    def _repeated(self, turns: Iterator[Any], body: list[tree_sitter.Node]) -> tuple[Any] | None:
        """The turns of a loop; what it assigns first is its own and has no value behind it."""
        known = set(self.names)
        for _ in turns:
            ended = self._block(body)
            if ended is not None and ended is not BREAK:
                return ended
            for name in set(self.names) - known if self.own else ():
                del self.names[name]
            if ended is BREAK:
                break
        for name in set(self.names) - known if self.own else ():
            del self.names[name]
        return None

    def _assign(self, node: tree_sitter.Node, value: Any) -> None:
        if node.type == "index_expression":
            owner, index = parts(node)
            array = self.value(owner)
            if array.dtype == np.int64 and kind(value) is not int:
                raise JuliaError(f"{value} in an array of whole numbers")
            array[self._places(array, index)] = value
            return
        name = text_of(node)
        if node.type != "identifier" or name in KEYWORDS:
            raise JuliaError(f"{name} cannot be assigned")
        if "T" in self.names and name != "T" and elements(value) is not self.names["T"]:
            raise JuliaError(f"{name} is a {elements(value).__name__}, not of the type T")
        self.names[name] = value

    def _bound(self, bindings: list[tree_sitter.Node]) -> Iterator[None]:
        """Give names their values, one after the other, the last binding fastest."""
        if not bindings:
            yield None
            return
        name, _, values = parts(bindings[0])
        found = self.value(values)
        for each in [found] if isinstance(found, np.floating) else found:  # a number is its own row
            self._assign(name, each)
            yield from self._bound(bindings[1:])

    def _define(self, node: tree_sitter.Node) -> None:
        signature, *body = parts(node)
        name, given = parts(parts(signature)[0])
        arguments = [text_of(each) for each in parts(given)]
        assigned = [
            each
            for statement in body
            for below in walked(statement)
            if below.type in ("assignment", "for_binding")
            for each in [below.named_children[0]]
        ]
        own = frozenset({*map(text_of, assigned), *arguments})
        if len(set(arguments)) != len(arguments) or KEYWORDS & own:
            raise JuliaError(f"the names of {text_of(name)}")

        def function(*values: Any) -> Any:
            names = dict(zip(arguments, values, strict=True))
            frame = _Frame(self.julia, own, names)
            returned = frame._block(body)
            return None if returned is None else returned[0]

        self._assign(name, function)

    # Values

    def value(self, node: tree_sitter.Node) -> Any:
        """The value of an expression."""
        match node.type:
            case "integer_literal":
                return integer(int(text_of(node)))
            case "float_literal":
                return np.float64(text_of(node))
            case "identifier":
                return self._named(text_of(node))
            case "string_literal":
                if any(child.type != "content" for child in parts(node)):
                    raise JuliaError(f"a string with a meaning: {text_of(node)}")
                return "".join(map(text_of, parts(node)))
            case "parenthesized_expression":
                return self.value(*parts(node))
            case "unary_expression":
                sign, operand = parts(node)
                if text_of(sign) == "!":
                    return not _truth(self.value(operand))
                if text_of(sign) != "-":
                    raise JuliaError(f"the operator {text_of(sign)}")
                value = self.value(operand)
                return integer(-value) if kind(value) is int else -value
            case "binary_expression":
                return self._binary(node)
            case "boolean_literal":
                return text_of(node) == "true"
            case "call_expression":
                callee, given = parts(node)
                if text_of(callee) == "!":
                    return not _truth(self.value(*parts(given)))
                function = self.value(callee)
                values = [self.value(each) for each in parts(given)]
                return (
                    converted(function, *values)
                    if isinstance(function, type)
                    else function(*values)
                )
            case "field_expression":
                owner, name = parts(node)
                return self.value(owner).fields[text_of(name)]
            case "index_expression":
                return self._indexed(*parts(node))
            case "vector_expression":
                values = [self.value(each) for each in parts(node)]
                if any(isinstance(each, np.ndarray | str) for each in values):
                    return values
                return array(values, promoted(*map(kind, values)))
            case "matrix_expression":
                flat = [each for row in self._rows(node) for each in row]
                return self._matrix(node, promoted(*map(kind, flat)))
            case "comprehension_expression":
                what, *clauses = parts(node)
                bindings = [parts(clause)[0] for clause in clauses]
                inner = _Frame(self.julia, self.own, dict(self.names))
                return [inner.value(what) for _ in inner._bound(bindings)]
            case "ternary_expression":
                condition, yes, no = parts(node)
                return self.value(yes if _truth(self.value(condition)) else no)
            case "range_expression":
                first, last = map(self.value, parts(node))
                return range(first, last + 1)
            case "open_tuple":
                return tuple(map(self.value, parts(node)))
            case "tuple_expression":
                if all(each.type == "integer_literal" for each in parts(node)):
                    return tuple(map(self.value, parts(node)))
                pairs = [parts(field) for field in parts(node)]
                return Fields({text_of(name): self.value(value) for name, value in pairs})
            case "macrocall_expression":
                return self._sprintf(node)
        raise JuliaError(f"{node.type}: {text_of(node)}")

    def _named(self, name: str) -> Any:
        if name in KEYWORDS or not name.strip("_"):
            raise JuliaError(f"{name} cannot be read")
        if name in self.names:
            return self.names[name]
        if name in self.own or name not in self.julia.globals:
            raise JuliaError(f"UndefVarError: {name}")
        return self.julia.globals[name]

    def _binary(self, node: tree_sitter.Node) -> Any:
        """Operations from left to right: a sum of many terms is as deep as it is long."""
        operations = []
        while node.type == "binary_expression":
            operations.append(parts(node))
            node = operations[-1][0]
        value = self.value(node)
        for left, sign, right in reversed(operations):
            value = self._operated(value, left, sign, right)
        return value

    def _operated(
        self,
        value: Any,
        left: tree_sitter.Node,
        between: tree_sitter.Node,
        right: tree_sitter.Node,
    ) -> Any:
        sign = text_of(between)
        if (left.end_byte == between.start_byte) != (between.end_byte == right.start_byte):
            raise JuliaError(f"a space on one side of {sign}, which separates elements of arrays")
        if sign in ("&&", "||"):
            return self.value(right) if _truth(value) is (sign == "&&") else value
        if sign in _COMPARISONS:
            return bool(_COMPARISONS[sign](value, self.value(right)))
        if sign == "\\" and "LinearAlgebra" not in self.julia.used:
            raise JuliaError("LinearAlgebra is not used")
        other = self.value(right)
        if "T" in self.names and int is type(value) is type(other):
            raise JuliaError(f"whole numbers alone: {value} {sign} {other}")
        return operated(sign, value, other)

    def _indexed(self, owner: tree_sitter.Node, index: tree_sitter.Node) -> Any:
        value = self.value(owner)
        if isinstance(value, type):  # T[...]
            if index.type == "matrix_expression":
                return self._matrix(index, value)
            return array([self.value(each) for each in parts(index)], value)
        if isinstance(value, list):  # of texts
            return value[self.value(*parts(index)) - 1]
        found = value[self._places(value, index)]
        return int(found) if isinstance(found, np.integer) else found

    def _places(self, value: Any, index: tree_sitter.Node) -> tuple[Any, ...]:
        """The places that indices stand for, each within the array."""
        places: list[Any] = []
        for extent, each in zip(value.shape, parts(index), strict=True):
            if text_of(each) == ":":
                places.append(slice(None))
                continue
            place = self.value(each)
            first, last = (place[0], place[-1]) if isinstance(place, range) and place else (1, 1)
            if not isinstance(place, range):
                first = last = place
            if not 1 <= first <= last <= extent:
                raise JuliaError(f"BoundsError: {text_of(index)} of {value.shape}")
            several = isinstance(place, range)
            places.append(slice(first - 1, first - 1 + len(place)) if several else place - 1)
        return tuple(places)

    def _rows(self, node: tree_sitter.Node) -> list[list[Any]]:
        """The elements of a matrix; what has spaces or signs must have parentheses."""
        rows = [separated(row) for row in parts(node)]
        for row in rows:
            for each in row:
                if each.type in ("binary_expression", "unary_expression"):
                    raise JuliaError(f"spaces separate elements: {text_of(node)}")
        return [[self.value(each) for each in row] for row in rows]

    def _matrix(self, node: tree_sitter.Node, to: type) -> Any:
        rows = self._rows(node)
        if len({len(row) for row in rows}) != 1 or len(rows[0]) == 1:
            raise JuliaError(f"no matrix: {text_of(node)}")  # a column is a vector
        return np.array([array(row, to) for row in rows])

    def _sprintf(self, node: tree_sitter.Node) -> str:
        name, given = parts(node)
        if text_of(name) != "@sprintf" or "Printf" not in self.julia.used:
            raise JuliaError(text_of(name))
        form, *values = (self.value(each) for each in parts(given))
        return str(form % tuple(values))


def _truth(value: Any) -> bool:
    """A condition, which in Julia is a Bool and no number."""
    if not isinstance(value, bool):
        raise JuliaError(f"TypeError: {value} is no Bool")
    return value
