"""Read the `sync` directory of a learn-ocaml server: a save for each token.

Nothing in it is trusted: learners wrote the saves. No symbolic link is followed.

Source: ocaml-sf/learn-ocaml, src/state/learnocaml_store.ml and learnocaml_data.ml: the token
ABC-DEF-GHI-JKL has its save in ABC/DEF/GHI/JKL/save.json, in older versions in ABC/DEF/GHI/JKL.
Tokens of teachers begin with X.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

MAXIMUM_BYTES = 16 * 1024 * 1024  # of a save; the server accepts requests of 1 MiB
MAXIMUM_TOKENS = 100_000

_PARTS = 4  # of a token
_PART = re.compile(r"[A-Z0-9]{3}")
_SAVE = "save.json"
_LONGEST_NICKNAME = 150
_LOOK_ALIKES = str.maketrans("I7Q02568", "11OOZSGB")  # learners read 7 for 1, or 0 for O


class _Answer(msgspec.Struct):
    solution: str
    grade: int | None = None
    mtime: float = 0.0


class _Save(msgspec.Struct):
    nickname: str = ""
    exercises: dict[str, _Answer] = {}
    editors: dict[str, tuple[float, str]] = msgspec.field(
        name="exercises-editors", default_factory=dict
    )


_decoder = msgspec.json.Decoder(_Save | None)


@dataclass(frozen=True, kw_only=True, slots=True)
class SavedText:
    """A learner's code, and when it was saved, in seconds since 1970; 0 if that is not known."""

    text: str
    saved_at: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Learner:
    """A student's save. `graded` are texts that were graded, `drafts` others, by exercise."""

    token: str = field(repr=False)
    nickname: str
    graded: Mapping[str, SavedText]
    drafts: Mapping[str, SavedText]


@dataclass(frozen=True, slots=True)
class MalformedSave:
    """A file that cannot be read, relative to the directory, and why."""

    file: str
    reason: str


def fold_token(token: str) -> str:
    """Return a token as learn-ocaml compares it: characters that look alike are the same."""
    return token.strip().upper().translate(_LOOK_ALIKES)


def read_saves(directory: Path) -> Iterator[Learner | MalformedSave]:
    """Yield the saves of all students, one at a time.

    Tokens without a nickname and without work are left out, and so are those of teachers. Raises
    OSError if the directory cannot be read.
    """
    for number, (token, file) in enumerate(_find_saves(directory, ())):
        name = str(file.relative_to(directory))
        if number >= MAXIMUM_TOKENS:
            yield MalformedSave(name, f"there are more than {MAXIMUM_TOKENS:,} tokens")
            return
        try:
            save = _decoder.decode(_read_file(file) or b"null")
        except (OSError, ValueError, RecursionError, msgspec.MsgspecError) as error:
            yield MalformedSave(name, str(error) or "is nested too deep")
            continue
        if save is not None and (save.nickname.strip() or save.exercises or save.editors):
            yield _convert_save(token, save)


def _find_saves(place: Path, token: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the tokens below a directory with their files, in order."""
    with os.scandir(place) as opened:
        entries = sorted(opened, key=lambda entry: entry.name)
    for entry in entries:
        if not _PART.fullmatch(entry.name) or entry.is_symlink():
            continue
        parts = (*token, entry.name)
        path = place / entry.name
        if len(parts) < _PARTS:
            if entry.is_dir(follow_symlinks=False):
                yield from _find_saves(path, parts)
        elif not entry.is_dir(follow_symlinks=False):
            yield "-".join(parts), path
        elif (path / _SAVE).is_file():
            yield "-".join(parts), path / _SAVE


def _read_file(file: Path) -> bytes:
    # Without O_NONBLOCK, opening a named pipe waits for a writer.
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as opened:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("is not a file")
        content = opened.read(MAXIMUM_BYTES + 1)
    if len(content) > MAXIMUM_BYTES:
        raise ValueError(f"has more than {MAXIMUM_BYTES:,} bytes")
    return content


def _convert_save(token: str, save: _Save) -> Learner:
    graded: dict[str, SavedText] = {}
    drafts: dict[str, SavedText] = {}
    for exercise, answer in save.exercises.items():
        # Older versions saved what was not graded in the same place.
        kept = drafts if answer.grade is None else graded
        kept[exercise] = SavedText(text=answer.solution, saved_at=answer.mtime)
    for exercise, (saved_at, text) in save.editors.items():
        drafts[exercise] = SavedText(text=text, saved_at=saved_at)
    nickname = "".join(filter(str.isprintable, save.nickname)).strip()
    return Learner(token=token, nickname=nickname[:_LONGEST_NICKNAME], graded=graded, drafts=drafts)
