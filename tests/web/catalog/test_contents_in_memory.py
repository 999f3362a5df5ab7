"""However many solutions a repository brings, reading it takes a bounded amount of memory."""

import json
from pathlib import Path

import pytest

from kriterion.exercises import repository_files
from kriterion.web.catalog.repository_contents import read_contents
from tests.memory import measure_peak

LIMIT = 500_000
CONFIG = {
    "description": {"names": {"en": "One of many"}},
    "programming_language": "python",
    "evaluation": {"handler": "suite"},
}


def write_dodona(root: Path, number: int) -> None:
    exercise = root / f"exercise-{number:03}"
    (exercise / "solution").mkdir(parents=True)
    (exercise / "config.json").write_text(json.dumps(CONFIG))
    for solution in range(10):
        (exercise / "solution" / f"solution-{solution}.py").write_text("#" * 50_000)


def write_learn_ocaml(root: Path, number: int) -> None:
    exercise = root / "exercises" / f"exercise-{number:03}"
    exercise.mkdir(parents=True)
    meta = {"learnocaml_version": "2", "kind": "exercise", "stars": 1, "title": "One"}
    (exercise / "meta.json").write_text(json.dumps(meta))
    for name in ("descr.md", "prelude.ml", "prepare.ml", "template.ml", "test.ml"):
        (exercise / name).write_text("(* *)")
    (exercise / "solution.ml").write_text("(*" + "." * 500_000 + "*)")


@pytest.mark.parametrize("write", [write_dodona, write_learn_ocaml])
def test_solutions_beyond_the_limit_are_reported_instead_of_kept(
    write: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        write(tmp_path, number)  # type: ignore[operator]
    monkeypatch.setattr(repository_files, "MAXIMUM_TOTAL_BYTES", LIMIT)
    contents = read_contents(tmp_path)
    too_much = "is not read: the repository's files exceed 500,000 bytes"
    assert any(too_much in finding.what for finding in contents.findings)
    assert measure_peak(lambda: read_contents(tmp_path)) < 10 * LIMIT


def test_a_repository_is_in_memory_only_once(tmp_path: Path) -> None:
    for number in range(10):
        write_dodona(tmp_path, number)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert len(read_contents(tmp_path).activities) == 10
    assert measure_peak(lambda: read_contents(tmp_path)) < 1.6 * size
