"""The judge's configuration, from the host and from the exercise's `evaluation`."""

from __future__ import annotations

import zlib

TYPE_CHECKING = False  # `typing` takes as long to import as everything else here
if TYPE_CHECKING:
    from typing import Any

MAXIMUM_SEED = (1 << 30) - 1  # fits into OCaml's integers, even on 32-bit machines


class GraderConfiguration:
    """One submission and how it is to be graded.

    `exercise` is a directory with learn-ocaml's files, `solution` the path of the student's file,
    `file_name` its name in messages. `seed` is for all random samples, `call_seconds` the limit of
    each tested call. `maximum` is the maximum score, None if it has not been measured yet.
    `processes` says whether the exercise's own solution was graded in a "separate" process or
    "together" with the tests, and `together` gives the reason; None if unknown. `shared_state` is
    why it shared the prelude's state with the tests, None if it did not. `shared_files` are paths
    of files outside of `exercise`, by the names that its depend.txt has for them.
    """

    def __init__(
        self,
        *,
        exercise: str,
        solution: str,
        seed: int,
        time_seconds: float,
        call_seconds: float,
        memory_bytes: int,
        file_name: str = "solution.ml",
        language: str = "en",
        maximum: int | None = None,
        processes: str | None = None,
        together: str | None = None,
        shared_state: str | None = None,
        shared_files: dict[str, str] | None = None,
    ) -> None:
        self.exercise = exercise
        self.solution = solution
        self.seed = seed
        self.time_seconds = time_seconds
        self.call_seconds = call_seconds
        self.memory_bytes = memory_bytes
        self.file_name = file_name
        self.language = language
        self.maximum = maximum
        self.processes = processes
        self.together = together
        self.shared_state = shared_state
        self.shared_files = shared_files or {}


def read_configuration(content: bytes) -> GraderConfiguration:
    """Read the configuration that a Dodona host writes; docs/ lists this judge's own keys."""
    document: dict[str, Any] = _decode_json(content.decode())
    source = document["source"]
    seed = int(document["seed"]) if "seed" in document else derive_seed(_read_file(source))
    seconds = float(document.get("time_limit", 30))
    return GraderConfiguration(
        exercise=document["resources"],
        solution=source,
        seed=seed & MAXIMUM_SEED,
        time_seconds=seconds,
        call_seconds=float(document.get("call_limit", min(5.0, seconds / 2))),
        memory_bytes=int(document.get("memory_limit", 500_000_000)),
        file_name=str(document.get("file_name", "solution.ml")),
        language=str(document.get("natural_language", "en")),
        maximum=document.get("maximum"),
        processes=document.get("processes"),
        together=document.get("together"),
        shared_state=document.get("shared_state"),
        shared_files=document.get("shared_files"),
    )


def derive_seed(source: bytes) -> int:
    """Return a submission's seed: the same for the same text."""
    return zlib.crc32(source) & MAXIMUM_SEED


def _decode_json(text: str) -> Any:
    """Decode JSON as `json.loads` does.

    This uses only the scanner, because `json` imports regular expressions, which takes 5 ms.
    """
    try:
        import _json

        text = text.strip(" \t\r\n")
        value, end = _json.make_scanner(_ScannerOptions)(text, 0)  # type: ignore[arg-type]
        if end == len(text):
            return value
    except (ImportError, AttributeError, StopIteration, ValueError):
        value = None  # another implementation of Python, or an invalid document
    import json

    return json.loads(text)


class _ScannerOptions:
    """The options that the scanner reads from a decoder."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def _read_file(file: str) -> bytes:
    with open(file, "rb") as source:
        return source.read()
