"""Find the files of a solution in a directory, and their language.

Source: exercism/docs 19e037f, building/configlet and building/tooling/representers: the roles of
files are in `.meta/config.json`; downloads keep them in `.exercism/config.json`.
"""

import errno
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from kriterion_tools.languages import SUFFIXES, find_canonical_name, find_languages_by_suffix
from kriterion_tools.solution.unusable import UnusableSolution

CONFIGURATIONS = (".meta/config.json", ".exercism/config.json")
MAXIMUM_BYTES = 2_000_000  # of all files together
MAXIMUM_FILES = 1000  # looked at in a directory
MAXIMUM_CONFIGURATION_BYTES = 1_000_000

_EXERCISE_ROLES = ("test", "example", "exemplar", "editor", "invalidator")
_FOLDERS_WITHOUT_SOURCES = frozenset({"node_modules", "target", "vendor", "__pycache__"})
# Without a configuration, tests are recognised by their names: test_x.py, x_test.go, XTest.java.
_TEST = re.compile(r"(^|[_.-])(test|tests|spec)([_.-]|$)|[a-z](Test|Tests|Spec)(\.|$)|^test_")


@dataclass(frozen=True, kw_only=True, slots=True)
class Solution:
    """A student's files (path → content), all in one language."""

    files: Mapping[str, bytes]
    language: str


def load_solution(
    slug: str, directory: Path, language: str | None = None
) -> Solution | UnusableSolution:
    """Load the solution of an exercise from a directory, or from a single file.

    Without `language`, the suffixes of the files that the configuration lists as the solution
    decide. All files in that language are the student's, except tests and those that the
    configuration lists as the exercise's.
    """
    if directory.is_file():
        return load_named_files([directory], language)
    chosen = _select_files(
        slug, _list_paths(directory), _read_roles(partial(_read_configuration, directory)), language
    )
    if isinstance(chosen, UnusableSolution):
        return chosen
    files: dict[str, bytes] = {}
    room = MAXIMUM_BYTES + 1
    for path in chosen.paths:
        try:
            files[path] = _read(directory / path, room)
        except OSError as error:
            return UnusableSolution(f"{path}: cannot be read: {error.strerror}")
        room -= len(files[path])
    return Solution(files=files, language=chosen.language)


def load_named_files(
    paths: Sequence[Path], language: str | None = None
) -> Solution | UnusableSolution:
    """Load a solution that consists of these files, whatever they are called.

    Their names are relative to the directory that contains all of them. Without `language`, their
    suffixes decide; files in other languages are left out.
    """
    around = Path(os.path.commonpath([path.absolute().parent for path in paths]))
    names = {path.absolute().relative_to(around).as_posix(): path for path in paths}
    language = find_canonical_name(language) if language else _guess_language(names)
    if language is None:
        what = "no known language has this suffix" if len(names) == 1 else "in no known language"
        return UnusableSolution(f"{', '.join(names)}: {what}")
    suffixes = SUFFIXES.get(language, ())
    files: dict[str, bytes] = {}
    room = MAXIMUM_BYTES + 1
    for name in sorted(names):
        if len(names) > 1 and PurePosixPath(name).suffix not in suffixes:
            continue
        try:
            # A link that was named explicitly is followed.
            files[name] = _read(names[name].resolve(), room)
        except OSError as error:
            return UnusableSolution(f"{name}: cannot be read: {error.strerror}")
        room -= len(files[name])
    if not files:
        return UnusableSolution(f"no {language} file ({', '.join(suffixes)})")
    return Solution(files=files, language=language)


def find_solution(
    slug: str, files: Mapping[str, bytes], language: str | None = None
) -> Solution | UnusableSolution:
    """Find the solution among files (path → content) as `load_solution` does in a directory."""
    chosen = _select_files(
        slug, sorted(filter(_could_be_source, files)), _read_roles(files.get), language
    )
    if isinstance(chosen, UnusableSolution):
        return chosen
    return Solution(files={path: files[path] for path in chosen.paths}, language=chosen.language)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Selection:
    paths: Collection[str]
    language: str


def _select_files(
    slug: str, paths: Collection[str], roles: Mapping[str, Collection[str]], language: str | None
) -> _Selection | UnusableSolution:
    """Choose the student's files and their language."""
    exercise_files = {path for role in _EXERCISE_ROLES for path in roles.get(role, ())}
    paths = [
        path
        for path in paths
        if path in roles.get("solution", ())
        or (
            path not in exercise_files
            and (bool(roles) or not _TEST.search(PurePosixPath(path).name))
        )
    ]
    solution = [path for path in paths if path in roles.get("solution", ())]
    named = [path for path in paths if _is_named_for(slug, path)]
    language = (
        find_canonical_name(language) if language else _guess_language(solution or named or paths)
    )
    if language is None:
        return UnusableSolution("no source file in a known language")
    suffixes = SUFFIXES.get(language, ())
    chosen = [path for path in paths if PurePosixPath(path).suffix in suffixes]
    if not chosen:
        return UnusableSolution(f"no {language} file ({', '.join(suffixes)})")
    return _Selection(paths=chosen, language=language)


def _is_test(path: str) -> bool:
    return bool(_TEST.search(PurePosixPath(path).name))


def _read(path: Path, at_most: int) -> bytes:
    """Return the first bytes of a regular file. Raises OSError for others: a link may lead
    anywhere, and reading a pipe may block.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return file.read(at_most)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _read_roles(content_of: Callable[[str], bytes | None]) -> Mapping[str, Collection[str]]:
    """Return the paths of each role; empty without a readable configuration."""
    for configuration in CONFIGURATIONS:
        content = content_of(configuration)
        if content is None:
            continue
        try:
            files: Any = json.loads(content)["files"]
            return {role: [str(path) for path in paths] for role, paths in files.items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
    return {}


def _read_configuration(directory: Path, path: str) -> bytes | None:
    """Return the content of a configuration; None if it cannot be read or is too long."""
    try:
        content = _read(directory / path, MAXIMUM_CONFIGURATION_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MAXIMUM_CONFIGURATION_BYTES else None


def _list_paths(directory: Path) -> list[str]:
    """Return all regular files but hidden ones, sorted."""
    return sorted(_walk(directory))


def _walk(directory: Path) -> Iterator[str]:
    seen = 0
    for place, folders, names in os.walk(directory):
        folders[:] = sorted(folder for folder in folders if _could_hold_sources(folder))
        for name in sorted(names):
            path = Path(place) / name
            seen += 1
            if seen > MAXIMUM_FILES:
                return
            if not _is_hidden(name) and stat.S_ISREG(path.lstat().st_mode):
                yield path.relative_to(directory).as_posix()


def _could_be_source(path: str) -> bool:
    *folders, name = path.split("/")
    return not _is_hidden(name) and all(map(_could_hold_sources, folders))


def _could_hold_sources(folder: str) -> bool:
    return not _is_hidden(folder) and folder not in _FOLDERS_WITHOUT_SOURCES


def _is_hidden(name: str) -> bool:
    return name.startswith(".")


def _is_named_for(slug: str, path: str) -> bool:
    """Whether a file has the exercise's name: two-fer.js, two_fer.py, TwoFer.java."""
    stem = PurePosixPath(path).stem
    return _normalize_name(stem) == _normalize_name(slug)


def _normalize_name(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()


def _guess_language(paths: Collection[str]) -> str | None:
    """Return the language that most of the files may be in."""
    counts = Counter(name for path in paths for name in find_languages_by_suffix(path))
    return min(counts, key=lambda name: (-counts[name], name)) if counts else None
