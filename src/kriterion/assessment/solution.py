"""A submission's files as tools of Exercism's find them in their input directory."""

from collections.abc import Mapping

from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import Submission


def solution_of(exercise: TrackExercise, submission: Submission) -> Mapping[str, bytes]:
    """The files under the names that the exercise has for them."""
    names = solution_names(exercise, submission)
    return {names[name]: content for name, content in submission.files.items()}


def solution_names(exercise: TrackExercise, submission: Submission) -> Mapping[str, str]:
    """What each file of the submission is called there.

    All keep their names but a main file that is called otherwise than any file which the exercise
    asks for: it takes the first of those names that is free.
    """
    names = {name: name for name in submission.files}
    asked = exercise.configuration.solution
    if submission.file_name not in asked:
        free = [name for name in asked if name not in submission.other_files]
        names[submission.file_name] = free[0] if free else submission.file_name
    return names
