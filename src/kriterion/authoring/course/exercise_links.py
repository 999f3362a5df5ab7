"""Links between exercises: dangling ones and cycles."""

from collections.abc import Iterator

from kriterion.authoring.course.meta_places import load_place, meta_file
from kriterion.authoring.course.spellings import Spellings
from kriterion.authoring.finding import notice, warning
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion_tools.contracts.learn_ocaml_repository.json_places import Path
from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import PrerequisiteGraph
from kriterion_tools.diagnostic import Diagnostic, describe_value

_NAMED = 6  # exercises of a cycle named in a finding


def dangling_links(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one warning per link to a missing exercise, or to the exercise itself."""
    known: _Known | None = None
    for exercise, path, target in _links(course):
        if target == exercise.exercise.id:
            what, fix = "an exercise does not lead to itself", "take it out"
        elif target not in course.exercises:
            known = known or _Known(course)
            what, fix = known.describe_fault(target)
        else:
            continue
        yield warning(
            meta_file(exercise),
            what,
            where=load_place(exercise, path),
            fix=fix,
            code="learn-ocaml.link.broken",
        )


def circles(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one notice per group of exercises that build on one another."""
    metas = {name: exercise.meta for name, exercise in course.exercises.items()}
    for circle in PrerequisiteGraph(metas).find_cycles():
        others = ", ".join(circle[1:_NAMED]) + (", …" if len(circle) > _NAMED else "")
        what = f"builds on what builds on it: {others}"
        fix = "see whether their skills and backward_exercises are meant so"
        yield notice(
            meta_file(course.exercises[circle[0]]), what, fix=fix, code="learn-ocaml.link.cycle"
        )


def _links(course: LearnOcamlCourse) -> Iterator[tuple[CourseExercise, Path, str]]:
    for exercise in course.exercises.values():
        for field in ("backward_exercises", "forward_exercises"):
            for number, target in enumerate(getattr(exercise.meta, field)):
                yield exercise, (field, number), target


class _Known:
    """Guesses which exercise an unknown id means."""

    def __init__(self, course: LearnOcamlCourse) -> None:
        self._spellings = Spellings(course.exercises)
        self._bearers: dict[str, list[str]] = {}  # exercises by identifier
        self._others: dict[str, set[str]] = {}  # other names of exercises
        for name, exercise in course.exercises.items():
            if exercise.meta.identifier:
                self._bearers.setdefault(exercise.meta.identifier, []).append(name)
            for other in {name.rpartition("/")[2], exercise.meta.identifier, exercise.meta.title}:
                if other:
                    self._others.setdefault(other, set()).add(name)

    def describe_fault(self, target: str) -> tuple[str, str]:
        """Describe what is wrong with a link, and the fix."""
        bearers = self._bearers.get(target, [])
        if len(bearers) > 1:
            what = (
                f"{describe_value(target)} is the identifier of {len(bearers):,}"
                " exercises and names none"
            )
            return what, f"write the directory of one, such as {describe_value(bearers[0])}"
        return f"there is no exercise {describe_value(target)}", self._fix(target)

    def _fix(self, target: str) -> str:
        called = self._others.get(target, set())
        meant = min(called) if len(called) == 1 else self._spellings.meant_by(target)
        return (
            f"did you mean {describe_value(meant)}?"
            if meant
            else "take it out, or add the exercise"
        )
