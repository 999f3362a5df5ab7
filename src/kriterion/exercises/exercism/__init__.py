"""Exercism tracks. Rules: docs/contracts/exercism-representer.md."""

from kriterion.exercises.exercism.approaches_file import load_approach_text, load_approaches
from kriterion.exercises.exercism.example_names import match_example_names, match_solutions
from kriterion.exercises.exercism.exercism_exercise import load_exercise
from kriterion.exercises.exercism.exercism_track import load_repository
from kriterion.exercises.exercism.meta_configuration import MetaConfiguration
from kriterion.exercises.exercism.track_exercise import (
    TrackExercise,
    list_submitted_files,
    load_track_exercise,
    make_slug,
)
from kriterion.exercises.exercism.track_layout import is_exercise, is_track

__all__ = [
    "MetaConfiguration",
    "TrackExercise",
    "is_exercise",
    "is_track",
    "list_submitted_files",
    "load_approach_text",
    "load_approaches",
    "load_exercise",
    "load_repository",
    "load_track_exercise",
    "make_slug",
    "match_example_names",
    "match_solutions",
]
