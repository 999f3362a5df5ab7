"""The sample exercise in a judge's directory `sample`."""

from pathlib import Path

from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises.exercise_loading import load_exercise

SAMPLE = "sample"


def load_sample(judge: Path) -> Trial | None:
    """Return the first solution of that exercise, or None."""
    directory = judge / SAMPLE
    if not directory.is_dir():
        return None
    exercise, _ = load_exercise(directory, directory)
    if exercise is None:
        return None
    trials, _ = gather_trials(exercise)
    return next((trial for trial in trials if trial.solution), None)
