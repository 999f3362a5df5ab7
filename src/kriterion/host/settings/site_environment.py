"""The environment variables of a site, checked together before anything uses them."""

import ipaddress
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from kriterion.errors import OperatorError

_SWITCHES = ("KRITERION_SIGN_UP", "KRITERION_DEBUG")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def check_environment(variables: Mapping[str, str]) -> None:
    """Raise OperatorError with the fault and the remedy of every variable that cannot be used."""
    faults = list(_faults(variables))
    if faults:
        whats, fixes = zip(*faults, strict=True)
        raise OperatorError("\n".join(whats), fix="\n".join(fixes))


def _faults(variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, beginning with the variable's name, and how to fix it."""
    address = variables.get("KRITERION_ADDRESS", "")
    if address and not _is_url(address, "http", "https"):
        yield (
            f"KRITERION_ADDRESS: must be a full http(s) URL, got {address!r:.100}",
            "set KRITERION_ADDRESS to what people type, such as https://kriterion.example.edu",
        )
    server = variables.get("KRITERION_SMTP", "")
    if server and not _is_url(server, "smtp", "smtps"):  # it may hold a password: not repeated
        yield (
            "KRITERION_SMTP: must be a full smtp(s) URL with a valid port",
            "set KRITERION_SMTP to one such as smtp://user:password@host:587",
        )
    for word in variables.get("KRITERION_METRICS_FROM", "").split(","):
        try:
            if word.strip():
                ipaddress.ip_network(word.strip())
        except ValueError as error:
            yield (
                f"KRITERION_METRICS_FROM: {error}",
                "list addresses and networks in KRITERION_METRICS_FROM, such as 10.0.0.0/8",
            )
    level = variables.get("KRITERION_LOG_LEVEL", "INFO")
    if level.upper() not in _LOG_LEVELS:
        yield (
            f"KRITERION_LOG_LEVEL: must be one of {', '.join(_LOG_LEVELS)}, got {level!r:.100}",
            "set KRITERION_LOG_LEVEL to one of them, or unset it",
        )
    for name in _SWITCHES:
        if (value := variables.get(name, "")) not in ("", "0", "1"):
            yield f"{name}: must be 1 or unset, got {value!r:.100}", f"set {name}=1, or unset it"


def _is_url(text: str, *schemes: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # such as a port that is not a number
        return False
