"""Accept only regular expressions in queries that take a bounded time on any text.

Python's engine backtracks, so `(a+)+$` can run for ever. Expressions that could do so are refused
when a rule is read. ast-grep's own expressions are safe: Rust's engine does not backtrack.
"""

import functools
import math
import re
import warnings
from itertools import chain, zip_longest
from typing import Any

MAXIMUM_TEXT = 200  # characters of a node's text that are searched
MAXIMUM_REPEATS = 3  # unbounded, one after the other: each multiplies the time by the text's length
MAXIMUM_BOUND = 100
MAXIMUM_WAYS = (MAXIMUM_TEXT + 1) ** MAXIMUM_REPEATS  # to read a text: each may be tried

# The parser of `re` itself: nothing public gives access to the parts of an expression.
_parser: Any = re._parser  # type: ignore[attr-defined]
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_OTHER = 128
_ALL = frozenset(range(_OTHER + 1))
_CATEGORIES = {
    "DIGIT": frozenset(map(ord, "0123456789")),
    "SPACE": frozenset(map(ord, " \t\n\r\f\v")),
    "WORD": frozenset(at for at in range(_OTHER) if chr(at).isalnum() or chr(at) == "_"),
}
_REFUSED = {
    "GROUPREF": "a back reference",
    "GROUPREF_EXISTS": "a back reference",
    "ASSERT": "a lookahead or lookbehind",
    "ASSERT_NOT": "a lookahead or lookbehind",
}


class ExpressionRefused(Exception):
    """An expression is not accepted; the message says why."""


def compile_expression(pattern: str) -> re.Pattern[str]:
    """Compile an expression. Raises ExpressionRefused if it is invalid or may take too long."""
    try:
        with warnings.catch_warnings():
            # Later versions of Python may read some syntax differently and warn about it.
            warnings.simplefilter("ignore")
            tree = _parser.parse(pattern)
            expression = re.compile(pattern)
        repeats = _count_unbounded_repeats(tree, pattern, inside=False)
        ways = _count_ways(tree)
    except (re.error, OverflowError, RecursionError) as error:
        raise ExpressionRefused(f"{pattern!r} is not a valid expression: {error}") from error
    if repeats > MAXIMUM_REPEATS:
        raise ExpressionRefused(f"{pattern!r} has more than {MAXIMUM_REPEATS} of '*' and '+'")
    if ways > MAXIMUM_WAYS:
        raise ExpressionRefused(f"{pattern!r} has too many choices, which can take very long")
    return expression


def estimate_steps(expression: re.Pattern[str], length: int) -> int:
    """Return about how many steps a search in a text takes at most."""
    degree = _find_degree(expression.pattern)
    return int(length**degree // math.factorial(degree))


@functools.lru_cache(maxsize=1_000)
def _find_degree(pattern: str) -> int:
    """Return the power of a text's length that bounds the steps of a search."""
    tree = _parser.parse(pattern)
    repeats = _count_unbounded_repeats(tree, pattern, inside=False)
    starts_anywhere = not tree or str(tree[0][1]) != "AT_BEGINNING"
    return min(repeats + starts_anywhere, 4)


def _is_ended(repeated: Any, following: Any) -> bool:
    """Whether a repeat of one character ends where the next one follows: `[^,]*,`."""
    if following is not None and str(following[0]) in _REPEATS and following[1][0] > 0:
        (following, *_) = following[1][2]
    characters = _list_characters(repeated[0]) if len(repeated) == 1 else None
    next_characters = _list_characters(following) if following is not None else None
    if characters is None or next_characters is None:
        return False
    return characters.isdisjoint(next_characters)


def _list_characters(item: Any) -> frozenset[int] | None:
    """Return the characters that an item stands for, or None if it is not one character. _OTHER
    stands for all that are not in ASCII.
    """
    operator, argument = item
    match str(operator):
        case "LITERAL":
            return frozenset((min(argument, _OTHER),))
        case "NOT_LITERAL":
            return _ALL - {argument}
        case "ANY":
            return _ALL - {ord("\n")}
        case "RANGE":
            return frozenset(range(min(argument[0], _OTHER), min(argument[1], _OTHER) + 1))
        case "CATEGORY":
            kind = str(argument).removeprefix("CATEGORY_")
            found = _CATEGORIES.get(kind.removeprefix("NOT_"), _ALL)
            return _ALL - found if kind.startswith("NOT_") else found
        case "IN":
            is_negated = str(argument[0][0]) == "NEGATE"
            parts = (_list_characters(part) or _ALL for part in argument[is_negated:])
            found = frozenset(chain.from_iterable(parts))
            return _ALL - found if is_negated else found
    return None


def _count_ways(tree: Any) -> int:
    """Count the ways to read a text, at most: the choices and the numbers of repeats."""
    ways = 1
    items = list(tree)
    for (operator, argument), following in zip_longest(items, items[1:]):
        name = str(operator)
        if name in _REPEATS:
            least, most, repeated = argument
            if not _is_ended(repeated, following):
                ways *= max(1, min(most, MAXIMUM_TEXT) - least + 1) * _count_ways(repeated)
        elif name == "BRANCH":
            ways *= sum(_count_ways(branch) for branch in argument[1])
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            ways *= _count_ways(argument[-1] if name == "SUBPATTERN" else argument)
    return ways


def _count_unbounded_repeats(tree: Any, pattern: str, *, inside: bool) -> int:
    """Count the unbounded repeats. Raises ExpressionRefused for one within another (`inside`)."""
    count = 0
    for operator, argument in tree:
        name = str(operator)
        if name in _REFUSED:
            raise ExpressionRefused(f"{pattern!r} has {_REFUSED[name]}, which can take very long")
        if name in _REPEATS:
            least, most, repeated = argument
            if inside and least != most:
                raise ExpressionRefused(
                    f"{pattern!r} repeats an inner repeat, which can take very long"
                )
            if most == _parser.MAXREPEAT or most > MAXIMUM_BOUND:
                count += 1
            _count_unbounded_repeats(repeated, pattern, inside=inside or most > 1)
        elif name == "BRANCH":
            if inside:
                what = "repeats a choice, which can take very long: write [ab] for (a|b)"
                raise ExpressionRefused(f"{pattern!r} {what}")
            count += max(
                _count_unbounded_repeats(branch, pattern, inside=inside) for branch in argument[1]
            )
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            inner = argument[-1] if name == "SUBPATTERN" else argument
            count += _count_unbounded_repeats(inner, pattern, inside=inside)
    return count
