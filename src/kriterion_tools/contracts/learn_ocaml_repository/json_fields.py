"""Read a JSON file of a repository field by field, collecting faults with path and place.

    document = JsonDocument(content)
    if document.root is not None and document.root.is_object("title", "steps"):
        title = document.root.field("title", JsonPart.text, "", needed=True)
    return ..., document.faults()

learn-ocaml accepts only the keys and types of values that it knows. What it refuses is reported
with `upstream` and otherwise ignored.
Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml, read with ocplib-json-typed.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from kriterion_tools.contracts.learn_ocaml_repository.decoding import RepeatingObject, decode
from kriterion_tools.contracts.learn_ocaml_repository.json_places import (
    Path,
    find_line_and_column,
    locate,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name, format_path
from kriterion_tools.diagnostic import describe_value

MAXIMUM_FAULTS = 100  # reported for one file; the rest are counted
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**30), 2**30 - 1  # 31 bits

_LARGEST_NUMBER = 1e308

T = TypeVar("T")
D = TypeVar("D")


def read_document(content: bytes) -> tuple[Any, list[Fault]]:
    """Decode a file; the value is None after a fatal fault, or if it is null."""
    document = JsonDocument(content)
    return document.value, document.faults()


class JsonDocument:
    """A file being read. `root` is None if nothing is left to read."""

    def __init__(self, content: bytes) -> None:
        decoded = decode(content)
        self.value = decoded.value
        self._text = decoded.text
        self._faults = list(decoded.faults)
        self._without_place: list[tuple[Fault, Path, bool]] = []
        self._more = 0
        fatal = any(fault.fatal for fault in decoded.faults)
        self.root = None if fatal else JsonPart(self, self.value, ())

    def complain(self, path: Path, fault: Fault, *, at_key: bool = False) -> None:
        """Add a fault of the value at a path, or of its key; `faults` adds its line and column."""
        if self.is_full:
            self._more += 1
        else:
            self._without_place.append((replace(fault, path=format_path(path)), path, at_key))

    @property
    def is_full(self) -> bool:
        """Whether further faults are only counted."""
        return len(self._without_place) >= MAXIMUM_FAULTS

    def faults(self) -> list[Fault]:
        """All faults, in the order of the text."""
        if not self._without_place:
            return self._faults
        places = locate(self._text, (path for _, path, _ in self._without_place))
        faults = list(self._faults)
        for fault, path, at_key in self._without_place:
            place = places[path]
            line, column = find_line_and_column(self._text, place.key if at_key else place.value)
            faults.append(replace(fault, line=line, column=column))
        faults.sort(key=lambda fault: (fault.line, fault.column))
        if self._more:
            faults.append(
                Fault(
                    what=f"has {self._more:,} more faults",
                    code="learn-ocaml.json.more-faults",
                    upstream=True,
                )
            )
        return faults


class JsonPart:
    """A value in a document, and the path to it."""

    __slots__ = ("document", "path", "value")

    def __init__(self, document: JsonDocument, value: Any, path: Path) -> None:
        self.document = document
        self.value = value
        self.path = path

    def complain(
        self, what: str, *, code: str, fix: str = "", upstream: bool = True, at_key: bool = False
    ) -> None:
        """Add a fault of this value, or of its key."""
        self.add_fault(Fault(what=what, code=code, fix=fix, upstream=upstream), at_key=at_key)

    def add_fault(self, fault: Fault, *, at_key: bool = False) -> None:
        """Add a fault of this value, or of its key; its place is filled in."""
        self.document.complain(self.path, fault, at_key=at_key)

    def at(self, step: str | int) -> "JsonPart":
        """Return the value at a key or index that exists."""
        return JsonPart(self.document, self.value[step], (*self.path, step))

    def is_object(self, *known: str) -> bool:
        """Whether it is an object; adds a fault if not, and for each key not in `known`.

        Without `known`, all keys are allowed.
        """
        if not isinstance(self.value, dict):
            self._complain_of_type("an object")
            return False
        if known and not self.value.keys() <= set(known):
            for key in self.value:
                if key not in known:
                    self._complain_of_unknown_key(key, known)
        if isinstance(self.value, RepeatingObject):
            for key in self.value.repeated:
                self.at(key).complain(
                    "is given twice: the last one counts",
                    code="learn-ocaml.json.duplicate-key",
                    upstream=bool(known),
                    at_key=True,
                )
        return True

    def is_list(self) -> bool:
        """Whether it is a list; adds a fault if not."""
        if not isinstance(self.value, list):
            self._complain_of_type("a list")
            return False
        return True

    def field(
        self, key: str, read: Callable[["JsonPart"], T | None], default: D, *, needed: bool = False
    ) -> T | D:
        """Return `read` of the value at a key, or the default if it is missing or invalid."""
        if key in self.value:
            value = read(self.at(key))
            return default if value is None else value
        if needed:
            self.complain(f"has no {key!r}", code="learn-ocaml.json.missing-key")
        return default

    def items(self) -> "tuple[JsonPart, ...]":
        """The items of the list; empty, with a fault, if it is not a list."""
        return tuple(self.children()) if self.is_list() else ()

    def members(self) -> "dict[str, JsonPart]":
        """The values of the object by key; empty, with a fault, if it is not an object."""
        return {key: self.at(key) for key in self.value} if self.is_object() else {}

    def text(self) -> str | None:
        """The text; None, with a fault, for other values."""
        if isinstance(self.value, str):
            return self.value
        self._complain_of_type("a string")
        return None

    def texts(self) -> tuple[str, ...]:
        """The texts in the list; other items are left out, with a fault."""
        if isinstance(self.value, list) and all(type(item) is str for item in self.value):
            return tuple(self.value)
        return tuple(text for item in self.items() if (text := item.text()) is not None)

    def number(self) -> float | None:
        """The number, which is finite; None, with a fault, for other values."""
        value = self.value
        if isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) <= _LARGEST_NUMBER:
                return float(value)
            self.complain("is too large a number", code="learn-ocaml.json.number-too-large")
        else:
            self._complain_of_type("a number")
        return None

    def integer(self) -> int | None:
        """The whole number, in OCaml's 31 bits; None, with a fault, for other values."""
        number = self.number()
        if number is None:
            return None
        if number.is_integer() and SMALLEST_INTEGER <= number <= LARGEST_INTEGER:
            return int(number)
        self._complain_of_type(f"a whole number from {SMALLEST_INTEGER:,} to {LARGEST_INTEGER:,}")
        return None

    def boolean(self) -> bool | None:
        """The boolean; None, with a fault, for other values."""
        if isinstance(self.value, bool):
            return self.value
        self._complain_of_type("true or false")
        return None

    def children(self) -> "Iterator[JsonPart]":
        """Yield the values in the list or object; none for other values."""
        if isinstance(self.value, list):
            yield from map(self.at, range(len(self.value)))
        elif isinstance(self.value, dict):
            yield from map(self.at, self.value)

    def _complain_of_type(self, wanted: str) -> None:
        self.add_fault(
            Fault(
                what=f"must be {wanted}, not {describe_value(self.value)}",
                code="learn-ocaml.json.wrong-type",
                fatal=not self.path,
                upstream=True,
            )
        )

    def _complain_of_unknown_key(self, key: str, known: tuple[str, ...]) -> None:
        suggestion = None if self.document.is_full else find_similar_name(key, known)
        fix = f"did you mean {suggestion!r}?" if suggestion else "remove it"
        self.at(key).complain(
            "is not a known key", code="learn-ocaml.json.unknown-key", fix=fix, at_key=True
        )
