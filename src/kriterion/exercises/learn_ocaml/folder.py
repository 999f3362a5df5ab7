"""A directory of the repository, its files read with every fault told."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from kriterion.exercises.files import Files, Missing, Unreadable, printable, text_of
from kriterion.exercises.problem import Complain, Problems
from kriterion_tools.contracts.learn_ocaml_repository.fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.ids import fault_of
from kriterion_tools.diagnostic import Diagnostic, Severity

MAXIMUM_TEXT_BYTES = 4 * 1024 * 1024
MAXIMUM_META_BYTES = 256 * 1024
MAXIMUM_INDEX_BYTES = 8 * 1024 * 1024  # 100,000 exercises


class Folder:
    """A directory; `place` is its path relative to the repository, `names` are those in it."""

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
        """A file in it, as problems name it."""
        return printable(f"{self.place}/{name}" if self.place != "." else name)

    def has(self, name: str) -> bool:
        """Whether there is anything of that name; it may be a path, but none that leads out."""
        if "/" not in name:
            return name in self.entries
        path = self.path / name
        try:
            self.files.follow(path.parent)
        except Unreadable:
            return False
        return os.path.lexists(path)

    def ids(self, ending: str = "") -> Iterator[str]:
        """What is in it under a name with that ending, without it, as far as that is an id."""
        for name in self.entries:
            if name.endswith(ending) and not name.startswith("."):
                stem = name.removesuffix(ending)
                if (fault := fault_of(stem)) is None:
                    yield stem
                else:
                    self.problems.warn(
                        self.named(name),
                        f"is left out: its name {fault}",
                        code="learn-ocaml.invalid-id",
                    )

    def load(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes:
        """What is in a file that is in the directory itself; raises Missing and Unreadable."""
        if name not in self.entries:
            raise Missing("does not exist")
        return self.files.load(f"{self.path}/{name}", at_most=at_most)

    def content(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes | None:
        """What is in a file that can be done without; None when it is not to be had, which is told
        unless it is missing.
        """
        return self._content(name, at_most, self.problems.warn)

    def text(self, name: str) -> str | None:
        """The text in such a file, under the same terms."""
        content = self.content(name)
        return None if content is None else self.text_of(name, content)

    def document(self, name: str, *, at_most: int = MAXIMUM_TEXT_BYTES) -> bytes | None:
        """What is in a file that is used as a whole or not at all: an error when it is there and
        not to be had.
        """
        refuse = partial(self.problems.refuse, upstream=True)
        return self._content(name, at_most, refuse)

    def document_text(self, name: str) -> str | None:
        """The text in such a file, under the same terms."""
        content = self.document(name)
        return None if content is None else self.text_of(name, content)

    def text_of(self, name: str, content: bytes) -> str:
        """The text in the content of a file."""
        return text_of(content, self.named(name), self.problems)

    def tell(self, name: str, faults: Iterable[Fault]) -> None:
        """Tell the faults of a file; a fatal one keeps what it describes from being used."""
        self.problems.add(_problem(self.named(name), fault) for fault in faults)

    def _content(self, name: str, at_most: int, complain: Complain) -> bytes | None:
        try:
            if self.has(name):
                return self.files.load(f"{self.path}/{name}", at_most=at_most)
        except Missing:
            pass
        except Unreadable as error:
            complain(self.named(name), str(error), code="file.unreadable")
        return None


def open_folder(files: Files, path: Path, problems: Problems) -> Folder | None:
    """The directory there; None when there is none, or (told) when it cannot be read."""
    place = files.name(path)
    try:
        return Folder(files, path, place, files.entries(path), problems)
    except Missing:
        return None
    except Unreadable as error:
        problems.refuse(place, str(error), code="file.unreadable")
        return None


def _problem(file: str, fault: Fault) -> Diagnostic:
    line = f"line {fault.line}, column {fault.column}" if fault.line else ""
    return Diagnostic(
        file=file,
        where=", ".join(filter(None, (printable(fault.path), line))),
        what=fault.what,
        fix=fault.fix,
        severity=Severity.ERROR if fault.fatal else Severity.WARNING,
        upstream=fault.upstream,
        code="learn-ocaml.document",
    )
