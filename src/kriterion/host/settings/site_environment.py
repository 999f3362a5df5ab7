"""The site's settings, from environment variables. docs/administrator/install.md explains each.

KRITERION_DATA          the data directory
DATABASE_URL            the database; without it, an SQLite file in the data directory
KRITERION_ADDRESS       what people type, such as https://kriterion.example.edu; with https, cookies
                        travel by TLS only and browsers remember it
KRITERION_HOSTS         further host names of the site, separated by commas
KRITERION_SECRET_KEY    signs sessions; without it, the data directory's `secret-key`
KRITERION_SIGN_UP       1: anyone can sign up
KRITERION_OIDC_SERVER, KRITERION_OIDC_CLIENT, KRITERION_OIDC_SECRET, KRITERION_OIDC_NAME
                        an institution's login by OpenID Connect
KRITERION_OIDC_GROUPS   the claim that lists a person's groups there; `groups` without it
KRITERION_SMTP, KRITERION_SENDER
                        smtp[s]://user:password@host:port and the sender of mail
KRITERION_METRICS_TOKEN a bearer token that may read /metrics
KRITERION_METRICS_FROM  addresses and networks that may read it without, separated by commas
KRITERION_LOG_LEVEL     DEBUG, INFO, WARNING (default) or ERROR
KRITERION_DEBUG         1: pages show the details of errors; never where others can reach them
TZ                      the site's time zone; UTC without it
"""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from kriterion.host.settings.locations import read_data_variable
from kriterion.host.settings.setting_errors import SettingErrors

_DATABASES = ("postgres", "postgresql", "pgsql", "sqlite")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteSettings:
    """The values of the site's environment variables; a text is empty if its variable is unset.

    `address` is a URL without a slash at its end. `log_level` is upper case.
    """

    data: Path
    database_url: str
    address: str
    hosts: tuple[str, ...]
    secret_key: str
    sign_up: bool
    oidc_server: str
    oidc_client: str
    oidc_secret: str
    oidc_name: str
    oidc_groups: str
    smtp_url: str
    sender: str
    metrics_token: str
    metrics_networks: tuple[Network, ...]
    log_level: str
    debug: bool
    time_zone: str


def read_site_settings(variables: Mapping[str, str]) -> SiteSettings:
    """Read the site's settings.

    Raises OperatorError with the fault and the remedy of every variable that cannot be used.
    """
    reader = _Reader(variables)
    settings = SiteSettings(
        data=read_data_variable(variables) or Path("data").absolute(),
        database_url=reader.database_url("DATABASE_URL"),
        address=reader.address("KRITERION_ADDRESS").rstrip("/"),
        hosts=tuple(split_list(variables.get("KRITERION_HOSTS", "localhost,127.0.0.1,[::1]"))),
        secret_key=variables.get("KRITERION_SECRET_KEY", ""),
        oidc_server=variables.get("KRITERION_OIDC_SERVER", ""),
        oidc_client=variables.get("KRITERION_OIDC_CLIENT", ""),
        oidc_secret=variables.get("KRITERION_OIDC_SECRET", ""),
        oidc_name=variables.get("KRITERION_OIDC_NAME", "OpenID Connect"),
        oidc_groups=variables.get("KRITERION_OIDC_GROUPS", "groups"),
        smtp_url=reader.smtp_url("KRITERION_SMTP"),
        sender=variables.get("KRITERION_SENDER", "kriterion@localhost"),
        metrics_token=variables.get("KRITERION_METRICS_TOKEN", ""),
        metrics_networks=reader.networks("KRITERION_METRICS_FROM"),
        log_level=reader.log_level("KRITERION_LOG_LEVEL"),
        sign_up=reader.switch("KRITERION_SIGN_UP"),
        debug=reader.switch("KRITERION_DEBUG"),
        time_zone=variables.get("TZ") or "UTC",
    )
    reader.errors.raise_all()
    return settings


def is_database_named() -> bool:
    """Whether the environment names a database, so that none is in the data directory.

    Commands ask this before they start Django, which reads the other variables.
    """
    return bool(os.environ.get("DATABASE_URL"))


class _Reader:
    """Read variables, and collect the errors of all of them."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.errors = SettingErrors()

    def _refuse(self, what: str, fix: str) -> None:
        self.errors.add(what, fix=fix, code="settings.invalid-variable")

    def database_url(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _has_scheme(value, *_DATABASES):  # it may hold a password: not repeated
            self._refuse(
                f"{name}: must be a postgres:// or sqlite:// URL with a valid port",
                f"set {name} to one such as postgres://user:password@host/name, or unset it",
            )
        return value

    def address(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _is_url(value, "http", "https"):
            self._refuse(
                f"{name}: must be a full http(s) URL, got {value!r:.100}",
                f"set {name} to what people type, such as https://kriterion.example.edu",
            )
        return value

    def smtp_url(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _is_url(value, "smtp", "smtps"):  # it may hold a password: not repeated
            self._refuse(
                f"{name}: must be a full smtp(s) URL with a valid port",
                f"set {name} to one such as smtp://user:password@host:587",
            )
        return value

    def networks(self, name: str) -> tuple[Network, ...]:
        networks = []
        for word in split_list(self._variables.get(name, "")):
            try:
                networks.append(ipaddress.ip_network(word))
            except ValueError as error:
                fix = f"list addresses and networks in {name}, such as 10.0.0.0/8"
                self._refuse(f"{name}: {error}", fix)
        return tuple(networks)

    def log_level(self, name: str) -> str:
        level = self._variables.get(name)
        if level is not None and level.upper() not in _LOG_LEVELS:
            what = f"{name}: must be one of {', '.join(_LOG_LEVELS)}, got {level!r:.100}"
            self._refuse(what, f"set {name} to one of them, or unset it")
        return (level or "").upper()

    def switch(self, name: str) -> bool:
        value = self._variables.get(name, "")
        if value not in ("", "0", "1"):
            what = f"{name}: must be 1 or unset, got {value!r:.100}"
            self._refuse(what, f"set {name}=1, or unset it")
        return value == "1"


def split_list(text: str) -> list[str]:
    """Split at commas; spaces around words and empty words do not count."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _is_url(text: str, *schemes: str) -> bool:
    return _has_scheme(text, *schemes) and bool(urlsplit(text).hostname)


def _has_scheme(text: str, *schemes: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and parts.port != 0
    except ValueError:  # such as a port that is not a number
        return False
