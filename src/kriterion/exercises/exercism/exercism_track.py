"""Read a whole track: its concept and practice exercises."""

from pathlib import Path

from kriterion.exercises.exercise import Exercise, ExerciseRepository, RepositoryFormat
from kriterion.exercises.exercism.exercism_exercise import load_track, read_exercise
from kriterion.exercises.exercism.track_layout import KINDS, is_exercise
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    ReadBudget,
    Unreadable,
    is_directory,
)


def load_repository(root: Path) -> ExerciseRepository:
    """Load all exercises of a track, in order of id; an unusable one does not affect others.

    The tree has those that the track lists for students.
    """
    files, problems = Files(root, ReadBudget()), Problems()
    track = load_track(files, root, problems)
    exercises: list[Exercise] = []
    for kind in KINDS:
        try:
            entries = files.entries(root / kind)
        except Missing:
            continue
        except Unreadable as error:
            problems.refuse(kind, str(error), code="file.unreadable")
            continue
        for entry in entries.values():
            directory = root / kind / entry.name
            if entry.is_symlink() or not is_directory(entry) or not is_exercise(directory):
                continue
            exercise = read_exercise(files, directory, track, problems)
            if exercise is not None:
                exercises.append(exercise)
    return ExerciseRepository(
        directory=root,
        format=RepositoryFormat.EXERCISM,
        exercises=tuple(exercises),
        tree=track.make_tree(
            {
                (exercise.directory.parent.name, exercise.directory.name): exercise.id
                for exercise in exercises
            }
        )
        if track.exercises
        else None,
        problems=tuple(problems),
    )
