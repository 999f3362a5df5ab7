"""Checking rules for our analyzer: what their own reader says, and whether their comments exist."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.comment_check import check_emitted
from kriterion.authoring.emitted import Emitted
from kriterion.authoring.finding import Finding
from kriterion.authoring.report import Report, in_order
from kriterion.authoring.subject import SubjectKind
from kriterion.exercises.comment_library import ENGLISH, load_comments
from kriterion_tools.contracts.exercism_analyzer.pointers import path_of


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesRead:
    """What the analyzer's own reader makes of rule files."""

    root: Path
    findings: tuple[Finding, ...]
    emitted: tuple[Emitted, ...]
    facts: tuple[str, ...] = ()


def check_rules(subject: str, read: RulesRead, libraries: Sequence[Path]) -> Report:
    """All there is to say about rule files, whose comments are in the first library with them."""
    pointers = (one.pointer for one in read.emitted)
    texts, _ = load_comments(libraries, pointers, ENGLISH)
    found = {pointer: (path_of(pointer), text) for pointer, text in texts.items()}
    return Report(
        subject=subject,
        kind=SubjectKind.RULES,
        root=read.root,
        facts=read.facts,
        findings=in_order([*read.findings, *check_emitted(read.emitted, found)]),
    )


def all_emitted(read: Iterable[RulesRead]) -> list[Emitted]:
    """What rules can say, so that a comment library can be checked against it."""
    return [one for rules in read for one in rules.emitted]
