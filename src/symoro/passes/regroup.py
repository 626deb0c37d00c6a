"""Regroup sums and products: constants together, common parts once, common factors outside.

Sums and products that are used once dissolve in the sum or product that uses them. Then

    a + x + b             ->  (a + b) + x          where a and b are constant (offline)
    a + b + c, a + b + d  ->  p = a + b; p + c, p + d; likewise for products, up to sign
    x y + x z             ->  x (y + z)

A common pair is taken out where it occurs most often first. Nothing is multiplied out, so the
number of operations never rises.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from symoro.errors import UsageError
from symoro.ir.graph import ADD, MUL, Graph, Op
from symoro.ir.program import Program
from symoro.passes.dag import Dag, Label, System
from symoro.passes.edge_map import EdgeMap
from symoro.passes.emission import emit
from symoro.passes.idle_parameters import idle_parameters
from symoro.passes.pass_ import Pass
from symoro.passes.value_numbering import number_values

Pair = tuple[int, int]


@dataclass(frozen=True)
class Regroup(Pass):
    """Rewrite the sums and products of a program with fewer operations.

    It numbers the values itself: sums and products are regrouped over a graph without names, and
    statements between the two passes would give names to what has none (T1, T2, ...), which
    later appear in the text, and cost the time to write and read them.
    """

    name = "regroup"

    def __call__(self, program: Program) -> Program:
        """Return the program with its sums and products regrouped."""
        return emit(program, regroup_values(essential_values(program), program))


def essential_values(program: Program) -> Dag:
    """Return the values of a program without parameters that no output depends on."""
    dag = number_values(program)
    idle = idle_parameters(dag, program)
    try:
        return number_values(program, idle) if idle else dag
    except UsageError:  # it is divided by one of them
        return dag


def regroup_values(dag: Dag, program: Program) -> Dag:
    """Return the same values by regrouped sums and products."""
    work = _Regrouping(dag, dag.constants(program))
    work.dissolve()
    work.gather_constants()
    work.share(work.products)
    work.factor()
    work.share(work.products)
    work.share(work.sums)
    return work.dag()


class _Regrouping:
    """Sums as lists of signed terms, products as lists of factors, by node.

    New nodes have numbers beyond those of the graph.
    """

    def __init__(self, dag: Dag, constant: set[int]) -> None:
        self.source, self.constant = dag, constant
        self.powers = {lower for lower, _ in dag.lower_powers.values()}
        self.sums: dict[int, list[int]] = {}
        self.products: dict[int, list[int]] = {}
        self.next = len(dag.graph.nodes)
        self.uses = dag.uses
        self.pieces: list[tuple[int, list[int]]] = []  # labelled sums that dissolved

    def dissolve(self) -> None:
        """Take sums and products apart; those that are used once join their users."""
        nodes = self.source.graph.nodes
        for index in self.source.needed_nodes:
            op, operands, datum = nodes[index]
            if op is ADD:
                self.sums[index] = _without_opposites(self._terms(operands))
            elif op is MUL:
                self.products[index] = list(self._factors(operands))
            elif op is Op.POWER and datum == 2 and operands[0] > 0:
                self.products[index] = [operands[0]] * 2
        self.shared = {abs(e) for edges in self.source.outputs for e in edges}

    def _terms(self, operands: Iterable[int]) -> Iterable[int]:
        for edge in operands:
            inner = self.sums.get(abs(edge))
            if inner is not None and self.uses[abs(edge)] == 1 and self._may_dissolve(abs(edge)):
                if abs(edge) in self.source.labels:
                    self.pieces.append((abs(edge), list(inner)))
                del self.sums[abs(edge)]
                yield from (term if edge > 0 else -term for term in inner)
            else:
                yield edge

    def _factors(self, operands: Iterable[int]) -> Iterable[int]:
        for edge in operands:
            inner = self.products.get(edge)
            if inner is not None and self.uses[edge] == 1 and self._may_dissolve(edge):
                del self.products[edge]
                yield from inner
            else:
                yield edge

    def _may_dissolve(self, index: int) -> bool:
        """True if a node may dissolve: constants, and powers of which others are powers, stay."""
        return index not in self.constant and index not in self.powers

    def gather_constants(self) -> None:
        """Put the constant terms of a sum, and the constant factors of a product, together."""
        for table in (self.sums, self.products):
            for index, parts in list(table.items()):
                fixed = [part for part in parts if abs(part) in self.constant]
                if len(fixed) > 1 and index not in self.constant:
                    node = self._add_parts(table, fixed)
                    table[index] = [node, *(p for p in parts if abs(p) not in self.constant)]

    def _add_parts(self, table: dict[int, list[int]], parts: list[int]) -> int:
        node = self.next
        self.next += 1
        table[node] = parts
        if all(abs(part) in self.constant for part in parts):
            self.constant.add(node)
        return node

    def share(self, table: dict[int, list[int]]) -> None:
        """Take out pairs that occur in several sums, or in several products, most often first."""
        places: dict[Pair, set[int]] = defaultdict(set)
        for index, parts in table.items():
            for pair in _pairs(parts):
                places[pair].add(index)
        buckets: dict[int, deque[Pair]] = defaultdict(deque)  # by the number of places
        for pair, users in places.items():
            if len(users) > 1:
                buckets[len(users)].append(pair)
        for size in range(max(buckets, default=0), 1, -1):
            while buckets[size]:
                pair = buckets[size].popleft()
                users = places[pair]
                if len(users) == size:
                    self._take_out(table, pair, sorted(users), places, buckets)
                elif len(users) > 1:
                    buckets[len(users)].append(pair)

    def _take_out(
        self,
        table: dict[int, list[int]],
        pair: Pair,
        users: list[int],
        places: dict[Pair, set[int]],
        buckets: dict[int, deque[Pair]],
    ) -> None:
        whole = [index for index in users if len(table[index]) == 2]
        node = whole[0] if whole else self._add_parts(table, list(pair))
        for index in users:
            if index == node:
                continue
            parts = table[index]
            sign = 1 if pair[0] in parts and pair[1] in parts else -1
            rest = list(parts)
            for part in pair:
                rest.remove(sign * part)
            same = pair[0] in table[node]  # else it is the opposite of the pair
            edge = sign * node if same else -sign * node
            table[index] = [edge, *rest]
            for old in _pairs_of({sign * part for part in pair}, parts):
                places[old].discard(index)
            again = {sign * part for part in pair if sign * part in rest}
            for new in (*_pairs_of({edge}, table[index]), *_pairs_of(again, rest)):
                places[new].add(index)
                if len(places[new]) > 1:
                    buckets[len(places[new])].append(new)

    def factor(self) -> None:
        """Put common factors outside: x y + x z is x (y + z)."""
        used = Counter(abs(t) for terms in self.sums.values() for t in terms)
        used.update(f for factors in self.products.values() for f in factors)
        for index, count in self.uses.items():
            if index in self.products and index not in used:
                used[index] += count
        pending = list(self.sums)
        while pending:
            index = pending.pop()
            while (node := self._factor_out(index, used)) is not None:
                pending.append(node)

    def _factor_out(self, index: int, used: Counter[int]) -> int | None:
        """Take the most frequent factor of a sum's terms out; return the new inner sum."""
        terms = self.sums[index]
        own = [t for t in terms if abs(t) in self.products and self._is_single(abs(t), used)]
        factors = Counter(f for t in own for f in set(self.products[abs(t)]))
        if not factors:
            return None
        best, count = max(factors.items(), key=lambda item: (item[1], -item[0]))
        if count < 2:
            return None
        chosen = [t for t in own if best in self.products[abs(t)]]
        inner = []
        for term in chosen:
            rest = list(self.products.pop(abs(term)))
            rest.remove(best)
            part = rest[0] if len(rest) == 1 else self._add_parts(self.products, rest)
            used[part] += len(rest) > 1
            inner.append(part if term > 0 else -part)
        total = self._add_parts(self.sums, inner)
        product = self._add_parts(self.products, [best, total])
        used[total] = used[product] = 1
        kept = [t for t in terms if t not in chosen]
        if kept:
            self.sums[index] = [product, *kept]
        else:  # the sum is that product
            del self.sums[index]
            self.products[index] = [best, total]
            return None
        return total

    def _is_single(self, index: int, used: Counter[int]) -> bool:
        return used[index] == 1 and index not in self.shared and self.uses.get(index, 1) == 1

    # The graph again

    def dag(self) -> Dag:
        """Return the regrouped values."""
        self._restore()
        return _Rebuilding(self).dag()

    def _restore(self) -> None:
        """Give labelled sums back whose terms are still together: nothing changes but the text."""
        users: dict[int, int] = {}
        for index, terms in self.sums.items():
            for term in terms:
                users[term] = index
        for piece, terms in self.pieces:
            for sign in (1, -1):
                signed = [sign * t for t in terms]
                places = {users.get(t) for t in signed}
                if len(places) != 1 or None in places:
                    continue
                parent = next(iter(places))
                assert parent is not None
                there = self.sums.get(parent, [])
                if len(there) <= len(signed) or any(there.count(t) != 1 for t in signed):
                    continue
                self.sums[piece] = terms
                self.sums[parent] = [sign * piece, *(t for t in there if t not in signed)]
                for t in terms:
                    users.pop(sign * t, None)
                    users[t] = piece
                users[sign * piece] = parent
                break


class _Rebuilding:
    """Makes binary nodes of sums and products, operands first."""

    def __init__(self, work: _Regrouping) -> None:
        self.sums, self.products, self.source = work.sums, work.products, work.source
        self.unknowns = {node: each for each in self.source.systems for node in each.nodes}
        self.graph = Graph()
        self.edges = EdgeMap(self.graph)
        self.systems: dict[int, System] = {}

    def dag(self) -> Dag:
        for edges in self.source.outputs:
            for edge in edges:
                self._build(abs(edge))
        outputs = tuple(map(self.edges.edges, self.source.outputs))
        labels: dict[int, Label] = {}
        for index, label in self.source.labels.items():
            edge = self.edges.get(index, 0)
            if edge and abs(edge) not in labels and not self.graph.is_atom(edge):
                labels[abs(edge)] = label if edge > 0 else Label(label.name, -label.sign)
        return Dag(self.graph, labels, outputs, tuple(self.systems.values()))

    def _operands(self, index: int) -> Sequence[int]:
        for table in (self.sums, self.products):
            if index in table:
                return table[index]
        if index in self.unknowns:
            return self.unknowns[index].matrix + self.unknowns[index].right
        return self.source.graph.nodes[index].operands

    def _build(self, index: int) -> None:
        """Make a node, after all that it needs."""
        edges, stack = self.edges, [index]
        while stack:
            top = stack[-1]
            if top in edges:
                stack.pop()
                continue
            waiting = [abs(o) for o in self._operands(top) if abs(o) not in edges]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            self._make(top)

    def _make(self, index: int) -> None:
        """Make a node whose operands are there."""
        graph, edges = self.graph, self.edges
        if index in self.sums:
            total = 0
            for term in self.sums[index]:
                total = graph.add(total, edges[term] if term >= 0 else -edges[-term])
            edges[index] = total
        elif index in self.products:
            product = 1
            for factor in self.products[index]:
                product = graph.mul(product, edges[factor] if factor >= 0 else -edges[-factor])
            edges[index] = product
        elif index in self.unknowns:
            system = self.unknowns[index]
            matrix, right = edges.edges(system.matrix), edges.edges(system.right)
            nodes = graph.solve(system.names, matrix, right)
            edges.update(zip(system.nodes, nodes, strict=True))
            self.systems[system.nodes[0]] = system._replace(nodes=nodes, matrix=matrix, right=right)
        else:
            edges[index] = edges.rebuild(self.source.graph.nodes[index])


def _without_opposites(terms: Iterable[int]) -> list[int]:
    """The terms of a sum, less those that cancel."""
    kept: list[int] = []
    for term in terms:
        if -term in kept:
            kept.remove(-term)
        else:
            kept.append(term)
    return kept


def _pairs(parts: list[int]) -> set[Pair]:
    """The pairs of a list."""
    return {_pair(*parts)} if len(parts) == 2 else {_pair(*two) for two in combinations(parts, 2)}


def _pairs_of(some: set[int], parts: list[int]) -> list[Pair]:
    """The pairs of a list that some of its elements are in."""
    pairs = []
    for part in some:
        at = parts.index(part)
        pairs += [_pair(part, other) for other in (*parts[:at], *parts[at + 1 :])]
    return pairs


def _pair(a: int, b: int) -> Pair:
    """A pair up to sign: with a positive first element, sorted by node."""
    if abs(a) > abs(b):
        a, b = b, a
    return (a, b) if a > 0 else (-a, -b)
