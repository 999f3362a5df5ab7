"""A submission's files as Exercism tools find them in their input directory."""

from collections.abc import Mapping

from kriterion.exercises.exercism import TrackExercise
from kriterion.submissions.submission import SubmittedFiles


def map_solution(exercise: TrackExercise, submission: SubmittedFiles) -> Mapping[str, bytes]:
    """Return the files under the exercise's names."""
    names = map_solution_names(exercise, submission)
    return {names[name]: content for name, content in submission.files.items()}


def map_solution_names(exercise: TrackExercise, submission: SubmittedFiles) -> Mapping[str, str]:
    """Map each file of the submission to its name there.

    Files keep their names, except a main file whose name the exercise does not know: it takes the
    first free name of the exercise's.
    """
    names = {name: name for name in submission.files}
    file_names = exercise.configuration.solution
    if submission.file_name not in file_names:
        free = [name for name in file_names if name not in submission.other_files]
        names[submission.file_name] = free[0] if free else submission.file_name
    return names
