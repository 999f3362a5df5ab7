"""The texts beside an exercise's configuration: descriptions, boilerplates, solutions, README.

Source: dodona-edu/dodona e7be6f0d2, app/models/activity.rb and exercise.rb.
"""

import re
from collections.abc import Mapping
from os import DirEntry
from pathlib import Path

from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise
from kriterion.exercises.hint_texts import split_hints
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Unreadable,
    decode_text,
    escape_name,
    is_directory,
)

MAXIMUM_TEXT_BYTES = 4 * 1024 * 1024
MAXIMUM_SOLUTION_BYTES = 65_535  # the limit for submissions
MAXIMUM_SOLUTIONS = 100

Entries = Mapping[str, DirEntry[str]]

_LANGUAGE = r"[A-Za-z]{2,3}(?:[-_][A-Za-z]+)?"
_DESCRIPTION = re.compile(rf"description(?:\.(?P<language>{_LANGUAGE}))?\.(?P<ending>md|html)")
_HINTS = re.compile(rf"hints(?:\.(?P<language>{_LANGUAGE}))?\.md")  # ours; Dodona has none
_BOILERPLATE = re.compile(rf"boilerplate(?:\.(?P<language>{_LANGUAGE}))?")
_FORMATS = {"md": DescriptionFormat.MARKDOWN, "html": DescriptionFormat.HTML}


def load_descriptions(files: Files, entries: Entries, problems: Problems) -> dict[str, Description]:
    """Return descriptions by language; one in HTML makes the activity HTML, not Markdown."""
    matches = [match for name in entries if (match := _DESCRIPTION.fullmatch(name))]
    html = any(match["ending"] == "html" and match["language"] for match in matches)
    descriptions = {}
    for match in matches:
        path = Path(entries[match[0]].path)
        file = files.name(path)
        if not match["language"]:
            problems.warn(
                file,
                "has no language in its name",
                fix=f"rename it to description.en.{match['ending']}",
                code="dodona.description.no-language",
            )
        elif html and match["ending"] == "md":
            problems.warn(
                file,
                "is not displayed because another description is in HTML",
                fix="use one format for all descriptions",
                code="dodona.description.hidden-by-html",
            )
        elif (text := _load_text(files, path, problems)) is not None:
            form = _FORMATS[match["ending"]]
            descriptions[match["language"]] = Description(format=form, text=text, file=file)
    return descriptions


def load_hints(files: Files, entries: Entries, problems: Problems) -> dict[str, tuple[str, ...]]:
    """Return the hints beside the descriptions by language; those without one are English."""
    hints = {}
    for name, entry in entries.items():
        if match := _HINTS.fullmatch(name):
            text = _load_text(files, Path(entry.path), problems)
            if text is not None:
                hints[match["language"] or "en"] = split_hints(text)
    return hints


def load_boilerplates(files: Files, entries: Entries, problems: Problems) -> dict[str, str]:
    """Return boilerplates by language, "" for the one without."""
    boilerplates = {}
    for name, entry in entries.items():
        if match := _BOILERPLATE.fullmatch(name):
            text = _load_text(files, Path(entry.path), problems)
            if text is not None:
                boilerplates[match["language"] or ""] = text
    return boilerplates


def load_solutions(files: Files, entries: Entries, problems: Problems) -> dict[str, str]:
    """Return solutions by file name, `solution…` first, without hidden files and directories."""
    names = [
        name
        for name, entry in entries.items()
        if not name.startswith(".") and not is_directory(entry)
    ]
    names.sort(key=lambda name: (not name.startswith("solution"), name))
    solutions = {}
    for name in names[:MAXIMUM_SOLUTIONS]:
        text = _load_solution(files, Path(entries[name].path), problems)
        if text is not None:
            solutions[escape_name(name)] = text
    if len(names) > MAXIMUM_SOLUTIONS:
        first = files.name(Path(entries[names[MAXIMUM_SOLUTIONS]].path))
        what = (
            f"is ignored, as are all later solutions: only the first {MAXIMUM_SOLUTIONS} of"
            f" {len(names):,} are read"
        )
        problems.warn(first, what, code="dodona.solution.too-many")
    return solutions


def load_about(exercise: Exercise, language: str = "en") -> str | None:
    """Return the directory's text for teachers (README, about) in that language, or None."""
    files = Files(exercise.repository)
    try:
        entries = files.entries(exercise.directory)
    except Unreadable:
        return None
    by_name = {name.lower(): entry for name, entry in entries.items() if not is_directory(entry)}
    for name in _list_description_names(language):
        if name in by_name:
            return _load_text(files, Path(by_name[name].path), Problems())
    return None


def _list_description_names(language: str) -> tuple[str, ...]:
    own = (f"readme.{language}.md", f"about.{language}.md")
    common = ("readme.md", "readme", "readme.en.md", "readme.nl.md", "about.en.md", "about.nl.md")
    return own + common


def _load_solution(files: Files, path: Path, problems: Problems) -> str | None:
    file = files.name(path)
    try:
        content, is_complete = files.load_start(path, at_most=MAXIMUM_SOLUTION_BYTES)
    except Unreadable as error:
        problems.warn(file, str(error), code="file.unreadable")
        return None
    if not is_complete:
        what = f"is truncated to {MAXIMUM_SOLUTION_BYTES:,} bytes, the limit for a submission"
        problems.warn(file, what, code="dodona.solution.too-long")
        return content.decode("utf-8-sig", errors="replace")
    return decode_text(content, file, problems)


def _load_text(files: Files, path: Path, problems: Problems) -> str | None:
    file = files.name(path)
    try:
        return decode_text(files.load(path, at_most=MAXIMUM_TEXT_BYTES), file, problems)
    except Unreadable as error:
        problems.warn(file, str(error), code="file.unreadable")
        return None
