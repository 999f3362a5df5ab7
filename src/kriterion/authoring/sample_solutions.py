"""A sample solution in each programming language, to try tools on: Exercism's Two Fer, solved.

Most tracks have that exercise, so tools that know no other slugs know it. A sample is the file
`samples/two-fer.NAME`, with the language's name in the register; `two-fer-test.NAME` are tests for
it, for test runners.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion_tools.languages import find_canonical_name, find_language

SLUG = "two-fer"

_SAMPLES = Path(__file__).with_name("samples")
# The names of the solution and of its tests, as in the track of the language.
_TESTED_FILES: Mapping[str, tuple[str, str]] = {
    "bash": ("two_fer.sh", "two_fer.bats"),
    "javascript": ("two-fer.js", "two-fer.spec.js"),
    "python": ("two_fer.py", "two_fer_test.py"),
}


class SampleWithTests(NamedTuple):
    """A sample exercise with tests, and the files of a solution that passes them."""

    exercise: TrackExercise
    files: Mapping[str, bytes]


def load_sample_solution(language: str) -> str | None:
    """Return the sample in a language, by any of its names; None if there is none."""
    if find_language(language) is None:
        return None
    file = _SAMPLES / f"{SLUG}.{find_canonical_name(language)}"
    return file.read_text() if file.is_file() else None


def load_tested_sample(language: str) -> SampleWithTests | None:
    """Return the sample for a test runner, by any name of its language; None if there is none."""
    solution = load_sample_solution(language)
    names = _TESTED_FILES.get(find_canonical_name(language)) if solution is not None else None
    if solution is None or names is None:
        return None
    solution_file, test_file = names
    tests = (_SAMPLES / f"{SLUG}-test.{find_canonical_name(language)}").read_bytes()
    configuration = MetaConfiguration(solution=(solution_file,), test=(test_file,))
    written = {"files": {"solution": [solution_file], "test": [test_file], "example": []}}
    exercise = TrackExercise(
        slug=SLUG,
        configuration=configuration,
        programming_language=language,
        material={".meta/config.json": json.dumps(written).encode(), test_file: tests},
    )
    return SampleWithTests(exercise, {solution_file: solution.encode()})
