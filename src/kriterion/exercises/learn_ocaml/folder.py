"""Read files of a directory, reporting every fault."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from kriterion.exercises.problem import Complain, Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    Unreadable,
    decode_text,
    escape_name,
)
from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.diagnostic import Diagnostic, Severity

MAXIMUM_TEXT_BYTES = 4 * 1024 * 1024
MAXIMUM_META_BYTES = 256 * 1024
MAXIMUM_INDEX_BYTES = 8 * 1024 * 1024  # 100,000 exercises


class Folder:
    """A directory; `place` is its path relative to the repository, `names` are its entries."""

    def __init__(
        self,
        files: Files,
        path: Path,
        place: str,
        entries: dict[str, os.DirEntry[str]],
        problems: Problems,
    ) -> None:
        self.files = files
        self.path = path
        self.place = place
        self.entries = entries
        self.problems = problems

    def named(self, name: str) -> str:
        """Return the name of a file in it for problems."""
        return escape_name(f"{self.place}/{name}" if self.place != "." else name)

    def has(self, name: str) -> bool:
        """Whether a name exists; it may be a path that stays inside."""
        if "/" not in name:
            return name in self.entries
        path = self.path / name
        try:
            self.files.follow(path.parent)
        except Unreadable:
            return False
        return os.path.lexists(path)

    def ids(self, ending: str = "") -> Iterator[str]:
        """Yield the names with that ending, without it, that are valid ids."""
        for name in self.entries:
            if name.endswith(ending) and not name.startswith("."):
                stem = name.removesuffix(ending)
                if (fault := find_id_fault(stem)) is None:
                    yield stem
                else:
                    self.problems.warn(
                        self.named(name),
                        f"is ignored: its name {fault}",
                        code="learn-ocaml.invalid-id",
                    )

    def load(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes:
        """Return the content of a file directly in it. Raises Missing and Unreadable."""
        if name not in self.entries:
            raise Missing("does not exist")
        return self.files.load(f"{self.path}/{name}", at_most=at_most)

    def content(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes | None:
        """Return the content of an optional file; None if it is missing or, with a problem,
        unreadable.
        """
        return self._load_content(name, at_most, self.problems.warn)

    def text(self, name: str) -> str | None:
        """Return the text of an optional file, as `content` does."""
        content = self.content(name)
        return None if content is None else self.decode_text(name, content)

    def document(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes | None:
        """Return the content of a file that is used as a whole, so a fault in it is an error."""
        refuse = partial(self.problems.refuse, upstream=True)
        return self._load_content(name, at_most, refuse)

    def document_text(self, name: str) -> str | None:
        """Return the text of a file that is used as a whole, as `document` does."""
        content = self.document(name)
        return None if content is None else self.decode_text(name, content)

    def decode_text(self, name: str, content: bytes) -> str:
        """Decode the content of a file."""
        return decode_text(content, self.named(name), self.problems)

    def report(self, name: str, faults: Iterable[Fault]) -> None:
        """Report the faults of a file; a fatal one makes what it describes unusable."""
        self.problems.add(_make_diagnostic(self.named(name), fault) for fault in faults)

    def _load_content(self, name: str, at_most: int, complain: Complain) -> bytes | None:
        try:
            if self.has(name):
                return self.files.load(f"{self.path}/{name}", at_most=at_most)
        except Missing:
            pass
        except Unreadable as error:
            complain(self.named(name), str(error), code="file.unreadable")
        return None


def open_folder(files: Files, path: Path, problems: Problems) -> Folder | None:
    """Return the directory at a path; None if it is missing or, with a problem, unreadable."""
    place = files.name(path)
    try:
        return Folder(files, path, place, files.entries(path), problems)
    except Missing:
        return None
    except Unreadable as error:
        problems.refuse(place, str(error), code="file.unreadable")
        return None


def _make_diagnostic(file: str, fault: Fault) -> Diagnostic:
    line = f"line {fault.line}, column {fault.column}" if fault.line else ""
    return Diagnostic(
        file=file,
        where=", ".join(filter(None, (escape_name(fault.path), line))),
        what=fault.what,
        fix=fault.fix,
        severity=Severity.ERROR if fault.fatal else Severity.WARNING,
        upstream=fault.upstream,
        code=fault.code,
    )
