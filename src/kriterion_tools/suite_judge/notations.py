"""The language-specific part of suites: literals, statements and expressions."""

from typing import Protocol

from kriterion_tools.suite_judge.suite import Action
from kriterion_tools.suite_judge.values import format_value

_REFUSALS = (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError)


class Notation(Protocol):
    """What the suite reader must know about a programming language."""

    def find_error(self, code: str, action: Action) -> str | None:
        """Return why this is not a valid statement or expression, or None."""

    def read(self, literal: str) -> object:
        """Return the value of a literal. Raises ValueError."""

    def write(self, value: object) -> str:
        """Return the value in the language's notation."""


class Python:
    """Python's notation. Code is compiled here and only run in student processes."""

    def find_error(self, code: str, action: Action) -> str | None:
        try:
            compile(code, "<test>", "eval" if action is Action.EXPRESSION else "exec")
        except _REFUSALS as error:
            return f"not Python: {getattr(error, 'msg', None) or error}"
        return None

    def read(self, literal: str) -> object:
        import ast  # imported only where needed: it takes 4 ms

        try:
            return ast.literal_eval(literal)
        except (*_REFUSALS, TypeError) as error:
            raise ValueError(f"not a Python literal: {literal!r:.60}") from error

    def write(self, value: object) -> str:
        return format_value(value)


NOTATIONS: dict[str, Notation] = {"python": Python(), "python3": Python()}
