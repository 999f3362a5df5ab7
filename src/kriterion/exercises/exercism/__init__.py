"""Exercises of Exercism's tracks, as far as tools get to see them.

Rules: docs/contracts/exercism-representer.md.
"""

from kriterion.exercises.exercism.configuration import Configuration
from kriterion.exercises.exercism.material import load_material
from kriterion.exercises.exercism.track_exercise import TrackExercise, load_track_exercise, slug_of

__all__ = ["Configuration", "TrackExercise", "load_material", "load_track_exercise", "slug_of"]
