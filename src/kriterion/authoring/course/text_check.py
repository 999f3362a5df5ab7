"""Descriptions and lessons: scripts, external resources, missing files."""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.authoring.building.descriptions import make_published_base
from kriterion.authoring.building.lesson_publishing import LESSON_BASE
from kriterion.authoring.finding import notice, warning
from kriterion.exercises.exercise import DescriptionFormat, Exercise
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.repository_layout import LESSONS
from kriterion.markup.description import find_removed_in_markdown
from kriterion.markup.html.removed_content import ContentKind, RemovedContent, find_removed
from kriterion_tools.contracts.learn_ocaml_repository.lesson import LessonHtml
from kriterion_tools.diagnostic import Diagnostic, describe_value

_ELSEWHERE = ("http:", "https:", "//")


def check_descriptions(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield the parts of a description that its readers do not see."""
    base = make_published_base(exercise)
    for description in exercise.descriptions.values():
        html = description.format is DescriptionFormat.HTML
        find_removed_here = find_removed if html else find_removed_in_markdown
        for removal in find_removed_here(description.text, base):
            where = f"line {removal.line}, column {removal.column}"
            yield _make_finding(
                removal, description.file, where, _suggest_file(removal.target, exercise)
            )


def check_lessons(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield the parts of lessons that their readers do not see."""
    for lesson in course.lessons.values():
        for step, lesson_step in enumerate(lesson.steps):
            for number, content in enumerate(lesson_step.contents):
                if isinstance(content, LessonHtml):
                    where = f"steps[{step}].contents[{number}]"
                    for removal in find_removed(content.html, LESSON_BASE):
                        yield _make_finding(removal, f"{LESSONS}/{lesson.id}.json", where)


def _suggest_file(target: str, exercise: Exercise) -> str:
    """Suggest the published file of that name, if there is one."""
    name = target.partition("?")[0].partition("#")[0].rpartition("/")[2].casefold()
    directories = {directory for paths in exercise.media.values() for directory in paths}
    for directory in sorted(directories) if name else ():
        for file in _list_names(directory):
            if file.casefold() == name:
                return f"write {describe_value(f'/static/{exercise.id}/{directory.name}/{file}')}"
    return ""


def _list_names(directory: Path) -> list[str]:
    try:
        return sorted(os.listdir(directory))  # noqa: PTH208
    except OSError:
        return []


def _make_finding(removed: RemovedContent, file: str, where: str, fix: str = "") -> Diagnostic:
    target = describe_value(removed.target)
    remote = removed.target.strip().lower().startswith(_ELSEWHERE)
    match removed.kind:
        case ContentKind.PICTURE | ContentKind.LINK if not remote:
            return warning(
                file, f"{target} does not exist", where=where, fix=fix, code="text.missing-file"
            )
        case ContentKind.PICTURE:
            what = f"{target} is not displayed: it would be loaded from another site"
            return warning(
                file,
                what,
                where=where,
                fix=fix or "put the file in a subdirectory of the exercise",
                code="text.loaded-from-elsewhere",
            )
        case ContentKind.SCRIPT if remote:
            what = f"the script {target} is not run"
            fix = "remove it: formulas need no script"
            return warning(file, what, where=where, fix=fix, code="text.removed")
        case ContentKind.EVERYTHING:
            return warning(
                file,
                "is too large to be processed and is displayed as plain text",
                where=where,
                code="text.too-long",
            )
        case _:
            what = f"{removed.kind} {target}" if removed.target else removed.kind
            return notice(file, f"{what} is removed", where=where, code="text.removed")
