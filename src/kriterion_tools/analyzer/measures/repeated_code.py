"""Find code that stands in a file twice or more: statements in a row, or one long expression.

Each token has a form: a name, a literal, or itself. Sums over the tokens before each one give a
number for any piece of code in constant time, so pieces of the same form are found without
comparing them; then only these are compared token by token, for what differs.
"""

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from kriterion_tools.analyzer.measures.function_measures import count_functions
from kriterion_tools.analyzer.measures.token_outline import NONE, Outline
from kriterion_tools.analyzer.source import Match
from kriterion_tools.grammars import list_kinds

LEAST_TOKENS = 5  # of an expression: the least that a rule can ask for
MAXIMUM_COMPARED = 300_000  # tokens in one file
MAXIMUM_EARLIER = 6  # pieces of the same form with which each is compared
MAXIMUM_COPIES = 40  # of one piece
MAXIMUM_GROUPS = 3  # that are reported: the longest

_OPERATOR = 1_000_000  # above all kinds: in some grammars, an operator's kind does not say which
_BASE, _MODULUS = 1_000_003, (1 << 61) - 1
_BRACKETS = frozenset("(){}[]")
_PUNCTUATION = _BRACKETS | {",", ";", ".", ":", "::", "->", "=>", "begin", "end", "do", "then"}
_OPPOSITES = (
    (b"left", b"right"),
    (b"next", b"previous"),
    (b"next", b"prev"),
    (b"head", b"tail"),
    (b"front", b"back"),
)

Piece = tuple[int, int]  # its first token, and the one after its last


@dataclass(slots=True, kw_only=True, eq=False)
class TokenSums:
    """Numbers from which those of any piece of code follow."""

    exact: list[int]  # what each token is: its kind, or below 0 for a name or a literal
    texts: list[bytes]  # of names and literals: -1 stands for the first
    weights: list[int]  # how many tokens before each one count: no punctuation, no types
    form_sums: list[int]
    powers: list[int]

    def find_form(self, first: int, end: int) -> int:
        """Return a number that pieces of the same form share."""
        return (self.form_sums[end] - self.form_sums[first] * self.powers[end - first]) % _MODULUS

    def weigh(self, first: int, end: int) -> int:
        """Return the number of tokens without punctuation."""
        return self.weights[end] - self.weights[first]


@dataclass(slots=True, kw_only=True, eq=False)
class PieceTable:
    """What may be a copy: statements and expressions in functions."""

    buckets: list[list[int]] = field(default_factory=list)  # nodes of the same form, at least two
    # Statements in a row: the nodes of each block, and the place of each in its block.
    blocks: dict[int, list[int]] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class _Search:
    outline: Outline
    sums: TokenSums
    pieces: PieceTable
    tokens: int
    differing: int
    compared: int = 0

    def weigh(self, node: int, end: int) -> int:
        """Return the number of tokens from a node on; of a function, only its body counts."""
        first = self.outline.firsts[self.outline.bodies.get(node, node)]
        return self.sums.weigh(first, end)

    def list_buckets(self) -> Iterator[list[int]]:
        """Yield nodes of the same form that are long enough, or begin something that may be."""
        for nodes in self.pieces.buckets:
            end = self.outline.ends[nodes[0]]
            if self.weigh(nodes[0], end) >= self.tokens:
                yield nodes
            else:
                statements = [node for node in nodes if node in self.pieces.places]
                if len(statements) > 1:
                    yield statements


def find_copies(outline: Outline, tokens: int, differing: int, copies: int) -> Iterator[Match]:
    """Find pieces of at least so many tokens that stand in functions so many times, apart from at
    most `differing` names or literals. What contains a copy is reported instead of it.
    """
    search = _Search(
        outline=outline,
        sums=sum_tokens(outline),
        pieces=outline.share(_collect_pieces),
        tokens=tokens,
        differing=differing,
    )
    groups = _find_pairs(search) if copies == 2 else _find_clusters(search, copies)
    for group in groups[:MAXIMUM_GROUPS]:
        yield from _make_matches(search, group)


def sum_tokens(outline: Outline) -> TokenSums:
    """Return the sums of a file; those of an earlier call if there are any."""
    return outline.share(_sum_all)


def _sum_all(outline: Outline) -> TokenSums:
    content = outline.source.content
    numbers: dict[bytes, int] = {}
    exact, weighty = [], []
    light = _list_light_kinds(outline.source.language)
    in_types = {node for node, kind in enumerate(outline.node_kinds) if kind in light}
    forms = outline.forms
    for token, form in enumerate(forms):
        if form < 0:
            text = content[outline.starts[token] : outline.stops[token]]
            exact.append(-1 - numbers.setdefault(text, len(numbers)))
        elif form in outline.kinds.operators:
            text = content[outline.starts[token] : outline.stops[token]]
            exact.append(_OPERATOR + numbers.setdefault(text, len(numbers)))
        else:
            exact.append(form)
        is_light = outline.token_kinds[token] in light or outline.token_parents[token] in in_types
        weighty.append(not is_light)
    sums, powers = [0], [1]
    for form in forms:
        sums.append((sums[-1] * _BASE + form + 3) % _MODULUS)
        powers.append(powers[-1] * _BASE % _MODULUS)
    weights = list(accumulate(weighty, initial=0))
    return TokenSums(
        exact=exact, texts=list(numbers), weights=weights, form_sums=sums, powers=powers
    )


@functools.cache
def _list_light_kinds(language: str) -> frozenset[int]:
    """Return the kinds that do not count: punctuation, and types, which languages repeat."""
    kinds = enumerate(list_kinds(language))
    return frozenset(at for at, kind in kinds if kind in _PUNCTUATION or "type" in kind)


@functools.cache
def _list_left_out(language: str) -> frozenset[int]:
    """Return the kinds that are no copies."""
    kinds = enumerate(list_kinds(language))
    return frozenset(at for at, kind in kinds if "parameter" in kind or "type" in kind)


def list_statements(outline: Outline) -> dict[int, list[int]]:
    """Return the nodes directly in each block, by block."""
    blocks: dict[int, list[int]] = defaultdict(list)
    kinds, parents = outline.node_kinds, outline.parents
    of_blocks = outline.kinds.blocks
    for node, parent in enumerate(parents):
        if parent != NONE and kinds[parent] in of_blocks:
            blocks[parent].append(node)
    return blocks


def _collect_pieces(outline: Outline) -> PieceTable:
    """Return the nodes in functions by form: statements, and all that have enough tokens."""
    sums = sum_tokens(outline)
    blocks = list_statements(outline)
    places = {node: at for block in blocks.values() for at, node in enumerate(block)}
    tested = {count.node for count in count_functions(outline) if _is_test(count.name)}
    left_out = _list_left_out(outline.source.language)
    buckets: dict[int, list[int]] = defaultdict(list)
    inside: list[bool] = []
    for node, parent in enumerate(outline.parents):
        is_inside = node not in tested and (
            node in outline.functions or (parent != NONE and inside[parent])
        )
        inside.append(is_inside and outline.node_kinds[node] not in left_out)
        if not inside[node] or outline.node_kinds[node] in outline.kinds.cases:
            continue
        first, end = outline.firsts[node], outline.ends[node]
        is_whole = parent != NONE and (outline.firsts[parent], outline.ends[parent]) == (first, end)
        if is_whole and inside[parent] and node not in places:
            continue  # the same tokens again
        if sums.weigh(first, end) >= (2 if node in places else LEAST_TOKENS):
            buckets[sums.find_form(first, end)].append(node)
    same = [nodes for nodes in buckets.values() if len(nodes) > 1]
    return PieceTable(buckets=same, blocks=blocks, places=places)


def _is_test(name: str) -> bool:
    return name.lower().startswith("test")


def _find_pairs(search: _Search) -> list[list[Piece]]:
    """Return groups of two or more pieces, each as long as possible."""
    pairs: list[tuple[int, Piece, Piece]] = []
    for nodes in search.list_buckets():
        for at, later in enumerate(nodes):
            for earlier in nodes[max(0, at - MAXIMUM_EARLIER) : at]:
                pair = _extend(search, earlier, later)
                if pair is not None:
                    pairs.append((search.sums.weigh(*pair[0]), *pair))
    pairs.sort(key=lambda pair: (-pair[0], pair[1:]))
    covered = _Cover(len(search.outline.forms))
    groups: dict[Piece, list[Piece]] = {}
    for _, one, other in pairs:
        if one in groups:
            if other not in groups and not covered.holds(other):
                groups[other] = groups[one]
                groups[one].append(other)
                covered.add(other)
        elif other in groups:
            continue
        elif not (covered.holds(one) or covered.holds(other)):
            groups[one] = groups[other] = [one, other]
            covered.add(one)
            covered.add(other)
    return list({id(group): sorted(group) for group in groups.values()}.values())


class _Cover:
    """Tokens that belong to a group already."""

    def __init__(self, tokens: int) -> None:
        self._covered = bytearray(tokens)

    def holds(self, piece: Piece) -> bool:
        return self._covered.find(1, *piece) >= 0

    def add(self, piece: Piece) -> None:
        first, end = piece
        self._covered[first:end] = b"\1" * (end - first)


def _extend(search: _Search, one: int, other: int) -> tuple[Piece, Piece] | None:
    """Return the longest pieces that begin with these nodes and are copies; None if too short."""
    outline = search.outline
    differences: dict[tuple[int, int], None] = {}
    if not _compare(search, one, other, differences):
        return None
    first, begin = outline.firsts[one], outline.firsts[other]
    end, stop, head = outline.ends[one], outline.ends[other], one
    for mine, theirs in _list_following(search, one, other):
        if not _compare(search, mine, theirs, differences):
            break
        end, stop = outline.ends[mine], outline.ends[theirs]
    if search.weigh(head, end) < search.tokens:
        return None
    return (first, end), (begin, stop)


def _list_following(search: _Search, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield the statements that follow both, up to where they would overlap."""
    outline, sums = search.outline, search.sums
    if one not in search.pieces.places or other not in search.pieces.places:
        return
    start = outline.firsts[other]
    block, other_block = (search.pieces.blocks[outline.parents[node]] for node in (one, other))
    at, to = search.pieces.places[one] + 1, search.pieces.places[other] + 1
    while at < len(block) and to < len(other_block):
        one, other = block[at], other_block[to]
        pieces = [(outline.firsts[node], outline.ends[node]) for node in (one, other)]
        if pieces[0][1] > start or sums.find_form(*pieces[0]) != sums.find_form(*pieces[1]):
            return
        yield one, other
        at, to = at + 1, to + 1


def _compare(
    search: _Search, one: int, other: int, differences: dict[tuple[int, int], None]
) -> bool:
    """Whether two nodes of the same form differ in few enough names and literals.

    Adds what differs. A name that is replaced throughout counts once, and the names of two
    functions do not count.
    """
    outline, exact = search.outline, search.sums.exact
    first, end = outline.firsts[one], outline.ends[one]
    begin, stop = outline.firsts[other], outline.ends[other]
    if end - first != stop - begin or begin < end or search.compared > MAXIMUM_COMPARED:
        return False
    mine, theirs = exact[first:end], exact[begin:stop]
    search.compared += end - first
    if mine == theirs:
        return True
    found = {pair: None for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]}
    found = differences | found
    allowed = search.differing + (one in outline.functions and search.differing > 0)
    if len(found) > allowed or any(
        pair[0] >= 0 or _are_opposites(search.sums.texts, *pair) for pair in found
    ):
        return False
    differences |= found
    return True


def _are_opposites(texts: Sequence[bytes], one: int, other: int) -> bool:
    """Whether two names are those of the two sides of a structure, which are mirror images."""
    if one >= 0 or other >= 0:
        return False
    mine, theirs = texts[-1 - one].lower(), texts[-1 - other].lower()
    return any(
        (side in mine and mine.replace(side, opposite) == theirs)
        or (side in theirs and theirs.replace(side, opposite) == mine)
        for side, opposite in _OPPOSITES
    )


def _find_clusters(search: _Search, copies: int) -> list[list[Piece]]:
    """Return groups of many pieces, each a copy of the first, as long as all of them allow."""
    outline = search.outline
    groups: list[tuple[int, list[Piece]]] = []
    for nodes in search.list_buckets():
        waiting = nodes[: MAXIMUM_COPIES * 2]
        while len(waiting) >= copies:
            base, *others = waiting
            same = [base]
            for node in others:
                is_apart = outline.firsts[node] >= outline.ends[same[-1]]  # no block of a copy
                if is_apart and _compare(search, base, node, {}):
                    same.append(node)
            waiting = [node for node in others if node not in same]
            if len(same) < copies:
                continue
            pieces = _extend_all(search, same)
            weight = search.weigh(same[0], pieces[0][1])
            if weight >= search.tokens:
                groups.append((weight, pieces))
    groups.sort(key=lambda group: (-group[0], group[1]))
    covered = _Cover(len(outline.forms))
    chosen: list[list[Piece]] = []
    for _, pieces in groups:
        free = [piece for piece in pieces if not covered.holds(piece)]
        if len(free) >= copies:
            chosen.append(free)
            for piece in free:
                covered.add(piece)
    return chosen


def _extend_all(search: _Search, nodes: Sequence[int]) -> list[Piece]:
    """Return the longest pieces that begin with these nodes and are copies of the first."""
    outline = search.outline
    pieces = [(outline.firsts[node], outline.ends[node]) for node in nodes]
    base = nodes[0]
    rows = [list(_list_following(search, base, node)) for node in nodes[1:]]
    differences: list[dict[tuple[int, int], None]] = [{} for _ in rows]
    for node, found in zip(nodes[1:], differences, strict=True):
        _compare(search, base, node, found)
    for step in zip(*rows, strict=False):
        heads = [step[0][0], *(other for _, other in step)]
        ends = [outline.ends[node] for node in heads]
        overlaps = any(
            ends[at] > outline.firsts[nodes[at + 1]]
            for at in range(len(nodes) - 1)
            if nodes[at + 1] > nodes[at]
        )
        if overlaps or not all(
            _compare(search, one, other, found)
            for (one, other), found in zip(step, differences, strict=True)
        ):
            break
        pieces = [(first, end) for (first, _), end in zip(pieces, ends, strict=True)]
    return pieces


def _make_matches(search: _Search, group: Sequence[Piece]) -> Iterator[Match]:
    outline = search.outline
    pieces = group[:MAXIMUM_COPIES]
    lines = [outline.find_row(first) + 1 for first, _ in pieces]
    captured = {
        "$COUNT": str(len(group)),
        "$LINE": str(lines[0]),
        "$LINES": ", ".join(map(str, lines)),
        "$CODE": outline.slice(*pieces[0]).partition("\n")[0],
        "$DIFFERENT": ", ".join(_list_differences(search, pieces)),
    }
    for first, end in pieces:
        yield outline.match(first, end, captured)


def _list_differences(search: _Search, pieces: Sequence[Piece]) -> list[str]:
    """Return what differs between copies, each with its variants: `min / max`."""
    exact = search.sums.exact
    (first, end), *others = pieces
    texts: dict[tuple[int, ...], str] = {}
    for at in range(end - first):
        tokens = [first + at, *(begin + at for begin, stop in others if begin + at < stop)]
        values = tuple(exact[token] for token in tokens)
        if len(set(values)) > 1 and values not in texts:
            variants = dict.fromkeys(search.outline.text(token) for token in tokens)
            texts[values] = " / ".join(variants)
    return list(texts.values())
