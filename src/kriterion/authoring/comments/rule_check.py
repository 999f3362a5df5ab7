"""Check rules for our analyzer: parse them, and look up their comments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.check_report import CheckReport, sort_findings
from kriterion.authoring.comments.comment_check import check_emitted
from kriterion.authoring.comments.emitted_comments import EmittedComment
from kriterion.authoring.subject import SubjectKind
from kriterion.exercises.comment_library import ENGLISH, load_comments
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.diagnostic import Diagnostic


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesRead:
    """What the analyzer's own reader returns for rule files."""

    root: Path
    findings: tuple[Diagnostic, ...]
    emitted: tuple[EmittedComment, ...]
    facts: tuple[str, ...] = ()


def check_rules(subject: str, read: RulesRead, libraries: Sequence[Path]) -> CheckReport:
    """Check rule files, whose comments are in the first library that has them."""
    pointers = (emission.pointer for emission in read.emitted)
    texts, _ = load_comments(libraries, pointers, ENGLISH)
    texts_by_pointer = {
        pointer: (find_comment_path(pointer), text) for pointer, text in texts.items()
    }
    return CheckReport(
        subject=subject,
        kind=SubjectKind.RULES,
        root=read.root,
        facts=read.facts,
        findings=sort_findings([*read.findings, *check_emitted(read.emitted, texts_by_pointer)]),
    )


def collect_emitted(read: Iterable[RulesRead]) -> list[EmittedComment]:
    """Return the comments that rules can write, to check a library against them."""
    return [emission for rules in read for emission in rules.emitted]
