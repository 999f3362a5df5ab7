"""Diagnostics of a check, by severity."""

from collections.abc import Iterable
from dataclasses import replace

from kriterion_tools.diagnostic import Diagnostic, Severity


def error(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Make a finding that must be fixed."""
    return Diagnostic(
        code=code, severity=Severity.ERROR, file=file, where=where, what=what, fix=fix
    )


def warning(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Make a finding that should be fixed."""
    return Diagnostic(
        code=code, severity=Severity.WARNING, file=file, where=where, what=what, fix=fix
    )


def notice(file: str, what: str, *, code: str, where: str = "", fix: str = "") -> Diagnostic:
    """Make a finding that needs no fix."""
    return Diagnostic(
        code=code, severity=Severity.NOTICE, file=file, where=where, what=what, fix=fix
    )


def convert_problems(problems: Iterable[Diagnostic], *, strict: bool = False) -> list[Diagnostic]:
    """Return the problems of a repository as findings.

    With `strict`, a problem for which learn-ocaml refuses the repository becomes an error.
    """
    return [
        replace(problem, severity=Severity.ERROR) if strict and problem.upstream else problem
        for problem in problems
    ]
