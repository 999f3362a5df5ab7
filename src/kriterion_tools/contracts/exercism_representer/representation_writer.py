"""Write a representation, or the reason why there is none, as files of an output directory."""

import json

from kriterion_tools.contracts.exercism_representer.representation import (
    Representation,
    encode_text,
)
from kriterion_tools.contracts.exercism_representer.representer_files import (
    DEBUG,
    MAPPING,
    METADATA,
    REPRESENTATION,
)


def write_representation(representation: Representation) -> dict[str, bytes]:
    """Return the three files of a representation (name → content)."""
    return {
        REPRESENTATION: encode_text(representation.text),
        MAPPING: _encode_json(dict(representation.mapping)),
        METADATA: _encode_json(
            {"version": representation.version}
            | ({"by_scope": True} if representation.by_scope else {})
        ),
    }


def write_no_representation(reason: str, version: int) -> dict[str, bytes]:
    """Return the files for a solution without a representation, with the reason for people.

    A tool that worked always writes all of its files; an empty text means that there is no
    representation.
    """
    nothing = Representation(text="", version=version)
    return {**write_representation(nothing), DEBUG: encode_text(f"{reason}\n")}


def _encode_json(value: dict[str, str] | dict[str, int | bool]) -> bytes:
    return encode_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
