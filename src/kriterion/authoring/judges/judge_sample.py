"""The sample exercise of a judge, in its directory `sample` unless the settings name another."""

from pathlib import Path

from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises.exercise_loading import load_exercise

SAMPLE = "sample"


def load_sample(judge: Path) -> Trial | None:
    """Return the first solution of the exercise in a judge's directory, or None."""
    return load_sample_exercise(judge / SAMPLE)


def load_sample_exercise(directory: Path) -> Trial | None:
    """Return the first solution of an exercise, or None."""
    if not directory.is_dir():
        return None
    exercise, _ = load_exercise(directory, directory)
    if exercise is None:
        return None
    trials, _ = gather_trials(exercise)
    return next((trial for trial in trials if trial.solution), None)
