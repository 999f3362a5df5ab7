"""The rules we ship: each is sound, and each example of it behaves."""

import re
import subprocess
from functools import cache

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.checking import check_file, find_failing_examples
from kriterion_tools.analyzer.engine.rule import Lint, Rule
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.shipped import EXERCISES, SHIPPED, load_rulebook
from kriterion_tools.analyzer.tagger.tagger import find_tags
from kriterion_tools.linter_catalog import KNOWN_LINTERS, find_linter, find_program

FILES = sorted(SHIPPED.rglob("*.yaml"))


@cache
def _is_usable(program: str) -> bool:
    """Whether a linter is installed and starts; clippy's may need the user's home directory."""
    path = find_program(program)
    if path is None:
        return False
    return subprocess.run((path, "--version"), check=False, capture_output=True).returncode == 0


def find_missing_linter(rule: Rule, language: str) -> str:
    """The linter that a rule needs, if it is not installed."""
    if not isinstance(rule.matcher, Lint):
        return ""
    linter = find_linter(language, rule.matcher.code)
    assert linter is not None
    return "" if _is_usable(linter.program) else linter.name


@cache
def _rules() -> list[tuple[str, str, Rule]]:
    found = []
    for path in FILES:
        name = path.relative_to(SHIPPED).as_posix()
        file, _ = read_rules(path.read_text(encoding="utf-8"), name, examples=True)
        if file is not None:
            found += [(language, name, rule) for rule in file.rules for language in file.languages]
    return found


def _marks_of(name: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a file's tests: these linters start a process for each example."""
    is_slow = name in {"javascript/lint.yaml", "rust/lint.yaml"}
    return [pytest.mark.long(reason="the linter is slow")] if is_slow else []


def test_the_catalogue_names_the_linters_that_our_rules_use() -> None:
    used = {
        linter.name
        for language, _, rule in _rules()
        if isinstance(rule.matcher, Lint)
        and (linter := find_linter(language, rule.matcher.code)) is not None
    }
    assert {linter.name for linter in KNOWN_LINTERS if linter.has_our_rules} == used


def test_shipped_files_disable_rules_that_exist() -> None:
    known = {(language, rule.id) for language, _, rule in _rules()}
    unknown = []
    for path in FILES:
        name = path.relative_to(SHIPPED).as_posix()
        file, _ = read_rules(path.read_text(encoding="utf-8"), name)
        if file is not None:
            pairs = {(each, rule) for each in file.languages for rule in file.disabled}
            unknown += [(name, *pair) for pair in sorted(pairs - known)]
    assert unknown == []


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=_marks_of(path.relative_to(SHIPPED).as_posix())) for path in FILES],
    ids=lambda path: path.relative_to(SHIPPED).as_posix(),
)
def test_a_shipped_file_has_no_faults(path) -> None:  # type: ignore[no-untyped-def]
    name = path.relative_to(SHIPPED).as_posix()
    file, _ = read_rules(path.read_text(encoding="utf-8"), name)
    assert file is not None
    for rule in file.rules:
        if missing := find_missing_linter(rule, file.languages[0]):
            pytest.skip(f"{missing} is not installed")
    checked = check_file(path.read_text(encoding="utf-8"), path.relative_to(SHIPPED).as_posix())
    assert [str(fault) for fault in checked.faults] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SHIPPED).as_posix())
def test_the_rules_of_one_exercise_are_in_a_file_of_its_name(path) -> None:  # type: ignore[no-untyped-def]
    named = re.search(r"(?m)^exercise: *(\S+)", path.read_text(encoding="utf-8"))
    assert (path.parent.name == EXERCISES) is (named is not None)
    assert named is None or named[1] == path.stem


@pytest.mark.parametrize(
    ("language", "rule"),
    [pytest.param(language, rule, marks=_marks_of(name)) for language, name, rule in _rules()],
    ids=[f"{language}-{name}-{rule.id}" for language, name, rule in _rules()],
)
def test_the_examples_of_a_shipped_rule_behave(language: str, rule: Rule) -> None:
    assert rule.examples.match
    assert rule.examples.passing
    if missing := find_missing_linter(rule, language):
        pytest.skip(f"{missing} is not installed")
    assert list(find_failing_examples(rule, language)) == []


@pytest.mark.parametrize(
    ("language", "rule"),
    [(language, rule) for language, _, rule in _rules() if rule.tags],
    ids=[f"{language}-{name}-{rule.id}" for language, name, rule in _rules() if rule.tags],
)
def test_a_shipped_rule_adds_only_tags_the_tagger_misses(language: str, rule: Rule) -> None:
    seen = [set(find_tags({"a": text}, language)) for text in rule.examples.match]
    assert not all(set(rule.tags) <= tags for tags in seen)


# A tag says what there is in a solution, not what a comment on it is about.
@pytest.mark.parametrize(
    ("language", "code", "tag"),
    [
        ("javascript", "let a = 1;\nconsole.log(a);\n", "construct:constant"),
        ("javascript", "const f = (a) => 'x' + a + 'y';\n", "construct:string-interpolation"),
        ("javascript", "const a = 1000000;\n", "construct:underscored-number"),
        ("python", "def f(a):\n    return 'x' + a + 'y'\n", "construct:string-interpolation"),
        ("python", "a = {x for x in range(3)}\n", "construct:list-comprehension"),
        ("python", "def f(a):\n    return sum([x + 1 for x in a])\n", "construct:generator"),
        ("kotlin", "fun f(): Int {\n    var a = 1\n    return a\n}\n", "technique:immutability"),
        ("rust", "fn f() -> i32 {\n    return 1;\n}\n", "construct:implicit-return"),
    ],
)
def test_recommended_constructs_are_not_tagged(language: str, code: str, tag: str) -> None:
    analysis = analyse({"a": code.encode()}, language, load_rulebook(language, "any"))
    assert analysis.analysis.comments
    assert tag not in analysis.tags
