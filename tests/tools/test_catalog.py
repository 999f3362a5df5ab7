from pathlib import Path

import pytest

from kriterion.authoring.sample_solutions import load_sample_solution
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.tools.catalog import (
    ANALYZED_LANGUAGES,
    REPRESENTED_LANGUAGES,
    SHIPPED_ANALYZER,
    SHIPPED_COMMENTS,
    SHIPPED_JUDGES,
    SHIPPED_REPRESENTER,
)
from kriterion_tools.languages import LANGUAGES, find_canonical_name, find_languages_by_suffix
from kriterion_tools.representer.languages import load_language


@pytest.mark.parametrize("language", sorted({*REPRESENTED_LANGUAGES, *ANALYZED_LANGUAGES}))
def test_the_built_in_tools_support_all_their_languages(language: str, tmp_path: Path) -> None:
    exercise = Exercise(
        id="e", directory=tmp_path, repository=tmp_path, programming_language=language
    )
    file = load_track_exercise(exercise)[0].solution_file
    canonical = find_canonical_name(language)
    assert canonical in find_languages_by_suffix(file)
    assert load_language(canonical) is not None


def test_every_shipped_tool_exists() -> None:
    assert all((judge / "run").is_file() for judge in SHIPPED_JUDGES.values())
    assert (SHIPPED_REPRESENTER / "bin" / "run.sh").is_file()
    assert (SHIPPED_ANALYZER / "bin" / "run.sh").is_file()
    assert SHIPPED_COMMENTS.is_dir()


@pytest.mark.parametrize("name", [name for language in LANGUAGES for name in language.names])
def test_there_is_a_sample_to_try_tools_on_in_each_language(name: str) -> None:
    assert load_sample_solution(name)
