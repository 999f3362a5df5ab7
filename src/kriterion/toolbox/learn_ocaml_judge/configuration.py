"""What the judge is told: by the host, and by the exercise in its `evaluation`."""

import json
import zlib
from typing import Any, NamedTuple

MAXIMUM_SEED = (1 << 30) - 1  # what fits into OCaml's integers on any machine


class Configuration(NamedTuple):
    """One submission and how it is to be graded.

    `exercise` is a directory with learn-ocaml's files, `solution` the student's file; they know it
    as `file_name`.
    `seed` is that of all random samples. `call_seconds` are for each tested call.
    `maximum` is what can be earned, None when nobody has measured it yet.
    `processes` is how the exercise's own solution was graded, "separate" or "together", and
    `together` why; None when nobody knows yet.
    """

    exercise: str
    solution: str
    seed: int
    time_seconds: float
    call_seconds: float
    memory_bytes: int
    file_name: str = "solution.ml"
    language: str = "en"
    maximum: int | None = None
    processes: str | None = None
    together: str | None = None


def read_configuration(content: bytes) -> Configuration:
    """The configuration as a Dodona host writes it; the keys beyond its own are in docs."""
    said: dict[str, Any] = json.loads(content)
    source = said["source"]
    seconds = float(said.get("time_limit", 30))
    return Configuration(
        exercise=said["resources"],
        solution=source,
        seed=int(said["seed"]) & MAXIMUM_SEED if "seed" in said else seed_of(_content(source)),
        time_seconds=seconds,
        call_seconds=float(said.get("call_limit", min(5.0, seconds / 2))),
        memory_bytes=int(said.get("memory_limit", 500_000_000)),
        file_name=str(said.get("file_name", "solution.ml")),
        language=str(said.get("natural_language", "en")),
        maximum=said.get("maximum"),
        processes=said.get("processes"),
        together=said.get("together"),
    )


def seed_of(source: bytes) -> int:
    """The seed of a submission: always the same for the same text."""
    return zlib.crc32(source) & MAXIMUM_SEED


def _content(file: str) -> bytes:
    with open(file, "rb") as source:
        return source.read()
