"""Diagnostics of a check, by severity."""

from collections.abc import Iterable
from dataclasses import replace

from kriterion_tools.diagnostic import Diagnostic, Severity


def error(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Something that must be fixed."""
    return Diagnostic(
        code=code, severity=Severity.ERROR, file=file, where=where, what=what, fix=fix
    )


def warning(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Something that should be fixed."""
    return Diagnostic(
        code=code, severity=Severity.WARNING, file=file, where=where, what=what, fix=fix
    )


def notice(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Something to know."""
    return Diagnostic(
        code=code, severity=Severity.NOTICE, file=file, where=where, what=what, fix=fix
    )


def findings_of(problems: Iterable[Diagnostic], *, strict: bool = False) -> list[Diagnostic]:
    """The problems of a repository.

    With `strict`, what the format's own program refuses becomes an error.
    """
    return [
        replace(problem, severity=Severity.ERROR) if strict and problem.upstream else problem
        for problem in problems
    ]
