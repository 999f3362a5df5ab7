"""Identifiers: in version 2 of the format, each exercise has a unique one."""

from collections.abc import Iterator

from kriterion.authoring.course.meta_places import load_place, name_meta_file
from kriterion.authoring.finding import error, warning
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion_tools.diagnostic import Diagnostic, describe_value


def check_identifiers(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one finding per exercise without an identifier, or with that of an earlier exercise.

    Links may use identifiers, and a shared one is ambiguous.
    """
    bearers: dict[str, str] = {}
    for name, course_exercise in course.exercises.items():
        identifier = course_exercise.meta.identifier
        if not identifier:
            if course_exercise.meta.version == "2":
                fix = 'add "identifier" with a text that no other exercise has'
                yield warning(
                    name_meta_file(course_exercise),
                    "has no identifier",
                    fix=fix,
                    code="learn-ocaml.identifier.missing",
                )
        elif (first := bearers.setdefault(identifier, name)) != name:
            what = f"{describe_value(identifier)} is also the identifier of {first}"
            where = load_place(course_exercise, ("identifier",))
            yield error(
                name_meta_file(course_exercise),
                what,
                where=where,
                fix="give each exercise its own identifier",
                code="learn-ocaml.identifier.duplicate",
            )
