"""The problems of a repository as its page lists them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec

from kriterion.web.repositories.models import Repository
from kriterion.web.tools.missing_judges import find_missing_judges

_MAX_LISTED = 500
_ORDER = {"error": 0, "warning": 1}


@dataclass(frozen=True, kw_only=True, slots=True)
class ProblemList:
    """The worst problems, objects with the fields of a diagnostic, and how many there are."""

    listed: list[dict[str, Any]]
    left_out: int
    errors: int
    warnings: int


def list_problems(problems: list[dict[str, Any]]) -> ProblemList:
    counts = Counter(problem.get("severity") for problem in problems)
    ordered = sorted(problems, key=lambda problem: _ORDER.get(problem.get("severity", ""), 2))
    return ProblemList(
        listed=ordered[:_MAX_LISTED],
        left_out=max(len(ordered) - _MAX_LISTED, 0),
        errors=counts["error"],
        warnings=counts["warning"],
    )


def find_problems(repository: Repository) -> list[dict[str, Any]]:
    """Return all problems of a repository; what this site lacks comes first."""
    return [*msgspec.to_builtins(list(find_missing_judges(repository))), *repository.problems]
