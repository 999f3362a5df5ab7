"""Linters of languages other than Python: what they find, and that students cannot change it."""

import json
import subprocess

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.rulebook import build_rulebook
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.analyzer.findings.eslint import ESLINT
from kriterion_tools.analyzer.findings.linters import Linters
from kriterion_tools.analyzer.source import Match
from kriterion_tools.linter_catalog import KNOWN_LINTERS, find_program

# For each linter: language, code, a file with this finding, its row and column, its captures.
FINDINGS = {
    "clippy": (
        *("rust", "needless_return"),
        "pub fn f(n: i32) -> i32 {\n    return n + 1;\n}\n",
        *((1, 4), {"$CODE": "return n + 1", "$NAME": "return"}),
    ),
    "eslint": (
        *("javascript", "no-unused-vars"),
        "/* eslint-disable */\nexport function f() {\n  const é = 1;\n  return 2;\n}\n",
        *((2, 8), {"$CODE": "é", "$NAME": "é"}),
    ),
    "hlint": (
        *("haskell", "Use concatMap"),
        "f g xs = concat (map g xs)\n",
        *((0, 9), {"$CODE": "concat (map g xs)", "$NAME": "concat (map g xs)"}),
    ),
    "rubocop": (
        *("ruby", "Style/RedundantReturn"),
        "# rubocop:disable all\ndef f(n)\n  return n + 1\nend\n",
        *((2, 2), {"$CODE": "return", "$NAME": "return"}),
    ),
    "shellcheck": (
        *("bash", "SC2086"),
        "# shellcheck disable=SC2086\nword=$1\necho $word\n",
        *((2, 5), {"$CODE": "$word", "$NAME": "$word"}),
    ),
}


def find_matches(name: str, text: str) -> list[Match]:
    """What the linter called `name` finds in a text for its code in FINDINGS."""
    linter = next(linter for linter in KNOWN_LINTERS if linter.name == name)
    program = find_program(linter.program)
    if program is None or subprocess.run((program, "--version"), check=False).returncode:
        pytest.skip(f"{name} is not installed: {linter.source}")
    language, code = FINDINGS[name][:2]
    found = Linters({"--a": text}, {code}, language, seconds=60).matches()[code]
    assert not isinstance(found, str), found
    return list(found)


@pytest.mark.parametrize("name", FINDINGS)
def test_a_finding_has_its_place_and_cannot_be_switched_off(name: str) -> None:
    *_, text, start, captured = FINDINGS[name]
    (match,) = find_matches(name, text)
    assert (match.place.row, match.place.column) == start
    assert match.captured == captured


@pytest.mark.parametrize("name", FINDINGS)
def test_a_file_that_cannot_be_parsed_has_no_findings(name: str) -> None:
    assert find_matches(name, "(((") == []


def test_names_that_a_judge_may_use_are_not_unused() -> None:
    assert find_matches("eslint", "function f(x) {\n  return 1;\n}\n") == []
    assert len(find_matches("eslint", "import x from 'y';\n")) == 1


def test_a_line_that_only_eslint_counts_costs_no_other_finding() -> None:
    messages = [
        {"ruleId": code, "message": "…", "line": line, "column": 3}
        for code, line in (
            ("no-unused-vars", 9),
            ("prefer-const", 9),
            ("prefer-const", 2),
            ("no-unused-vars", 2),
            ("no-unused-vars", 1),
        )
    ]
    written = json.dumps([{"messages": messages}]).encode()
    findings = ESLINT.read(written, ["function f() {", "  let x = 1;", "}"]).findings
    assert [(finding.code, finding.start) for finding in findings] == [
        ("prefer-const", (1, 2)),
        ("no-unused-vars", (1, 2)),
    ]


def test_line_separators_cost_no_finding_of_eslint() -> None:
    text = "function f() {\n  const x = 1;\n}\n// \u2028\u2028\u2028\u2028\n"
    assert len(find_matches("eslint", f"{text}import y from 'y';")) == 1


def test_a_linter_that_is_not_installed_costs_only_its_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    analysed = analyse({"a.sh": b"echo `date`\necho $1\n"}, "bash", load_rulebook("bash", "any"))
    assert [one.pointer for one in analysed.analysis.comments] == ["bash.general.backticks"]
    assert any("left out: shellcheck is not installed" in line for line in analysed.log)


def test_a_finding_on_the_line_of_the_same_comment_is_dropped() -> None:
    rules = """
language: python
rules:
  - {id: own, stage: essential, rule: {kind: import_statement}, comment: a.b, type: informative}
  - {id: linted, stage: style, lint: F401, comment: a.b, type: informative}
"""
    file, faults = read_rules(rules, "rules.yaml")
    assert file is not None and not faults
    book = build_rulebook([file], "python", "any")
    (comment,) = analyse({"a.py": b"import os\n"}, "python", book).analysis.comments
    assert [(place.row, place.column) for place in comment.places] == [(0, 0)]
