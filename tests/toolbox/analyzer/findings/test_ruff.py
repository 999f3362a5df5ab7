"""What ruff finds, as rules see it."""

from pathlib import Path

import pytest

from kriterion_tools.analyzer.findings.linters import Linters
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from tests.toolbox.analyzer.written import analyse_code, build_book, get_comment

RULES = """
language: python
rules:
  - id: unused-import
    stage: style
    lint: F401
    comment: python.general.unused-import
    params: {name: $NAME, code: $CODE}
"""


def test_a_finding_is_a_match_with_its_location() -> None:
    only = get_comment(build_book(RULES), "é = 1; import os.path as p\n")
    assert dict(only.params) == {"name": "os.path", "code": "p"}
    assert only.places == (CommentPlace(row=0, column=25, rows=1, columns=1, file="a"),)


def test_files_have_separate_findings() -> None:
    analysis = analyse_code(
        build_book(RULES), {"a.py": "import os\n", "b/a.py": "import sys\nsys.x()\n"}
    )
    ((place,),) = [selected.places for selected in analysis.analysis.comments]
    assert place.file == "a.py"


def test_findings_disabled_by_the_student_are_reported() -> None:
    assert (
        get_comment(build_book(RULES), "# ruff: noqa\nimport os  # noqa\n").params["name"] == "os"
    )


def test_surrounding_configuration_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ruff.toml").write_text('lint.ignore = ["F401"]\n')
    monkeypatch.chdir(tmp_path)
    assert get_comment(build_book(RULES), "import os\n").params["name"] == "os"


def test_a_file_name_that_looks_like_an_option_is_a_file_name() -> None:
    found = Linters({"--fix.py": "import os\n"}, {"F401"}, "python").matches()["F401"]
    assert not isinstance(found, str)
    assert [match.place.file for match in found] == ["--fix.py"]


def test_ruff_is_asked_only_for_requested_codes() -> None:
    matches = Linters({"a.py": "import os\nx = y == None\n"}, {"E711"}, "python").matches()
    assert list(matches) == ["E711"]


def test_an_unknown_ruff_code_costs_no_other() -> None:
    unknown = RULES.replace("F401", "F499").replace("unused-import", "unknown")
    analysis = analyse_code(build_book(RULES, unknown), "import os\n")
    assert [selected.pointer for selected in analysis.analysis.comments] == [
        "python.general.unused-import"
    ]
    assert any("rule unknown is left out: ruff ended with" in line for line in analysis.log)
