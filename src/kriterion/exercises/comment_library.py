"""Comment libraries: directories with a Markdown file for each pointer of an analyzer's comments.

A translation is beside the English comment: `general/dead_code.nl.md`. No pointer leads there, so
hosts without translations can use the library as well. Source of the layout: exercism/website-copy
68cc3fc, analyzer-comments/. The languages are ours.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    Unreadable,
    decode_text,
    is_directory,
)
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path, make_pointer

COMMENTS = "analyzer-comments"  # the name by which such a directory is recognised
ENGLISH = "en"

MAXIMUM_BYTES = 64 * 1024  # per comment
MAXIMUM_COMMENTS = 100_000

_LANGUAGE = re.compile(r"(?P<path>.+)\.(?P<language>[a-z]{2,3})(?P<suffix>\.md)")


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentFile:
    """A comment in one language. `file` is relative to the library."""

    pointer: str
    language: str
    file: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TranslatedComment:
    """The text of a comment, in the language that was asked for or in English."""

    language: str
    text: str


def find_library(directory: Path, folder: str = "") -> Path:
    """Return the library in a repository: that folder, else one called `analyzer-comments`.

    Without either, the repository itself is the library.
    """
    if folder:
        return directory / folder
    subdirectory = directory / COMMENTS
    return subdirectory if subdirectory.is_dir() else directory


def load_comments(
    libraries: Sequence[Path], pointers: Iterable[str], language: str
) -> tuple[dict[str, str], Problems]:
    """Return the text of each pointer, from the first library that has it, and problems with some.

    A comment without a translation is in English. Unreadable ones are missing.
    """
    found, problems = load_translated_comments(libraries, pointers, language)
    return {pointer: comment.text for pointer, comment in found.items()}, problems


def load_translated_comments(
    libraries: Sequence[Path], pointers: Iterable[str], language: str
) -> tuple[dict[str, TranslatedComment], Problems]:
    """Return what `load_comments` does, and the language of each text."""
    places = [Files(library.resolve()) for library in libraries]
    problems = Problems()
    found = {}
    for pointer in dict.fromkeys(pointers):
        comment = _load_translation(places, pointer, language, problems)
        if comment is not None:
            found[pointer] = comment
    return found, problems


def load_comment(files: Files, file: str, problems: Problems) -> str:
    """Return the text of a file of the library. Raises Unreadable."""
    # Any directory on the way may be a link, so resolve the whole path.
    content = files.load_below(file, at_most=MAXIMUM_BYTES)
    return decode_text(content, file, problems).replace("\r\n", "\n")


def list_comments(files: Files, problems: Problems) -> Iterator[CommentFile]:
    """Yield all comments of a library; a file that no pointer leads to is a problem."""
    count = 0
    seen = {files.root}
    waiting = [files.root]
    while waiting:
        directory = waiting.pop()
        for name, entry in _list_entries(files, directory, problems).items():
            path = directory / name
            if is_directory(entry):
                if not name.startswith(".") and (real := path.resolve()) not in seen:
                    seen.add(real)
                    waiting.append(path)
            elif name.endswith(".md"):
                count += 1
                if count > MAXIMUM_COMMENTS:
                    what = f"has more than {MAXIMUM_COMMENTS:,} comments; the rest is ignored"
                    problems.refuse(
                        files.name(files.root), what, code="comment-library.too-many-comments"
                    )
                    return
                yield from _parse_file_name(files.name(path), problems)


def _list_entries(files: Files, directory: Path, problems: Problems) -> dict[str, os.DirEntry[str]]:
    try:
        return files.entries(directory)
    except Unreadable as fault:
        problems.refuse(files.name(directory), str(fault), code="file.unreadable")
        return {}


def _load_translation(
    places: Sequence[Files], pointer: str, language: str, problems: Problems
) -> TranslatedComment | None:
    try:
        path = find_comment_path(pointer)
    except ValueError as fault:
        problems.refuse(
            pointer, f"is not a valid pointer: it {fault}", code="comment.invalid-pointer"
        )
        return None
    unreadable = False
    for files in places:
        for file, written_in in _list_candidate_files(path, language):
            try:
                text = load_comment(files, file, problems)
                return TranslatedComment(language=written_in, text=text)
            except Missing:
                continue
            except Unreadable as fault:
                problems.refuse(file, str(fault), code="file.unreadable")
                unreadable = True
    if not unreadable:
        problems.refuse(
            path,
            "does not exist",
            fix="add the comment, or remove the pointer",
            code="comment.missing",
        )
    return None


def _list_candidate_files(path: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield candidate files with their languages, best first."""
    code = language.partition("-")[0].lower()
    if re.fullmatch("[a-z]{2,3}", code) and code != ENGLISH:
        yield f"{path.removesuffix('.md')}.{code}.md", code
    yield path, ENGLISH


def _parse_file_name(file: str, problems: Problems) -> Iterator[CommentFile]:
    match = _LANGUAGE.fullmatch(file)
    path, language = (
        (match["path"] + match["suffix"], match["language"]) if match else (file, ENGLISH)
    )
    pointer = make_pointer(path)
    if pointer is None:
        fix = "remove the dots from its name and from the names of its directories"
        problems.refuse(
            file, "cannot be reached by any pointer", fix=fix, code="comment.unreachable-file"
        )
    else:
        yield CommentFile(pointer=pointer, language=language, file=file)
