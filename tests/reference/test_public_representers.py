"""Exercism's own representers, unmodified, give the results that lie in their repositories.

KRITERION_REFERENCES names the directory with their clones (`exercism+python-representer` …), and
KRITERION_CONFIG the kriterion.toml with their `[representers.python]`, `.javascript` and `.ruby`
(docs/author/representers.md).
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.assessment_record import RepresenterStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun, represent
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.representers import find_representer
from kriterion.submissions.submission import SubmittedFiles

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))

pytestmark = [pytest.mark.reference, pytest.mark.machine]

# Per language: where the solutions are, and what the results beside each of them are called.
FIXTURES = {
    "python": ("exercism+python-representer/test/*/", ""),
    "javascript": ("exercism+javascript-representer/test/fixtures/*/*/", "expected_"),
    "ruby": ("exercism+ruby-representer/tests/*/*/", "expected_"),
}


def _list_fixtures() -> Iterator[Any]:
    if not (REFERENCES.is_dir() and os.environ.get("KRITERION_CONFIG")):
        why = "set KRITERION_REFERENCES and KRITERION_CONFIG to run public representers"
        yield pytest.param("", REFERENCES, "", marks=pytest.mark.skip(reason=why))
        return
    for language, (pattern, expected) in FIXTURES.items():
        for directory in sorted(REFERENCES.glob(pattern)):
            if (directory / f"{expected}representation.txt").is_file():
                name = f"{language} {directory.parent.name}/{directory.name}"
                yield pytest.param(language, directory, expected, id=name)


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.mark.parametrize(("language", "fixture", "expected"), list(_list_fixtures()))
def test_a_public_representer_gives_its_golden_result(
    language: str, fixture: Path, expected: str, installation: Installation, tmp_path: Path
) -> None:
    exercise = _make_exercise(language, fixture, expected, tmp_path)
    representer = find_representer(installation, load_track_exercise(exercise)[0], language)
    assert isinstance(representer, RepresenterRun)
    solution = exercise.directory / representer.exercise.solution_file
    record = represent(
        representer,
        SubmittedFiles(file_name=solution.name, source=solution.read_bytes()),
        ToolContext(
            images=installation.images,
            sandbox=installation.sandbox,
            make_root=installation.make_root,
        ),
    )
    assert record.status is RepresenterStatus.GENERATED, record.stderr
    assert record.violations == ()
    assert record.text == (fixture / f"{expected}representation.txt").read_text()
    assert record.mapping == json.loads((fixture / f"{expected}mapping.json").read_text())
    assert record.version == _read_version(fixture, expected)


def _make_exercise(language: str, fixture: Path, expected: str, directory: Path) -> Exercise:
    """The fixture as an exercise, without its results."""
    slug = fixture.name.removeprefix("practice-").removeprefix("concept-")
    place = directory / slug
    results = ("representation.*", "mapping.json")
    ignored = shutil.ignore_patterns(*(expected + result for result in results))
    shutil.copytree(fixture, place, ignore=ignored)
    if not (place / ".meta" / "config.json").exists():
        (solution,) = (file.name for file in place.glob("*.js") if ".spec." not in file.name)
        (place / ".meta").mkdir(exist_ok=True)
        (place / ".meta" / "config.json").write_text(
            json.dumps({"files": {"solution": [solution]}})
        )
    return Exercise(id=slug, directory=place, repository=directory, programming_language=language)


def _read_version(fixture: Path, expected: str) -> int:
    metadata = fixture / f"{expected}representation.json"
    return int(json.loads(metadata.read_text())["version"]) if metadata.is_file() else 1
