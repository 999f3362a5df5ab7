"""Exercism tracks. Rules: docs/contracts/exercism-representer.md."""

from kriterion.exercises.exercism.approaches import load_approach_text, load_approaches
from kriterion.exercises.exercism.configuration import Configuration
from kriterion.exercises.exercism.exercise import load_exercise
from kriterion.exercises.exercism.layout import is_exercise, is_track
from kriterion.exercises.exercism.repository import load_repository
from kriterion.exercises.exercism.track_exercise import (
    TrackExercise,
    asked_files,
    load_track_exercise,
    slug_of,
)

__all__ = [
    "Configuration",
    "TrackExercise",
    "asked_files",
    "is_exercise",
    "is_track",
    "load_approach_text",
    "load_approaches",
    "load_exercise",
    "load_repository",
    "load_track_exercise",
    "slug_of",
]
