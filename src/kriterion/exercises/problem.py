"""What a teacher should mend in a repository: told all at once, never raised."""

import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any


@unique
class Gravity(StrEnum):
    """Whether a problem keeps the exercise from being assessed (or the reading from being read)."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One thing to mend.

    `file` is relative to the repository, `where` a path or line in it, `what` is wrong, `fix` what
    to do about it; `where` and `fix` may be empty. `upstream` says that the program the format was
    made for refuses the whole repository for it.
    """

    file: str
    where: str = ""
    what: str
    fix: str = ""
    gravity: Gravity = Gravity.ERROR
    upstream: bool = False

    def __str__(self) -> str:
        place = f"{self.file} {self.where}".rstrip()
        return f"{place}: {self.what}" + (f" ({self.fix})" if self.fix else "")


class Problems:
    """A list that grows while a repository is read."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def refuse(
        self, file: str, what: str, *, where: str = "", fix: str = "", upstream: bool = False
    ) -> None:
        """Something keeps the exercise from being used."""
        self._found.append(Problem(file=file, where=where, what=what, fix=fix, upstream=upstream))

    def warn(
        self, file: str, what: str, *, where: str = "", fix: str = "", upstream: bool = False
    ) -> None:
        """Something is odd, and the exercise is usable all the same."""
        self._found.append(
            Problem(
                file=file,
                where=where,
                what=what,
                fix=fix,
                gravity=Gravity.WARNING,
                upstream=upstream,
            )
        )

    def add(self, problems: Iterable[Problem]) -> None:
        """Take over what was found elsewhere."""
        self._found.extend(problems)

    @property
    def refused(self) -> bool:
        """Whether anything keeps the exercise from being used."""
        return any(problem.gravity is Gravity.ERROR for problem in self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def shown(value: Any) -> str:
    """A value from a JSON document as it stands in a problem: on one line, and short."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return _SHORT.repr(value)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
