"""The site's settings, from environment variables. docs/administrator/install.md explains each.

KRITERION_DATA          the data directory
DATABASE_URL            the database; without it, an SQLite file in the data directory
KRITERION_DIRECT_DATABASE_URL
                        the same database without the pooler (PgBouncer) that DATABASE_URL names
KRITERION_ENGINE        what wakes workers: procrastinate (default with PostgreSQL) or local
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
KRITERION_CONTENT_URL   the site that a worker without its directories fetches exercises and tools
                        from, such as https://kriterion.example.edu
KRITERION_CONTENT_TOKEN, KRITERION_CONTENT_TOKEN_FILE
                        the worker's token there, or a file that holds it
KRITERION_CONTENT_BYTES how much of what it fetched a worker keeps; 20 GB without it
KRITERION_KEEP_PAST_ASSESSMENTS_DAYS, KRITERION_KEEP_REJUDGINGS_DAYS,
KRITERION_KEEP_RENDERINGS_DAYS, KRITERION_KEEP_AUDIT_LOG_DAYS, KRITERION_KEEP_NOTIFICATIONS_DAYS,
KRITERION_KEEP_EXPERIMENTS_DAYS
                        after how many days workers remove them; without one, never
KRITERION_LOG_LEVEL     DEBUG, INFO, WARNING (default) or ERROR
KRITERION_DEBUG         1: pages show the details of errors; never where others can reach them
TZ                      the site's time zone; UTC without it
"""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from urllib.parse import urlsplit

from kriterion.host.settings.locations import read_data_variable
from kriterion.host.settings.setting_errors import SettingErrors

_POSTGRESQL = ("postgres", "postgresql", "pgsql")
_DATABASES = (*_POSTGRESQL, "sqlite")
_CONTENT_BYTES = 20_000_000_000
_KEPT = {  # what can be removed after some days
    "past-assessments": "KRITERION_KEEP_PAST_ASSESSMENTS_DAYS",
    "re-judgings": "KRITERION_KEEP_REJUDGINGS_DAYS",
    "renderings": "KRITERION_KEEP_RENDERINGS_DAYS",
    "audit-log": "KRITERION_KEEP_AUDIT_LOG_DAYS",
    "notifications": "KRITERION_KEEP_NOTIFICATIONS_DAYS",
    "experiments": "KRITERION_KEEP_EXPERIMENTS_DAYS",
}
_ALWAYS_REMOVED = {"live-feedback": 1, "content": 0}  # left over, and of no use: days
_MAX_DAYS = 36_500
_LONGEST_SECRET = 4096  # bytes of a file that holds one
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@unique
class QueueEngine(StrEnum):
    """What wakes workers: the value of `KRITERION_ENGINE`."""

    LOCAL = "local"
    PROCRASTINATE = "procrastinate"


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteSettings:
    """The values of the site's environment variables; a text is empty if its variable is unset.

    `address` is a URL without a slash at its end. `log_level` is upper case. `keep_days` says by
    kind after how many days something is removed; what is missing is kept.
    """

    data: Path
    database_url: str
    direct_database_url: str
    engine: QueueEngine
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
    content_url: str
    content_token: str
    content_bytes: int
    keep_days: Mapping[str, int]
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
        database_url=reader.read_database_url("DATABASE_URL"),
        direct_database_url=reader.read_direct_database_url("KRITERION_DIRECT_DATABASE_URL"),
        engine=reader.read_engine("KRITERION_ENGINE", "DATABASE_URL"),
        address=reader.read_address("KRITERION_ADDRESS").rstrip("/"),
        hosts=tuple(split_list(variables.get("KRITERION_HOSTS", "localhost,127.0.0.1,[::1]"))),
        secret_key=variables.get("KRITERION_SECRET_KEY", ""),
        oidc_server=variables.get("KRITERION_OIDC_SERVER", ""),
        oidc_client=variables.get("KRITERION_OIDC_CLIENT", ""),
        oidc_secret=variables.get("KRITERION_OIDC_SECRET", ""),
        oidc_name=variables.get("KRITERION_OIDC_NAME", "OpenID Connect"),
        oidc_groups=variables.get("KRITERION_OIDC_GROUPS", "groups"),
        smtp_url=reader.read_smtp_url("KRITERION_SMTP"),
        sender=variables.get("KRITERION_SENDER", "kriterion@localhost"),
        metrics_token=variables.get("KRITERION_METRICS_TOKEN", ""),
        metrics_networks=reader.read_networks("KRITERION_METRICS_FROM"),
        content_url=reader.read_address("KRITERION_CONTENT_URL").rstrip("/"),
        content_token=reader.read_secret(
            "KRITERION_CONTENT_TOKEN", file_name="KRITERION_CONTENT_TOKEN_FILE"
        ),
        content_bytes=reader.read_size("KRITERION_CONTENT_BYTES", _CONTENT_BYTES),
        keep_days=reader.read_keep_days(),
        log_level=reader.read_log_level("KRITERION_LOG_LEVEL"),
        sign_up=reader.read_switch("KRITERION_SIGN_UP"),
        debug=reader.read_switch("KRITERION_DEBUG"),
        time_zone=variables.get("TZ") or "UTC",
    )
    if settings.content_url and not settings.content_token:
        reader.require_content_token()
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

    def read_database_url(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _has_scheme(value, *_DATABASES):  # it may hold a password: not repeated
            self._refuse(
                f"{name}: must be a postgres:// or sqlite:// URL with a valid port",
                f"set {name} to one such as postgres://user:password@host/name, or unset it",
            )
        return value

    def read_direct_database_url(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _has_scheme(value, *_POSTGRESQL):  # it may hold a password: not repeated
            self._refuse(
                f"{name}: must be a postgres:// URL with a valid port",
                f"set {name} to the server behind the pooler that DATABASE_URL names, or unset it",
            )
        return value

    def read_engine(self, name: str, database: str) -> QueueEngine:
        """Return the engine, which depends on the kind of the database."""
        value = self._variables.get(name, "")
        is_postgresql = _has_scheme(self._variables.get(database, ""), *_POSTGRESQL)
        default = QueueEngine.PROCRASTINATE if is_postgresql else QueueEngine.LOCAL
        if value and value not in {*QueueEngine}:
            what = f"{name}: must be one of {', '.join(QueueEngine)}, got {value!r:.100}"
            self._refuse(what, f"set {name} to one of them, or unset it")
            return default
        if value == QueueEngine.PROCRASTINATE and not is_postgresql:
            self._refuse(
                f"{name}: procrastinate needs PostgreSQL",
                f"name a PostgreSQL database in {database}, or unset {name}",
            )
        return QueueEngine(value) if value else default

    def read_address(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _is_url(value, "http", "https"):
            self._refuse(
                f"{name}: must be a full http(s) URL, got {value!r:.100}",
                f"set {name} to what people type, such as https://kriterion.example.edu",
            )
        return value

    def read_secret(self, name: str, *, file_name: str) -> str:
        """Return a secret from its variable, or from the file that another variable names."""
        file = self._variables.get(file_name, "")
        if not file or self._variables.get(name):
            return self._variables.get(name, "").strip()
        try:
            with Path(file).open("rb") as opened:
                secret = opened.read(_LONGEST_SECRET).decode().strip()
            reason = "" if secret else "is empty"
        except (OSError, ValueError) as error:
            secret, reason = "", getattr(error, "strerror", None) or "is not UTF-8 text"
        if reason:
            fix = "name a file that this process may read, and nobody else"
            self._refuse(f"{file_name}: {file}: {reason}", fix)
        return secret

    def require_content_token(self) -> None:
        """Refuse a missing token; what is wrong with its file is reported elsewhere."""
        if not self._variables.get("KRITERION_CONTENT_TOKEN_FILE"):
            self._refuse(
                "KRITERION_CONTENT_TOKEN: is missing, and KRITERION_CONTENT_URL needs it",
                "make one on the site: kriterion manage worker_token add NAME",
            )

    def read_size(self, name: str, default: int) -> int:
        value = self._variables.get(name, "")
        if not value:
            return default
        if not (value.isascii() and value.isdigit() and 0 < int(value[:20]) < 10**18):
            what = f"{name}: must be a number of bytes, got {value!r:.100}"
            self._refuse(what, f"set {name} to one such as {default}, or unset it")
            return default
        return int(value)

    def read_keep_days(self) -> dict[str, int]:
        days = dict(_ALWAYS_REMOVED)
        for kind, name in _KEPT.items():
            value = self._variables.get(name, "")
            if not value:
                continue
            if value.isascii() and value.isdigit() and 0 < int(value[:9]) <= _MAX_DAYS:
                days[kind] = int(value)
            else:
                what = f"{name}: must be 1 to {_MAX_DAYS} days, got {value!r:.100}"
                self._refuse(what, f"set {name} to one such as 365, or unset it")
        return days

    def read_smtp_url(self, name: str) -> str:
        value = self._variables.get(name, "")
        if value and not _is_url(value, "smtp", "smtps"):  # it may hold a password: not repeated
            self._refuse(
                f"{name}: must be a full smtp(s) URL with a valid port",
                f"set {name} to one such as smtp://user:password@host:587",
            )
        return value

    def read_networks(self, name: str) -> tuple[Network, ...]:
        networks = []
        for word in split_list(self._variables.get(name, "")):
            try:
                networks.append(ipaddress.ip_network(word))
            except ValueError as error:
                fix = f"list addresses and networks in {name}, such as 10.0.0.0/8"
                self._refuse(f"{name}: {error}", fix)
        return tuple(networks)

    def read_log_level(self, name: str) -> str:
        level = self._variables.get(name)
        if level is not None and level.upper() not in _LOG_LEVELS:
            what = f"{name}: must be one of {', '.join(_LOG_LEVELS)}, got {level!r:.100}"
            self._refuse(what, f"set {name} to one of them, or unset it")
        return (level or "").upper()

    def read_switch(self, name: str) -> bool:
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
