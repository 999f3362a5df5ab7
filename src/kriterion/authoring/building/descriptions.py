"""Publish the descriptions of an exercise: safe HTML with the addresses of its pictures."""

import os
from urllib.parse import quote

from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise
from kriterion.exercises.exercise_media import find_media
from kriterion.markup.description import render_html_description, render_markdown_description
from kriterion.markup.html.link_base import Base

_FILES_FOR_ALL_LANGUAGES = ("descr.html", "descr.md")


def render_descriptions(exercise: Exercise) -> dict[str, str]:
    """Return HTML by language. The default comes first, under "", which learn-ocaml shows."""
    base = make_published_base(exercise)
    rendered = {
        "" if _is_for_all(description) else language: _render(description, base)
        for language, description in exercise.descriptions.items()
    }
    return dict(sorted(rendered.items()))


def make_published_base(exercise: Exercise) -> Base:
    """Return the base that rewrites addresses: files of the exercise lead to their published
    copies.
    """

    def address(written: str) -> str | None:
        file = find_media(exercise, written)
        if file is None:
            return None
        below = os.path.relpath(file, exercise.directory)
        return quote(f"/static/{exercise.id}/{below}", errors="surrogateescape")

    return Base(
        link=lambda written: address(written) or make_site_address(written), picture=address
    )


def make_site_address(written: str) -> str | None:
    """Return an address that leads elsewhere on the site, in learn-ocaml's form, or None."""
    return written if written.startswith("/") and not written.startswith("//") else None


def _is_for_all(description: Description) -> bool:
    return description.file.rpartition("/")[2] in _FILES_FOR_ALL_LANGUAGES


def _render(description: Description, base: Base) -> str:
    if description.format is DescriptionFormat.HTML:
        return render_html_description(description.text, base, place="descr").html
    return render_markdown_description(description.text, base, place="descr").html
