"""Read rule files the way the analyzer does, and report what is wrong as findings."""

from collections.abc import Iterator
from pathlib import Path

from kriterion.authoring.comments.emitted_comments import EmittedComment
from kriterion.authoring.comments.rule_check import RulesRead
from kriterion.authoring.counted_nouns import format_count
from kriterion_tools.analyzer.engine.checking import check_disabled, check_file
from kriterion_tools.analyzer.engine.rule import Rule, RuleFile
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.analyzer.engine.shipped import load_texts
from kriterion_tools.diagnostic import Diagnostic, Severity


def read_rule_files(path: Path) -> RulesRead:
    """Read the rules in a directory or a file."""
    files: list[RuleFile] = []
    faults: list[RuleFault] = []
    texts = load_texts(path)
    for name, text in texts:
        checked = check_file(text, name)
        faults += checked.faults
        files += [checked.file] if checked.file else []
    faults += check_disabled(files)
    rules = [rule for file in files for rule in file.rules]
    return RulesRead(
        root=path if path.is_dir() else path.parent,
        findings=tuple(_make_finding(fault) for fault in faults),
        emitted=tuple(emitted for rule in rules for emitted in _list_emitted(rule)),
        facts=(format_count(len(rules), "rule"), format_count(len(texts), "file")),
    )


def _make_finding(fault: RuleFault) -> Diagnostic:
    severity = Severity.ERROR if fault.grave else Severity.WARNING
    return Diagnostic(
        severity=severity, file=fault.file, where=fault.where, what=fault.what, code="rules.invalid"
    )


def _list_emitted(rule: Rule) -> Iterator[EmittedComment]:
    where = f"line {rule.line}"
    if rule.comment:
        yield EmittedComment(
            pointer=rule.comment, params=rule.param_names, file=rule.file, where=where
        )
    if rule.praise:
        yield EmittedComment(pointer=rule.praise, params=frozenset(), file=rule.file, where=where)
