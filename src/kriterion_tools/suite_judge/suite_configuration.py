"""The configuration of one run, from the host.

Source: the contract of Dodona judges. The exercise's `evaluation` is merged into the object on
stdin; `suite` and `filename` are this judge's own keys in it.
"""

import json
import math
from typing import Any, NamedTuple


class ConfigurationFault(Exception):
    """The configuration is invalid; the message says why."""


class SuiteConfiguration(NamedTuple):
    """The configuration of one run.

    `suite` is a path in `resources`; `filename` is the submission's name in feedback; `judge` is
    the directory of the judge itself, or "" if the host does not say.
    """

    resources: str
    source: str
    workdir: str
    time_limit_seconds: float = 42.0
    memory_limit_bytes: int = 100_000_000
    natural_language: str = "en"
    programming_language: str = "python"
    suite: str = "suite.yaml"
    filename: str = "submission.py"
    judge: str = ""
    network: bool = False


def read_configuration(document: bytes) -> SuiteConfiguration:
    """Read a configuration. Raises ConfigurationFault."""
    try:
        configuration = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise ConfigurationFault(f"the configuration on stdin is not JSON: {error}") from error
    if not isinstance(configuration, dict):
        raise ConfigurationFault("the configuration on stdin is not a JSON object")
    defaults = SuiteConfiguration(resources="", source="", workdir="")
    return SuiteConfiguration(
        resources=_read_text(configuration, "resources"),
        source=_read_text(configuration, "source"),
        workdir=_read_text(configuration, "workdir"),
        time_limit_seconds=_read_amount(configuration, "time_limit", defaults.time_limit_seconds),
        memory_limit_bytes=int(
            _read_amount(configuration, "memory_limit", defaults.memory_limit_bytes)
        ),
        natural_language=_read_text(configuration, "natural_language", defaults.natural_language),
        programming_language=_read_text(
            configuration, "programming_language", defaults.programming_language
        ),
        suite=_read_text(configuration, "suite", defaults.suite),
        filename=_check_file_name(_read_text(configuration, "filename", defaults.filename)),
        judge=_read_text(configuration, "judge", defaults.judge),
        network=configuration.get("network_enabled") is True,
    )


def _read_text(configuration: dict[str, Any], key: str, default: str | None = None) -> str:
    value = configuration.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or not value or "\0" in value:
        raise ConfigurationFault(f"{key}: {value!r:.100} is not a string")
    return value


def _read_amount(configuration: dict[str, Any], key: str, default: float) -> float:
    value = configuration.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ConfigurationFault(f"{key}: {value!r:.100} is not a positive number")
    return min(float(value), 1e15)


def _check_file_name(name: str) -> str:
    if "/" in name or name in (".", ".."):
        raise ConfigurationFault(f"filename: {name!r:.100} is not the name of a file")
    return name
