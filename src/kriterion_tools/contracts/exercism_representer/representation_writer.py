"""Write a representation as the files of an output directory, also if there is none."""

import json

from kriterion_tools.contracts.exercism_representer.representation import Representation, encoded
from kriterion_tools.contracts.exercism_representer.representer_files import (
    DEBUG,
    MAPPING,
    METADATA,
    REPRESENTATION,
)


def write_representation(representation: Representation) -> dict[str, bytes]:
    """Return the three files of a representation (name → content)."""
    return {
        REPRESENTATION: encoded(representation.text),
        MAPPING: _json(dict(representation.mapping)),
        METADATA: _json({"version": representation.version}),
    }


def write_none(reason: str, version: int) -> dict[str, bytes]:
    """Return the files for a solution without a representation, with the reason for people.

    A tool that worked always writes all of its files; an empty text means that there is no
    representation.
    """
    nothing = Representation(text="", version=version)
    return {**write_representation(nothing), DEBUG: encoded(f"{reason}\n")}


def _json(value: dict[str, str] | dict[str, int]) -> bytes:
    return encoded(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
