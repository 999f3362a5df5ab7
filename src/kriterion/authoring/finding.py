"""What a check found: one thing to mend or to know, with its place."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion.exercises.problem import Problem


@unique
class Severity(StrEnum):
    """How much it matters, the worst first.

    An ERROR must be mended. A WARNING should be. A NOTICE may be meant as it is, or is a fact about
    this machine.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One finding. `file` is relative to what was checked; `where` and `fix` may be empty.

    `upstream` says that the program the format was made for refuses the whole repository for it.
    """

    severity: Severity
    file: str
    where: str = ""
    what: str
    fix: str = ""
    upstream: bool = False

    def __str__(self) -> str:
        place = f"{self.file} {self.where}".rstrip()
        told = f"{place}: {self.what}" + (f" ({self.fix})" if self.fix else "")
        return f"{told} [learn-ocaml refuses this]" if self.upstream else told


def error(file: str, what: str, *, where: str = "", fix: str = "") -> Finding:
    """Something that must be mended."""
    return Finding(severity=Severity.ERROR, file=file, where=where, what=what, fix=fix)


def warning(file: str, what: str, *, where: str = "", fix: str = "") -> Finding:
    """Something that should be mended."""
    return Finding(severity=Severity.WARNING, file=file, where=where, what=what, fix=fix)


def notice(file: str, what: str, *, where: str = "", fix: str = "") -> Finding:
    """Something to know."""
    return Finding(severity=Severity.NOTICE, file=file, where=where, what=what, fix=fix)


def findings_of(problems: Iterable[Problem], *, strict: bool = False) -> list[Finding]:
    """The problems of a repository, as findings.

    With `strict`, what the format's own program refuses must be mended.
    """
    return [
        Finding(
            severity=Severity.ERROR
            if strict and problem.upstream
            else Severity(problem.gravity.value),
            file=problem.file,
            where=problem.where,
            what=problem.what,
            fix=problem.fix,
            upstream=problem.upstream,
        )
        for problem in problems
    ]
