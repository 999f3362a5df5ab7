from pathlib import Path

import pytest

from kriterion.authoring.check_material import Material, read_exercise, read_repository
from tests.authoring.conftest import Write


@pytest.fixture
def root(write: Write) -> Path:
    def named(name: str) -> dict[str, object]:
        return {"description": {"names": {"en": name}}}

    return write(
        {
            "dirconfig.json": {"evaluation": {"time_limit": "soon"}},
            "one/dirconfig.json": {"labels": "x"},
            "one/a/config.json": named("A"),
            "one/a/description/description.en.md": "x",
            "two/b/config.json": named("A"),
            "two/b/description/description.en.md": "![](media/gone.png)",
            "three/c/config.json": named("C") | {"evaluation": {"time_limit": 1}},
            "three/c/description/description.en.md": "x",
        }
    )


def _collect_files(material: Material) -> set[str]:
    return {finding.file for finding in material.findings}


def test_a_subdirectory_reports_itself_and_its_configuration(root: Path) -> None:
    whole = read_repository(root)
    without = read_repository(root, keeps_trials=False)
    assert (without.trials, without.findings) == ((), whole.findings)
    assert [exercise.id for exercise in whole.exercises] == ["three/c"]
    assert {"dirconfig.json", "one/dirconfig.json"} <= _collect_files(whole)
    three = read_repository(root / "three")
    assert [exercise.id for exercise in three.exercises] == ["three/c"]
    assert "one/dirconfig.json" not in _collect_files(three)
    assert {"dirconfig.json", "three/c"} <= _collect_files(three)
    assert three.root == root


def test_an_exercise_reports_itself_and_what_it_inherits(root: Path) -> None:
    material = read_exercise(root / "one/a")
    assert material.exercises == ()
    assert _collect_files(material) == {"dirconfig.json", "one/dirconfig.json"}


def test_names_are_compared_across_the_repository(root: Path) -> None:
    (root / "dirconfig.json").write_text("{}")
    assert any(
        "is also the name of one/a" in f.what for f in read_repository(root / "two").findings
    )


def test_a_directory_without_exercises_is_reported(root: Path) -> None:
    (root / "empty").mkdir()
    (root / "dirconfig.json").write_text("{}")
    (finding,) = read_repository(root / "empty").findings
    assert str(finding) == "empty: contains no exercises: no config.json was found"


def test_exercises_inside_a_judges_repository_are_found(root: Path) -> None:
    (root / "config.json").write_text("{}")
    assert [exercise.id for exercise in read_repository(root / "two").exercises] == ["b"]
