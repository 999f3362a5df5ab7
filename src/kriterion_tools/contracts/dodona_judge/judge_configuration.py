"""The configuration that a judge reads on its standard input, merged from five layers.

Source: dodona-edu/dodona e7be6f0d2, SubmissionRunner#initialize and #compose_config.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from kriterion_tools.contracts.dodona_judge.faults import describe_fault
from kriterion_tools.errors import ContractViolation

DEFAULTS: Mapping[str, Any] = {
    "memory_limit": 100_000_000,
    "time_limit": 42,
    "network_enabled": False,
}

# A pipe's capacity: some judges parse only the result of their first read.
MAXIMUM_BYTES = 64 * 1024 - 1

_DECODER = msgspec.json.Decoder(dict[str, Any])


def read_judge_configuration(content: bytes | None) -> dict[str, Any]:
    """Parse a judge's config.json; a missing one (None) is empty.

    Raises ContractViolation.
    """
    if content is None:
        return {}
    try:
        configuration: dict[str, Any] = _DECODER.decode(content)
    except msgspec.ValidationError as error:
        what = describe_fault(error, content)
        raise ContractViolation(
            "config.json", "", what, code="judge.config.invalid-value"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = f"is not valid JSON: {error}"
        raise ContractViolation("config.json", "", what, code="judge.config.syntax") from error
    except RecursionError as error:
        what = "is nested too deeply"
        raise ContractViolation("config.json", "", what, code="judge.config.too-deep") from error
    return configuration


def merge_configuration(
    *,
    judge_config: Mapping[str, Any],
    evaluation: Mapping[str, Any],
    programming_language: str | None,
    natural_language: str,
    places: Mapping[str, str],
) -> dict[str, Any]:
    """Return the configuration of one run. Later layers win; objects are merged, the rest replaced.

    `places` are the paths of `resources`, `source`, `judge` and `workdir`, which nothing overrides.
    """
    languages = {"programming_language": programming_language, "natural_language": natural_language}
    merged: dict[str, Any] = {}
    for layer in (DEFAULTS, judge_config, evaluation, languages):
        merged = _merge(merged, layer)
    return merged | dict(places)


def encode_configuration(configuration: Mapping[str, Any]) -> bytes:
    """Encode a configuration for a judge. Raises ContractViolation if it is too large."""
    try:
        encoded = msgspec.json.encode(configuration)
    except RecursionError as error:
        what = "is nested too deeply"
        raise ContractViolation(
            "run configuration", "", what, code="judge.run-configuration.too-deep"
        ) from error
    if len(encoded) > MAXIMUM_BYTES:
        raise ContractViolation(
            "run configuration",
            "",
            f"has {len(encoded):,} bytes; the limit is {MAXIMUM_BYTES:,}",
            code="judge.run-configuration.too-large",
        )
    return encoded


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = _merge(old, value)
        merged[key] = value
    return merged
