"""Collects what a teacher should fix in a repository: reported all at once, never raised."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from kriterion_tools.diagnostic import Diagnostic, Severity


class Complain(Protocol):
    """Reports a problem with a file: `Problems.warn` or `Problems.refuse`."""

    def __call__(
        self, file: str, what: str, *, code: str, where: str = "", fix: str = ""
    ) -> None: ...


class Problems:
    """A list that grows while a repository is read."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def refuse(
        self,
        file: str,
        what: str,
        *,
        code: str,
        where: str = "",
        fix: str = "",
        upstream: bool = False,
    ) -> None:
        """Report something that makes the exercise unusable."""
        self._add(Severity.ERROR, file, what, code, where, fix, upstream)

    def warn(
        self,
        file: str,
        what: str,
        *,
        code: str,
        where: str = "",
        fix: str = "",
        upstream: bool = False,
    ) -> None:
        """Report something odd that leaves the exercise usable."""
        self._add(Severity.WARNING, file, what, code, where, fix, upstream)

    def add(self, problems: Iterable[Diagnostic]) -> None:
        """Add problems found elsewhere."""
        self._found.extend(problems)

    @property
    def has_refusal(self) -> bool:
        """Whether anything makes the exercise unusable."""
        return any(problem.severity is Severity.ERROR for problem in self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def _add(
        self,
        severity: Severity,
        file: str,
        what: str,
        code: str,
        where: str,
        fix: str,
        upstream: bool,
    ) -> None:
        self._found.append(
            Diagnostic(
                code=code,
                severity=severity,
                file=file,
                where=where,
                what=what,
                fix=fix,
                upstream=upstream,
            )
        )
