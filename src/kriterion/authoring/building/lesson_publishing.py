"""Publish lessons as safe HTML."""

from dataclasses import replace

from kriterion.authoring.building.descriptions import make_site_address
from kriterion.markup.description import render_html_description
from kriterion.markup.html.link_base import Base
from kriterion_tools.contracts.learn_ocaml_repository.lesson import Lesson, LessonHtml, LessonStep

LESSON_BASE = Base(link=make_site_address, picture=make_site_address)


def sanitise_lesson(lesson: Lesson) -> Lesson:
    """Return the lesson with HTML that runs nothing and loads nothing from elsewhere."""
    return replace(lesson, steps=tuple(map(_sanitise_step, lesson.steps)))


def _sanitise_step(step: LessonStep) -> LessonStep:
    contents = (
        LessonHtml(render_html_description(content.html, LESSON_BASE, place="lesson").html)
        if isinstance(content, LessonHtml)
        else content
        for content in step.contents
    )
    return replace(step, contents=tuple(contents))
