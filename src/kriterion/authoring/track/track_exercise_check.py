"""One exercise of a track: its `.meta/config.json`, the files it names, its texts, its approaches.

Source: exercism/docs 19e037f, building/configlet/lint.md, building/tracks/concept-exercises.md,
practice-exercises.md and approaches.md.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.authoring.description_links import read_links
from kriterion.authoring.finding import error, warning
from kriterion.authoring.track.checked_json import (
    MAXIMUM_NAME,
    CheckedJson,
    JsonNode,
    load_document,
)
from kriterion.authoring.track.track_configuration import FILE_KINDS, Track, check_files, check_tags
from kriterion.exercises.exercise import DescriptionFormat
from kriterion.exercises.exercism.meta_configuration import MAXIMUM_FILES
from kriterion.exercises.exercism.track_layout import CONFIG
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    Unreadable,
    decode_text,
    is_directory,
)
from kriterion_tools.diagnostic import Diagnostic, describe_value

MAXIMUM_TEXT_BYTES = 512 * 1024
MAXIMUM_SNIPPET_LINES = 8

_LONGEST_BLURB = 350
_LARGEST_VERSION = 2**31 - 1
_KEYS = (
    *("authors", "contributors", "files", "blurb", "source", "source_url", "icon", "title"),
    *("language_versions", "test_runner", "representer", "forked_from", "custom"),
)
_TEXTS = {
    "concept": (".docs/instructions.md", ".docs/introduction.md", ".docs/hints.md"),
    "practice": (".docs/instructions.md",),
}
# The summary of an approach or article, and how it is separated from its text.
_COLLECTIONS = ((".approaches", "approaches"), (".articles", "articles"))


def check_exercise(
    files: Files, directory: Path, kind: str | None, track: Track
) -> Iterator[Diagnostic]:
    """Yield all findings about the exercise in a directory.

    `kind` is concept, practice, or None if unknown.
    """
    document = load_document(files, directory / CONFIG)
    if document is None:
        yield error(
            files.name(directory),
            f"has no {CONFIG}",
            fix="create one with configlet create",
            code="track.exercise.no-config",
        )
        return
    root = document.root
    if document.is_readable and root.is_object():
        root.check_keys(_KEYS)
        _check_about(root)
        _check_files(root, files, directory, kind)
    yield from document.findings()
    for name in _TEXTS[kind or "practice"]:
        yield from _check_text(files, directory / name, None)
    for folder, key in _COLLECTIONS:
        yield from _check_collection(files, directory / folder, key, track)


def _check_about(root: JsonNode) -> None:
    root.check_text("blurb", longest=_LONGEST_BLURB)
    authors = {str(name.value).casefold() for name in root.texts("authors")}
    for name in root.texts("contributors"):
        if str(name.value).casefold() in authors:
            name.note(
                f"{describe_value(name.value)} is also listed as an author",
                "list each person once",
                code="track.exercise.author-twice",
            )
    root.check_text("source", required=False)
    _check_address(root, "source_url")
    if (icon := root.get("icon")) is not None:
        icon.as_slug()
    root.check_text("language_versions", required=False)
    root.check_boolean("test_runner", required=False)
    representer = root.get("representer")
    if representer is not None and representer.is_object():
        representer.check_integer("version", 1, _LARGEST_VERSION, required=False)


def _check_address(root: JsonNode, key: str) -> None:
    root.check_text(key, required=False)
    node = root.get(key)
    if node is not None and isinstance(node.value, str) and node.value.strip():
        scheme, colon, _ = node.value.partition("://")
        if not colon or scheme not in ("http", "https"):
            node.warn(
                f"must be a URL, not {describe_value(node.value)}",
                "start it with https://",
                code="track.exercise.invalid-address",
            )


def _check_files(root: JsonNode, files: Files, directory: Path, kind: str | None) -> None:
    listed = root.get("files")
    if listed is None:
        root.error(
            "has no 'files'",
            'write {"solution": ["FILE"], "test": ["FILE"]}',
            code="track.missing-key",
        )
        return
    if not listed.is_object():
        return
    listed.check_keys(FILE_KINDS)
    names = [name for file_kind in FILE_KINDS for name in _list_names(listed, file_kind)]
    if len(names) > MAXIMUM_FILES:
        listed.error(
            f"lists {len(names):,} files; the limit is {MAXIMUM_FILES:,}",
            code="track.exercise.too-many-files",
        )
        return
    check_files(listed, lambda name: _check_file(name, files, directory))
    needed = ["solution", "test"]
    needed += {"concept": ["exemplar"], "practice": ["example"]}.get(kind or "", [])
    for file_kind in needed:
        if not _list_names(listed, file_kind):
            tell = listed.error if file_kind == "solution" else listed.warn
            tell(
                f"lists no {file_kind} file",
                f'write "{file_kind}": ["FILE"]',
                code="track.exercise.no-files",
            )


def _list_names(listed: JsonNode, kind: str) -> list[str]:
    value = listed.value.get(kind)
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _check_file(name: JsonNode, files: Files, directory: Path) -> None:
    """Check that a file that an exercise names exists and belongs to it."""
    path = Path(os.path.normpath(directory / name.value))
    if "\0" in name.value or not path.is_relative_to(directory) or path == directory:
        name.error(
            f"{describe_value(name.value)} is not in the exercise's directory",
            "list a file below that directory",
            code="track.exercise.foreign-file",
        )
        return
    try:
        files.load_start(path, at_most=1)
    except Missing:
        name.error(
            f"{describe_value(name.value)} does not exist",
            "add the file, or remove it from the list",
            code="track.exercise.missing-file",
        )
    except Unreadable as fault:
        name.error(f"{describe_value(name.value)} {fault}", code="track.exercise.unreadable-file")


def _check_text(files: Files, path: Path, slug: str | None) -> Iterator[Diagnostic]:
    """Check that a Markdown file exists, has content, and links to absolute addresses.

    It is the text of the approach or article with this slug; None for the exercise's own.
    """
    file = files.name(path)
    try:
        content = files.load(path, at_most=MAXIMUM_TEXT_BYTES)
    except Missing:
        what = (
            "does not exist, so students have no text"
            if slug is None
            else f"does not exist, so {describe_value(slug)} has no text"
        )
        yield warning(file, what, fix="write the text", code="track.exercise.missing-text")
        return
    except Unreadable as fault:
        yield error(file, str(fault), code="file.unreadable")
        return
    problems = Problems()
    text = decode_text(content, file, problems)
    for problem in problems:
        yield warning(
            problem.file, problem.what, where=problem.where, fix=problem.fix, code=problem.code
        )
    if not text.strip():
        what = (
            "is empty, so students have no text"
            if slug is None
            else f"is empty, so {describe_value(slug)} has no text"
        )
        yield warning(file, what, fix="write the text", code="track.exercise.empty-text")
        return
    for link in read_links(text, DescriptionFormat.MARKDOWN):
        if _is_relative(link.target):
            what = (
                f"{describe_value(link.target)} is a relative link, which does not work on a page"
            )
            fix = "write the full URL, starting with https://"
            yield warning(
                file, what, where=f"line {link.line}", fix=fix, code="track.exercise.broken-link"
            )


def _is_relative(target: str) -> bool:
    """Whether an address depends on where the text is.

    `/docs/…` is a page of the site, `#h-title` a place in the same text, and an empty one belongs
    to a link of Exercism's own kind: [concept:python/lists]().
    """
    if not target or target.startswith(("#", "/")):
        return False
    scheme, colon, _ = target.partition(":")
    return not colon or not scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()


def _check_collection(
    files: Files, directory: Path, key: str, track: Track
) -> Iterator[Diagnostic]:
    """Check the approaches to an exercise, or the articles about it."""
    document = load_document(files, directory / "config.json")
    try:
        entries = files.entries(directory)
    except Missing:
        return
    except Unreadable as fault:
        yield error(files.name(directory), str(fault), code="file.unreadable")
        return
    folders = {name for name, entry in entries.items() if is_directory(entry)}
    if document is None:
        if folders or "introduction.md" in entries:
            yield warning(
                files.name(directory),
                "has no config.json, so nothing in it is displayed",
                fix="add one",
                code="track.exercise.no-approaches-config",
            )
        return
    listed = _read_collection(document, key, track)
    yield from document.findings()
    suffix = "md" if key == "articles" else track.snippet_suffix
    for slug in listed:
        yield from _check_text(files, directory / slug / "content.md", slug)
        yield from _check_snippet(files, directory / slug / f"snippet.{suffix}")
    for name in sorted(folders - set(listed)):
        if document.is_readable:
            what = f"is not listed in {document.file}, so it is not displayed"
            yield warning(
                files.name(directory / name),
                what,
                fix=f"add it to {key!r}",
                code="track.exercise.unlisted-text",
            )


def _read_collection(document: CheckedJson, key: str, track: Track) -> list[str]:
    root = document.root
    if not document.is_readable or not root.is_object():
        return []
    root.check_keys(("introduction", key))
    slugs: list[str] = []
    listed = root.get(key)
    for node in listed.items() if listed is not None else ():
        if not node.is_object():
            continue
        slug = node.slug()
        if slug is not None and slug in slugs:
            node.error(
                f"{slug!r} is listed twice", "remove one of them", code="track.duplicate-slug"
            )
        elif slug is not None:
            slugs.append(slug)
        node.check_uuid(track.uuids)
        node.check_text("title", longest=MAXIMUM_NAME)
        node.check_text("blurb", longest=_LONGEST_BLURB)
        node.texts("authors")
        node.texts("contributors")
        tags = node.get("tags")
        if tags is not None and tags.is_object():
            check_tags(tags)
    return slugs


def _check_snippet(files: Files, path: Path) -> Iterator[Diagnostic]:
    file = files.name(path)
    try:
        content = files.load(path, at_most=MAXIMUM_TEXT_BYTES)
    except Missing:
        yield warning(
            file,
            "does not exist, so its card displays no code",
            fix="add the file",
            code="track.exercise.no-snippet",
        )
        return
    except Unreadable as fault:
        yield error(file, str(fault), code="file.unreadable")
        return
    lines = content.decode(errors="replace").strip("\r\n").splitlines()
    count = sum(not line.lstrip().startswith("```") for line in lines)
    if count > MAXIMUM_SNIPPET_LINES:
        what = f"has {count:,} lines, but a card displays only {MAXIMUM_SNIPPET_LINES}"
        yield warning(
            file, what, fix="keep only the essential lines", code="track.exercise.long-snippet"
        )
