"""Links between exercises: dangling ones and cycles."""

from collections.abc import Iterator

from kriterion.authoring.course.meta_places import load_place, name_meta_file
from kriterion.authoring.course.spellings import Spellings
from kriterion.authoring.finding import notice, warning
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion_tools.contracts.learn_ocaml_repository.json_places import Path
from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import PrerequisiteGraph
from kriterion_tools.diagnostic import Diagnostic, describe_value

_NAMED = 6  # exercises of a cycle named in a finding


def find_dangling_links(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one warning per link to a missing exercise, or to the exercise itself."""
    known: _ExerciseGuess | None = None
    for exercise, path, target in _find_links(course):
        if target in course.exercises and target != exercise.exercise.id:
            continue
        fix = "remove the link"
        if target == exercise.exercise.id:
            what = "is a link from the exercise to itself"
        elif namesakes := (known := known or _ExerciseGuess(course)).find_namesakes(target):
            number = len(namesakes)
            what = f"{describe_value(target)} is the identifier of {number:,} exercises: ambiguous"
            fix = f"write the directory of one, such as {describe_value(namesakes[0])}"
        else:
            what = f"exercise {describe_value(target)} does not exist"
            fix = known.suggest(target)
        yield warning(
            name_meta_file(exercise),
            what,
            where=load_place(exercise, path),
            fix=fix,
            code="learn-ocaml.link.broken",
        )


def find_cycles(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one notice per group of exercises that build on one another."""
    metas = {name: exercise.meta for name, exercise in course.exercises.items()}
    for circle in PrerequisiteGraph(metas).find_cycles():
        others = ", ".join(circle[1:_NAMED]) + (", …" if len(circle) > _NAMED else "")
        what = f"requires exercises that require it: {others}"
        fix = "check that their skills and backward_exercises are intended"
        yield notice(
            name_meta_file(course.exercises[circle[0]]),
            what,
            fix=fix,
            code="learn-ocaml.link.cycle",
        )


def _find_links(course: LearnOcamlCourse) -> Iterator[tuple[CourseExercise, Path, str]]:
    for exercise in course.exercises.values():
        for field in ("backward_exercises", "forward_exercises"):
            for number, target in enumerate(getattr(exercise.meta, field)):
                yield exercise, (field, number), target


class _ExerciseGuess:
    """Guesses which exercise an unknown id means."""

    def __init__(self, course: LearnOcamlCourse) -> None:
        self._spellings = Spellings(course.exercises)
        self._namesakes: dict[str, list[str]] = {}  # exercises by identifier
        self._others: dict[str, set[str]] = {}  # other names of exercises
        for name, exercise in course.exercises.items():
            if exercise.meta.identifier:
                self._namesakes.setdefault(exercise.meta.identifier, []).append(name)
            for other in {name.rpartition("/")[2], exercise.meta.identifier, exercise.meta.title}:
                if other:
                    self._others.setdefault(other, set()).add(name)

    def find_namesakes(self, target: str) -> list[str]:
        """Return the exercises with this identifier if there are several."""
        namesakes = self._namesakes.get(target, [])
        return namesakes if len(namesakes) > 1 else []

    def suggest(self, target: str) -> str:
        """Return a fix for a link to an unknown exercise."""
        called = self._others.get(target, set())
        suggestion = min(called) if len(called) == 1 else self._spellings.find_similar(target)
        return (
            f"did you mean {describe_value(suggestion)}?"
            if suggestion
            else "remove the link, or add the exercise"
        )
