"""Linters at work: what they find is matches, and what they do not tell has a reason."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion_tools.analyzer.findings import linters
from kriterion_tools.analyzer.findings.linters import Linters
from kriterion_tools.analyzer.findings.linting import Linter, LinterReport, LinterRun, LintFinding
from kriterion_tools.analyzer.findings.ruff import RUFF
from kriterion_tools.linter_catalog import find_program
from tests.toolbox.analyzer.written import analyse_code, build_book

RULES = """
language: python
rules:
  - {id: unused-import, stage: style, lint: F401, comment: python.general.unused-import}
"""


def make_linter(script: str, *findings: LintFinding, unknown: Sequence[str] = ()) -> Linter:
    """A linter that is a shell script, whose output stands for these findings."""
    return Linter(
        name="telltale",
        seconds=60,
        command=lambda path, codes: ("sh", "-c", script, path),
        read=lambda written, lines: LinterReport(findings=findings, unknown=unknown),
    )


def make_refusing_linter(script: str) -> Linter:
    def read(content: bytes, lines: Sequence[str]) -> LinterReport:
        raise ValueError(content)

    return replace(make_linter(script), read=read)


def make_finding(
    code: str, start: tuple[int, int], end: tuple[int, int], text: str = ""
) -> LintFinding:
    return LintFinding(code=code, message=text, start=start, end=end)


def test_a_finding_captures_its_code_and_the_first_name_in_its_message() -> None:
    linter = make_linter("true", make_finding("A1", (0, 4), (1, 3), "Variable 'b' has 'c'"))
    found = LinterRun(linter, {"a.py": "x = f(\n  b)\n"}, ("A1",)).matches()["A1"]
    assert not isinstance(found, str)
    (match,) = found
    assert match.captured == {"$CODE": "f(\n  b", "$NAME": "b"}
    assert (match.place.row, match.place.column, match.place.rows) == (0, 4, 2)


def test_unrequested_findings_are_ignored() -> None:
    linter = make_linter(
        "true", make_finding("A1", (0, 0), (0, 1)), make_finding("A2", (0, 0), (0, 1))
    )
    found = LinterRun(linter, {"a.py": "x"}, ("A2", "A3")).matches()
    assert [(code, len(matches)) for code, matches in found.items()] == [("A2", 1), ("A3", 0)]


def test_a_linter_names_unknown_codes() -> None:
    linter = make_linter("true", unknown=["A9"])
    assert LinterRun(linter, {"a.py": "x"}, ("A1", "A9")).matches() == {
        "A1": (),
        "A9": "telltale does not know the code 'A9'",
    }


@pytest.mark.parametrize(
    ("linter", "seconds", "why"),
    [
        (
            make_refusing_linter("exit 3"),
            None,
            "telltale ended with exit status 3 and wrote no valid JSON",
        ),
        (
            make_refusing_linter("echo nonsense"),
            None,
            "telltale ended with exit status 0 and wrote no valid JSON",
        ),
        (make_linter("exec sleep 60"), 0.5, "telltale took longer than 0.5 seconds"),
        (
            replace(make_linter(""), command=lambda path, codes: ("/nowhere/telltale",)),
            None,
            "telltale cannot be run: No such file or directory",
        ),
    ],
)
def test_a_missing_linter_result_has_a_reason(
    linter: Linter, seconds: float | None, why: str
) -> None:
    assert LinterRun(linter, {"a.py": "x"}, ("A1",), seconds=seconds).matches() == {"A1": why}


def test_a_linter_sees_only_the_text_and_no_surrounding_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    content = tmp_path / "given"
    linter = make_linter(f'{{ pwd; echo "$0"; cat; }} > {content}')
    LinterRun(replace(linter, prepare=str.upper), {"b/a.py": "é = 1\n"}, ("A1",)).matches()
    assert content.read_text() == "/\nb/a.py\nÉ = 1\n"


@pytest.mark.parametrize(
    ("program", "language", "code", "written"),
    [
        ("pylint", "python", "fixme", "[]"),
        ("eslint", "javascript", "prefer-const", '[{"messages": []}]'),  # started by a shell
    ],
)
def test_a_linter_of_the_same_environment_runs_although_it_is_not_in_path(
    program: str,
    language: str,
    code: str,
    written: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = tmp_path / "bin" / program
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\necho > {tmp_path}/started\necho '{written}'\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert Linters({"a": "x"}, [code], language, seconds=60).matches() == {code: ()}
    assert (tmp_path / "started").exists()


@pytest.mark.parametrize("path", ["", ".", "bin", "/nowhere::bin"])
def test_no_program_of_the_current_directory_is_a_linter(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for script in (tmp_path / "telltale", tmp_path / "bin" / "telltale"):
        script.parent.mkdir(exist_ok=True)
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path)
    assert find_program("telltale") is None
    monkeypatch.setenv("PATH", f"{path}{os.pathsep}{tmp_path}")
    assert find_program("telltale") == str(tmp_path / "telltale")


def test_rules_of_a_missing_linter_are_skipped_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    missing = replace(RUFF, command=lambda path, codes: ("/nowhere/ruff",))
    monkeypatch.setattr(linters, "RUFF", missing)
    analysis = analyse_code(
        build_book(RULES), "import os\n", earlier=["python.general.unused-import"]
    )
    assert analysis.analysis.comments == ()
    why = "ruff cannot be run: No such file or directory"
    assert analysis.log[-1] == f"0.yaml line 4: rule unused-import is left out: {why}"


def test_each_linter_is_asked_for_its_own_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: dict[str, set[str]] = {}

    def heard(name: str) -> Linter:
        def command(path: str, codes: object) -> tuple[str, ...]:
            requests[name] = set(codes)  # type: ignore[call-overload]
            return ("true",)

        return replace(make_linter(""), name=name, command=command)

    monkeypatch.setattr(linters, "RUFF", heard("ruff"))
    monkeypatch.setattr(linters, "PYLINT", heard("pylint"))
    codes = ("F401", "PLR1714", "too-many-branches", "unreachable", "E711")
    assert set(Linters({"a.py": "x"}, codes, "python").matches()) == set(codes)
    assert requests == {
        "ruff": {"F401", "PLR1714", "E711"},
        "pylint": {"too-many-branches", "unreachable"},
    }
