"""Accept only regular expressions in queries that take a bounded time on any text.

Python's engine backtracks, so `(a+)+$` can run for ever. Expressions that could do so are refused
when a rule is read. ast-grep's own expressions are safe: Rust's engine does not backtrack.
"""

import re
import warnings
from typing import Any

MAXIMUM_TEXT = 200  # characters of a node's text that are searched
MAXIMUM_REPEATS = 3  # unbounded, one after the other: each multiplies the time by the text's length
MAXIMUM_BOUND = 100

# The parser of `re` itself: nothing public gives access to the parts of an expression.
_parser: Any = re._parser  # type: ignore[attr-defined]
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
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
    except (re.error, OverflowError, RecursionError) as error:
        raise ExpressionRefused(f"{pattern!r} is not a valid expression: {error}") from error
    if _count_unbounded_repeats(tree, pattern, inside=False) > MAXIMUM_REPEATS:
        raise ExpressionRefused(f"{pattern!r} has more than {MAXIMUM_REPEATS} of '*' and '+'")
    return expression


def estimate_steps(expression: re.Pattern[str], length: int) -> int:
    """Return about how many steps a search in a text takes at most."""
    tree = _parser.parse(expression.pattern)
    repeats = _count_unbounded_repeats(tree, expression.pattern, inside=False)
    starts_anywhere = not tree or str(tree[0][1]) != "AT_BEGINNING"
    return int(length ** min(repeats + starts_anywhere, 4))


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
