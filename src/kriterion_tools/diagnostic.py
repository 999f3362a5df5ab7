"""Diagnostics: what is wrong or worth knowing, with a stable code.

The codes are listed in `kriterion/authoring/diagnostics/codes.py`.
"""

import reprlib
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any


@unique
class Severity(StrEnum):
    """How much it matters, the worst first.

    An ERROR must be fixed. A WARNING should be. A NOTICE may be intended, or is a fact about this
    machine.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnostic:
    """One thing to fix or to know. The fields are the keys of `kriterion check --json`.

    `code` names the kind of trouble and never changes; programs and translations go by it. `file`
    is relative to what was checked. `where` is a key path and line in it, `fix` the remedy; both
    may be empty. `upstream` says that the program the format was made for refuses the whole
    repository for it.
    """

    code: str
    severity: Severity
    file: str
    where: str = ""
    what: str
    fix: str = ""
    upstream: bool = False

    def __str__(self) -> str:
        place = f"{self.file} {self.where}".rstrip()
        text = f"{place}: {self.what}" + (f" ({self.fix})" if self.fix else "")
        return f"{text} [learn-ocaml refuses this]" if self.upstream else text


def describe_value(value: Any) -> str:
    """Quote a value of a document in a message: on one line, truncated."""
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
