"""The rules we ship: each is sound, and each example of it behaves."""

import pytest

from kriterion.toolbox.analyzer.engine.checking import check_file, failing_examples
from kriterion.toolbox.analyzer.engine.reading import read_rules
from kriterion.toolbox.analyzer.engine.rule import Rule
from kriterion.toolbox.analyzer.engine.rulebook import SHIPPED

FILES = sorted(SHIPPED.rglob("*.yaml"))


def _rules() -> list[tuple[str, str, Rule]]:
    found = []
    for path in FILES:
        name = path.relative_to(SHIPPED).as_posix()
        file, _ = read_rules(path.read_text(encoding="utf-8"), name, examples=True)
        if file is not None:
            found += [(one, name, rule) for rule in file.rules for one in file.languages]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SHIPPED).as_posix())
def test_a_shipped_file_has_no_faults(path) -> None:  # type: ignore[no-untyped-def]
    checked = check_file(path.read_text(encoding="utf-8"), path.relative_to(SHIPPED).as_posix())
    assert [str(fault) for fault in checked.faults] == []


@pytest.mark.parametrize(
    ("language", "rule"),
    [(language, rule) for language, _, rule in _rules()],
    ids=[f"{language}-{name}-{rule.id}" for language, name, rule in _rules()],
)
def test_the_examples_of_a_shipped_rule_behave(language: str, rule: Rule) -> None:
    assert rule.examples.match
    assert rule.examples.passing
    assert list(failing_examples(rule, language)) == []
