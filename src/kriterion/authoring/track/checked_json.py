"""A JSON file of a track, checked key by key: each finding has its path, line and column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kriterion.authoring.finding import convert_problems
from kriterion.exercises.json_object import read_value
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable
from kriterion_tools.contracts.learn_ocaml_repository.json_places import (
    find_line_and_column,
    locate,
)
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name, format_path
from kriterion_tools.diagnostic import Diagnostic, Severity, describe_value

MAXIMUM_BYTES = 4 * 1024 * 1024
MAXIMUM_LISTED = 100  # findings per file; the rest is counted
MAXIMUM_NAME = 255  # characters of a slug, a name or a tag

Step = str | int

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@dataclass(slots=True)
class CheckedJson:
    """One file with its findings. `root` is None if it cannot be read."""

    file: str
    value: Any = None
    text: str = ""
    problems: Problems = field(default_factory=Problems)
    _findings: list[tuple[Severity, tuple[Step, ...], str, str, str]] = field(default_factory=list)

    @property
    def is_readable(self) -> bool:
        """Whether there is a value to check."""
        return not self.problems.has_refusal

    @property
    def root(self) -> "JsonNode":
        """The value of the whole file."""
        return JsonNode(self, self.value, ())

    def complain(
        self, severity: Severity, path: tuple[Step, ...], what: str, fix: str = "", *, code: str
    ) -> None:
        """Add a finding about the value at a path."""
        self._findings.append((severity, path, what, fix, code))

    def findings(self) -> Iterator[Diagnostic]:
        """Yield all findings, in the order of the text."""
        yield from convert_problems(self.problems)
        listed = self._findings[:MAXIMUM_LISTED]
        places = _locate_paths(self.text, [path for _, path, *_ in listed])
        located = [(places.get(path, (0, 0)), *rest) for rest in listed for path in [rest[1]]]
        for (line, column), severity, path, what, fix, code in sorted(
            located, key=lambda finding: finding[0]
        ):
            where = [format_path(path)] if path else []
            where += [f"line {line}, column {column}"] if line else []
            yield Diagnostic(
                severity=severity,
                file=self.file,
                where=", ".join(where),
                what=what,
                fix=fix,
                code=code,
            )
        if more := len(self._findings) - len(listed):
            worst = min(
                self._findings[MAXIMUM_LISTED:],
                key=lambda finding: list(Severity).index(finding[0]),
            )[0]
            yield Diagnostic(
                severity=worst,
                file=self.file,
                what=f"{more:,} more findings are not listed",
                code="track.more-findings",
            )


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value in a document, with its path."""

    document: CheckedJson
    value: Any
    path: tuple[Step, ...]

    def error(self, what: str, fix: str = "", *, code: str) -> None:
        """Add an error about this value."""
        self.document.complain(Severity.ERROR, self.path, what, fix, code=code)

    def warn(self, what: str, fix: str = "", *, code: str) -> None:
        """Add a warning about this value."""
        self.document.complain(Severity.WARNING, self.path, what, fix, code=code)

    def note(self, what: str, fix: str = "", *, code: str) -> None:
        """Add a notice about this value."""
        self.document.complain(Severity.NOTICE, self.path, what, fix, code=code)

    def get(self, key: str) -> "JsonNode | None":
        """Return the value at a key; None if it is missing or null."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return None if value is None else JsonNode(self.document, value, (*self.path, key))

    def items(self) -> "Iterator[JsonNode]":
        """Yield the items of the list; add an error if it is not a list."""
        if not isinstance(self.value, list):
            self.error(f"must be a list, not {describe_value(self.value)}", code="track.wrong-type")
            return
        for index, value in enumerate(self.value):
            yield JsonNode(self.document, value, (*self.path, index))

    def is_object(self) -> bool:
        """Whether it is an object; add an error if not."""
        if isinstance(self.value, dict):
            return True
        self.error(f"must be an object, not {describe_value(self.value)}", code="track.wrong-type")
        return False

    def check_keys(self, known: tuple[str, ...]) -> None:
        """Warn about keys that resemble a known one; others pass."""
        for key in self.value if isinstance(self.value, dict) else ():
            if key in known:
                continue
            similar_name = find_similar_name(key, known)
            if similar_name and similar_name not in self.value:
                JsonNode(self.document, None, (*self.path, key)).warn(
                    "is not a known key",
                    f"did you mean {similar_name!r}?",
                    code="track.unknown-key",
                )

    def check_text(self, key: str, *, required: bool = True, longest: int | None = None) -> None:
        """Warn if a text is missing, blank or too long."""
        node = self.get(key)
        if node is None:
            if required:
                self.warn(f"has no {key!r}", code="track.missing-key")
        elif not isinstance(node.value, str) or not node.value.strip():
            node.warn(
                f"must be a string, not {describe_value(node.value)}", code="track.wrong-type"
            )
        elif longest is not None and len(node.value) > longest:
            node.warn(
                f"has {len(node.value):,} characters; the limit is {longest:,}",
                code="track.text-too-long",
            )

    def check_boolean(self, key: str, *, required: bool = True) -> None:
        """Warn unless the value is true or false."""
        node = self.get(key)
        if node is None:
            if required:
                self.warn(f"has no {key!r}", "write true or false", code="track.missing-key")
        elif not isinstance(node.value, bool):
            node.warn(
                f"must be true or false, not {describe_value(node.value)}", code="track.wrong-type"
            )

    def check_integer(self, key: str, low: int, high: int, *, required: bool = True) -> None:
        """Warn unless the value is a whole number in the range."""
        node = self.get(key)
        wanted = str(low) if low == high else f"a whole number from {low} to {high:,}"
        if node is None:
            if required:
                self.warn(f"has no {key!r}", f"write {wanted}", code="track.missing-key")
        elif type(node.value) is not int or not low <= node.value <= high:
            what = (
                f"must be {low}, not {describe_value(node.value)}"
                if low == high
                else f"must be a whole number from {low} to {high:,}, not"
                f" {describe_value(node.value)}"
            )
            node.warn(what, code="track.invalid-value")

    def slug(self, key: str = "slug") -> str | None:
        """Return the slug at a key; None, with an error, if it is missing or invalid."""
        node = self.get(key)
        if node is None:
            self.error(
                f"has no {key!r}",
                "use lower-case letters, digits and single dashes, as in two-fer",
                code="track.missing-key",
            )
            return None
        return node.as_slug()

    def as_slug(self) -> str | None:
        """Return the value as a slug; None, with an error, if it is invalid."""
        if (
            isinstance(self.value, str)
            and len(self.value) <= MAXIMUM_NAME
            and _SLUG.fullmatch(self.value)
        ):
            return self.value
        fix = "use lower-case letters, digits and single dashes, as in two-fer"
        self.error(
            f"must be a slug, not {describe_value(self.value)}", fix, code="track.invalid-slug"
        )
        return None

    def check_uuid(self, seen: dict[str, str]) -> None:
        """Add an error unless it is a UUID of version 4 that is not in `seen`."""
        node = self.get("uuid")
        if node is None:
            self.error("has no 'uuid'", "create one with configlet uuid", code="track.missing-uuid")
        elif not isinstance(node.value, str) or not _UUID.fullmatch(node.value):
            node.error(
                f"must be a UUID of version 4, not {describe_value(node.value)}",
                "create one with configlet uuid",
                code="track.invalid-uuid",
            )
        elif node.value in seen:
            node.error(
                f"is also the UUID of {seen[node.value]}",
                "create one with configlet uuid",
                code="track.duplicate-uuid",
            )
        else:
            seen[node.value] = f"{self.document.file} {format_path(self.path)}"

    def texts(self, key: str) -> "list[JsonNode]":
        """Return the texts in the list at a key, each once, with findings for others and
        repetitions.
        """
        node = self.get(key)
        nodes: dict[str, JsonNode] = {}
        for item in node.items() if node is not None else ():
            if not isinstance(item.value, str) or not item.value.strip():
                item.error(
                    f"must be a string, not {describe_value(item.value)}", code="track.wrong-type"
                )
            elif item.value in nodes:
                item.warn(
                    f"{describe_value(item.value)} is listed twice",
                    "remove one of them",
                    code="track.duplicate-item",
                )
            else:
                nodes[item.value] = item
        return list(nodes.values())


def load_document(files: Files, path: Path) -> CheckedJson | None:
    """Return the file at a path, or None."""
    document = CheckedJson(files.name(path))
    try:
        content = files.load(path, at_most=MAXIMUM_BYTES)
    except Missing:
        return None
    except Unreadable as fault:
        document.problems.refuse(document.file, str(fault), code="file.unreadable")
        return document
    document.value = read_value(content, document.file, document.problems)
    document.text = content.decode("utf-8-sig", errors="replace")
    return document


def _locate_paths(
    text: str, paths: list[tuple[Step, ...]]
) -> dict[tuple[Step, ...], tuple[int, int]]:
    """Return line and column of each path that can be found."""
    try:
        places = locate(text, paths) if paths and text else {}
    except (
        ValueError,
        IndexError,
        RecursionError,
    ):  # a text with comments, which is read leniently
        return {}
    return {path: find_line_and_column(text, place.key) for path, place in places.items() if path}
