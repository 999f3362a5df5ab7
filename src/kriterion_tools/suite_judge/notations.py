"""How a programming language writes values and code: all of the suite format that depends on it."""

from typing import Protocol

from kriterion_tools.suite_judge.suite import Action
from kriterion_tools.suite_judge.values import notation

_REFUSALS = (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError)


class Notation(Protocol):
    """What the suite reader asks of a programming language."""

    def refuses(self, code: str, action: Action) -> str | None:
        """Why this is no statement or expression, or None."""

    def read(self, literal: str) -> object:
        """The value of a literal. Raises ValueError."""

    def write(self, value: object) -> str:
        """The value as the language writes it."""


class Python:
    """Python's notation. Code is compiled, never run: that is for student processes."""

    def refuses(self, code: str, action: Action) -> str | None:
        try:
            compile(code, "<test>", "eval" if action is Action.EXPRESSION else "exec")
        except _REFUSALS as error:
            return f"not Python: {getattr(error, 'msg', None) or error}"
        return None

    def read(self, literal: str) -> object:
        import ast  # 4 ms that most suites need not spend

        try:
            return ast.literal_eval(literal)
        except (*_REFUSALS, TypeError) as error:
            raise ValueError(f"not a Python literal: {literal!r:.60}") from error

    def write(self, value: object) -> str:
        return notation(value)


NOTATIONS: dict[str, Notation] = {"python": Python(), "python3": Python()}
