"""The version field that every file except the playground's index begins with."""

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonPart
from kriterion_tools.diagnostic import describe_value

VERSION = "learnocaml_version"
VERSIONS = ("1", "2")


def read_version(part: JsonPart, *, known: tuple[str, ...] = VERSIONS) -> str:
    """The version that an object names, else the latest known; it decides nothing.

    Source: learnocaml_data.ml takes the keys of every version in any.
    """
    found = part.field(VERSION, JsonPart.text, known[-1], needed=True)
    if found in known:
        return found
    choice = " or ".join(f'"{version}"' for version in known)
    part.at(VERSION).complain(f"must be {choice}, not {describe_value(found)}")
    return known[-1]
