"""Skills with several spellings, and required skills that no exercise trains."""

from collections.abc import Iterator

from kriterion.authoring.course.meta_places import load_place, name_meta_file
from kriterion.authoring.course.spellings import Spellings, normalise_word
from kriterion.authoring.finding import notice, warning
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import (
    group_by_focus,
    group_by_requirement,
)
from kriterion_tools.diagnostic import Diagnostic, describe_value


def find_spelling_variants(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one warning per skill with a more frequent spelling, at its first use.

    In learn-ocaml, case and blanks distinguish skills.
    """
    uses: dict[str, list[tuple[str, str, int]]] = {}  # exercise, field and index by skill
    for name, course_exercise in course.exercises.items():
        for field in ("focus", "requirements"):
            for number, skill in enumerate(getattr(course_exercise.meta, field)):
                uses.setdefault(skill, []).append((name, field, number))
    spellings: dict[str, str] = {}
    for skill in uses:
        other = spellings.setdefault(normalise_word(skill), skill)
        if len(uses[skill]) > len(uses[other]):
            spellings[normalise_word(skill)] = skill
    for skill, places in uses.items():
        usual_spelling = spellings[normalise_word(skill)]
        if usual_spelling != skill:
            (name, field, index), *_ = places
            course_exercise = course.exercises[name]
            number, others = len(places), len(uses[usual_spelling])
            what = (
                f"the skill {describe_value(skill)} (uses: {number:,}) is elsewhere spelled"
                f" {describe_value(usual_spelling)} (uses: {others:,})"
            )
            where = load_place(course_exercise, (field, index))
            yield warning(
                name_meta_file(course_exercise),
                what,
                where=where,
                fix="use one spelling everywhere",
                code="learn-ocaml.skill.spelling",
            )


def find_untrained_skills(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one finding per skill that is required but never trained."""
    metas = {name: course_exercise.meta for name, course_exercise in course.exercises.items()}
    trained = group_by_focus(metas)
    known = Spellings(trained)
    for skill, exercises in group_by_requirement(metas).items():
        if skill in trained:
            continue
        course_exercise = course.exercises[exercises[0]]
        where = load_place(
            course_exercise, ("requirements", course_exercise.meta.requirements.index(skill))
        )
        what = f"no exercise trains the skill {describe_value(skill)}"
        suggestion = known.find_similar(skill)
        if suggestion is None:
            yield notice(
                name_meta_file(course_exercise),
                what,
                where=where,
                code="learn-ocaml.skill.untrained",
            )
        else:
            fix = f"did you mean {describe_value(suggestion)}?"
            yield warning(
                name_meta_file(course_exercise),
                what,
                where=where,
                fix=fix,
                code="learn-ocaml.skill.untrained",
            )
