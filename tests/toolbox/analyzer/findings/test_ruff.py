"""What ruff finds, as rules see it."""

from pathlib import Path

import pytest

from kriterion.contracts.exercism_analyzer.analysis import Place
from kriterion.toolbox.analyzer.findings import ruff
from tests.toolbox.analyzer.written import analysed, book_of, comment

RULES = """
language: python
rules:
  - id: unused-import
    stage: style
    lint: F401
    comment: python.general.unused-import
    params: {name: $NAME, code: $CODE}
"""


def test_a_finding_is_a_match_with_its_place() -> None:
    only = comment(book_of(RULES), "é = 1; import os.path as p\n")
    assert dict(only.params) == {"name": "os.path", "code": "p"}
    assert only.places == (Place(row=0, column=25, rows=1, columns=1, file="a"),)


def test_files_have_findings_of_their_own() -> None:
    found = analysed(book_of(RULES), {"a.py": "import os\n", "b/a.py": "import sys\nsys.x()\n"})
    ((place,),) = [one.places for one in found.analysis.comments]
    assert place.file == "a.py"


def test_what_the_student_switched_off_is_found_all_the_same() -> None:
    assert comment(book_of(RULES), "# ruff: noqa\nimport os  # noqa\n").params["name"] == "os"


def test_what_is_configured_around_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ruff.toml").write_text('lint.ignore = ["F401"]\n')
    monkeypatch.chdir(tmp_path)
    assert comment(book_of(RULES), "import os\n").params["name"] == "os"


@pytest.mark.parametrize(
    ("program", "seconds", "why"),
    [
        ("exit 3", 60, "ruff ended with exit status 3 and no JSON"),
        ("echo nonsense", 60, "ruff ended with exit status 0 and no JSON"),
        ("exec sleep 60", 0.5, "ruff took longer than 0.5 seconds"),
    ],
)
def test_what_ruff_does_not_tell_has_a_reason(
    program: str, seconds: float, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "ruff"
    script.write_text(f"#!/bin/sh\n{program}\n")
    script.chmod(0o755)
    monkeypatch.setattr(ruff, "_PROGRAM", script)
    linter = ruff.Ruff({"a.py": "import os\n"}, {"F401"}, seconds=seconds)
    assert linter.matches() == {}
    assert linter.left_out == why


def test_without_ruff_its_rules_are_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruff, "_PROGRAM", Path("nowhere"))
    found = analysed(book_of(RULES), "import os\n", earlier=["python.general.unused-import"])
    assert found.analysis.comments == ()
    why = "ruff cannot be run: No such file or directory"
    assert found.log[-1] == f"0.yaml line 4: rule unused-import is left out: {why}"


def test_ruff_is_asked_for_nothing_else() -> None:
    found = ruff.Ruff({"a.py": "import os\nx = y == None\n"}, {"E711"}).matches()
    assert list(found) == ["E711"]


def test_a_code_that_ruff_does_not_know_costs_no_other() -> None:
    unknown = RULES.replace("F401", "F499").replace("unused-import", "unknown")
    found = analysed(book_of(RULES, unknown), "import os\n")
    assert [one.pointer for one in found.analysis.comments] == ["python.general.unused-import"]
    assert any("rule unknown is left out: ruff ended with" in line for line in found.log)
