"""The version field that every file except the playground's index begins with."""

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonPart
from kriterion_tools.diagnostic import describe_value

VERSION = "learnocaml_version"
VERSIONS = ("1", "2")


def read_version(part: JsonPart, *, known: tuple[str, ...] = VERSIONS) -> str:
    """Return the version that an object names, otherwise the latest known one.

    It changes nothing: in an object of any version, learnocaml_data.ml accepts the keys of all.
    """
    version = part.field(VERSION, JsonPart.text, known[-1], needed=True)
    if version in known:
        return version
    choice = " or ".join(f'"{version}"' for version in known)
    part.at(VERSION).complain(
        f"must be {choice}, not {describe_value(version)}", code="learn-ocaml.unknown-version"
    )
    return known[-1]
