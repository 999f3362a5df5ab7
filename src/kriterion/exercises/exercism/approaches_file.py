"""An exercise's `.approaches/config.json`: known ways to solve it, recognised by tags.

Source: exercism/docs 19e037f, building/tracks/practice-exercises.md (approaches: "tags" with "all",
"any" and "not").
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kriterion.exercises.exercism.meta_configuration import MAXIMUM_BYTES
from kriterion.exercises.json_object import read_object
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable, decode_text
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach
from kriterion_tools.contracts.exercism_analyzer.tags import find_tag_fault
from kriterion_tools.diagnostic import Diagnostic, describe_value

APPROACHES = ".approaches/config.json"
MAXIMUM_APPROACHES = 1000
MAXIMUM_TEXT = 256 * 1024  # bytes of an approach's text
MAXIMUM_TAGS = 1000  # per list

_APPROACHES_DIRECTORY = ".approaches"
_SLUG = re.compile(r"[\w-]+")


def load_approaches(
    directory: Path, root: Path
) -> tuple[tuple[Approach, ...], tuple[Diagnostic, ...]]:
    """Return the approaches to the exercise in a directory, and the problems with them.

    These problems do not affect the exercise.
    """
    problems = Problems()
    path = directory / APPROACHES
    files = Files(root)
    try:
        content = files.load_below(path, at_most=MAXIMUM_BYTES)
    except Missing:
        return (), ()
    except Unreadable as error:
        problems.warn(files.name(path), str(error), code="file.unreadable")
        return (), tuple(problems)
    approaches = read_approaches(content, files.name(path), problems)
    return approaches, tuple(problems)


def load_approach_text(directory: Path, root: Path, slug: str) -> str:
    """Return an exercise's text about an approach (Markdown), or ""."""
    if not _SLUG.fullmatch(slug):
        return ""
    file = directory / _APPROACHES_DIRECTORY / slug / "content.md"
    files = Files(root)
    try:
        return decode_text(
            files.load_below(file, at_most=MAXIMUM_TEXT), files.name(file), Problems()
        )
    except Unreadable:
        return ""


def read_approaches(content: bytes, file: str, problems: Problems) -> tuple[Approach, ...]:
    """Return the approaches in the bytes of `file`, in order, without those that tags cannot
    recognise.
    """
    file_problems = Problems()
    written = read_object(content, file, file_problems)
    for problem in file_problems:  # the exercise is usable without it
        problems.warn(
            problem.file, problem.what, where=problem.where, fix=problem.fix, code=problem.code
        )
    listed = (written or {}).get("approaches")
    if listed is None:
        return ()
    if not isinstance(listed, list) or len(listed) > MAXIMUM_APPROACHES:
        fix = f"write a list of at most {MAXIMUM_APPROACHES:,} approaches"
        problems.warn(
            file,
            f"must be a list, not {describe_value(listed)}",
            where="approaches",
            fix=fix,
            code="exercism.approaches.wrong-type",
        )
        return ()
    approaches: dict[str, Approach] = {}
    for index, item in enumerate(listed):
        where = f"approaches[{index}]"
        approach = _read_approach(item, where, file, problems)
        if approach is None:
            continue
        if approach.slug in approaches:
            what = f"{describe_value(approach.slug)} is already the slug of another approach"
            problems.warn(
                file, what, where=f"{where}.slug", code="exercism.approaches.duplicate-slug"
            )
            continue
        approaches[approach.slug] = approach
    return tuple(approaches.values())


def _read_approach(item: Any, where: str, file: str, problems: Problems) -> Approach | None:
    if not isinstance(item, dict):
        problems.warn(
            file,
            f"must be an object, not {describe_value(item)}",
            where=where,
            code="exercism.approaches.wrong-type",
        )
        return None
    slug, tags = item.get("slug"), item.get("tags", {})
    if not isinstance(slug, str) or not slug:
        problems.warn(
            file,
            f"must be a non-empty string, not {describe_value(slug)}",
            where=f"{where}.slug",
            code="exercism.approaches.invalid-slug",
        )
        return None
    if not _SLUG.fullmatch(slug):  # it is part of an address, and the name of a directory
        what = f"must consist of letters, digits, _ and -, not be {describe_value(slug)}"
        problems.warn(file, what, where=f"{where}.slug", code="exercism.approaches.invalid-slug")
        return None
    title = _read_text(item, "title", where, file, problems)
    blurb = _read_text(item, "blurb", where, file, problems)
    if not isinstance(tags, dict):
        problems.warn(
            file,
            f"must be an object, not {describe_value(tags)}",
            where=f"{where}.tags",
            code="exercism.approaches.wrong-type",
        )
        return None
    kinds = [
        _read_tags(tags, kind, f"{where}.tags", file, problems) for kind in ("all", "any", "not")
    ]
    all_of, any_of, none_of = kinds
    if all_of is None or any_of is None or none_of is None:
        return None
    return Approach(
        slug=slug, title=title, blurb=blurb, all_of=all_of, any_of=any_of, none_of=none_of
    )


def _read_text(item: Mapping[str, Any], key: str, where: str, file: str, problems: Problems) -> str:
    value = item.get(key, "")
    if not isinstance(value, str):
        problems.warn(
            file,
            f"must be a string, not {describe_value(value)}",
            where=f"{where}.{key}",
            code="exercism.approaches.wrong-type",
        )
        return ""
    return value


def _read_tags(
    written: Mapping[str, Any], kind: str, where: str, file: str, problems: Problems
) -> frozenset[str] | None:
    """Return the tags in a list, or None if it is invalid. An invalid tag stays, and no solution
    has it.
    """
    value = written.get(kind, [])
    where = f"{where}.{kind}"
    if not isinstance(value, list) or len(value) > MAXIMUM_TAGS:
        fix = f"write a list of at most {MAXIMUM_TAGS:,} tags"
        problems.warn(
            file,
            f"must be a list of tags, not {describe_value(value)}",
            where=where,
            fix=fix,
            code="exercism.approaches.wrong-type",
        )
        return None
    for index, tag in enumerate(value):
        if not isinstance(tag, str):
            problems.warn(
                file,
                f"must be a tag, not {describe_value(tag)}",
                where=f"{where}[{index}]",
                code="exercism.approaches.wrong-type",
            )
            return None
        fault = find_tag_fault(tag)
        if fault is not None:
            problems.warn(
                file,
                f"{describe_value(tag)} {fault}",
                where=f"{where}[{index}]",
                code="exercism.approaches.invalid-tag",
            )
    return frozenset(value)
