"""`kriterion check` on rules, and on a comment library beside them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

RULE = """
language: python
rules:
  - id: mine
    stage: idiom
    rule: {pattern: "f($X)"}
    comment: python.course.mine
    params: {x: $X}
    praise: python.course.good
    examples: {match: ["f(1)"], pass: ["g(1)"]}
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mine.yaml").write_text(RULE)
    for name, text in {"mine": "Not `%{x}`.", "good": "Better."}.items():
        file = tmp_path / "analyzer-comments" / "python" / "course" / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n\n{text}\n")
    return tmp_path


def _run_check(run: Run, *paths: Path) -> tuple[int, list[dict[str, Any]]]:
    result = run("check", *map(str, paths), "--json")
    return result.return_value, json.loads(result.stdout)["reports"]


def test_valid_rules_and_their_comments_have_no_problems(run: Run, course: Path) -> None:
    rules, library = course / "rules", course / "analyzer-comments"
    status, (first, second) = _run_check(run, rules, library)
    assert (status, first["kind"], second["kind"]) == (0, "rules", "comment library")
    assert [
        finding
        for finding in first["findings"] + second["findings"]
        if finding["severity"] != "notice"
    ] == []
    assert first["facts"] == ["1 rule", "1 file"]
    assert "2 pointers that a tool can write" in second["facts"]


def test_a_rules_file_can_be_checked_by_itself(run: Run, course: Path) -> None:
    status, (report,) = _run_check(run, course / "rules" / "mine.yaml")
    assert (status, report["kind"]) == (1, "rules")
    assert [finding["what"] for finding in report["findings"]] == [
        "comment python.course.mine does not exist",
        "comment python.course.good does not exist",
    ]


def test_a_broken_rule_is_an_error_with_its_line(run: Run, course: Path) -> None:
    (course / "rules" / "mine.yaml").write_text(RULE.replace("f(1)", "h(1)"))
    status, (report, _) = _run_check(run, course / "rules", course / "analyzer-comments")
    assert status == 1
    (finding,) = report["findings"]
    assert (finding["file"], finding["where"]) == ("mine.yaml", "line 10, column 15")
    assert "must match, and does not" in finding["what"]


def test_a_comments_placeholders_must_be_supplied(run: Run, course: Path) -> None:
    file = course / "analyzer-comments" / "python" / "course" / "mine.md"
    file.write_text("# mine\n\nNot `%{y}`.\n")
    status, (report, _) = _run_check(run, course / "rules", course / "analyzer-comments")
    assert status == 1
    assert [finding["what"] for finding in report["findings"]] == [
        "parameter 'x' of python.course.mine is not used in the comment",
        "no parameter supplies %{y}",
    ]


def test_an_exercises_own_rules_are_checked_with_it(run: Run, course: Path, exercise: Path) -> None:
    own = exercise / ".meta" / "analyzer"
    own.mkdir(parents=True)
    (own / "mine.yaml").write_text("language: python\nrules: 3\n")
    result = run("check", str(exercise), "--no-solutions", "--json")
    kinds = {report["kind"]: report for report in json.loads(result.stdout)["reports"]}
    assert result.return_value == 1
    (finding,) = kinds["rules"]["findings"]
    assert (finding["file"], finding["where"]) == ("mine.yaml", "line 2, column 8")


def test_rules_beside_a_library_are_known_when_it_is_checked(run: Run, course: Path) -> None:
    (course / "analyzer-comments" / "python" / "course" / "mine.md").unlink()
    status, (report,) = _run_check(run, course / "analyzer-comments")
    assert status == 1
    assert "comment python.course.mine does not exist" in [
        finding["what"] for finding in report["findings"]
    ]
