"""The settings, as each environment makes them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from kriterion.host.settings import locations, site_environment

ROOT = Path(__file__).parents[2]
VARIABLES = set(
    re.findall(
        r'\(\s*"(KRITERION_\w+|DATABASE_URL|TZ)"',
        Path(site_environment.__file__).read_text() + Path(locations.__file__).read_text(),
    )
)


def read_settings(data: Path, **environment: str) -> dict[str, Any]:
    """All settings in a process of its own with just that environment."""
    script = (
        "import json; from kriterion.web import settings as c;"
        "print(json.dumps({k: v for k, v in vars(c).items() if k.isupper()}, default=str))"
    )
    return dict(json.loads(run(["-c", script], data, **environment)))


def run(arguments: list[str], data: Path, **environment: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**kept, "KRITERION_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.long(reason="starts Django in a process")
def test_production_settings_pass_djangos_check(tmp_path: Path) -> None:
    run(
        ["-m", "django", "check", "--deploy", "--fail-level", "WARNING"],
        tmp_path,
        DJANGO_SETTINGS_MODULE="kriterion.web.settings",
        KRITERION_ADDRESS="https://kriterion.example.edu",
    )


def test_cookies_need_tls_when_the_address_does(tmp_path: Path) -> None:
    plain = read_settings(tmp_path, KRITERION_ADDRESS="http://127.0.0.1:8000")
    safe = read_settings(tmp_path, KRITERION_ADDRESS="https://kriterion.example.edu")
    for name in ("SESSION", "CSRF", "LANGUAGE"):
        assert not plain[f"{name}_COOKIE_SECURE"]
        assert safe[f"{name}_COOKIE_SECURE"]
    assert safe["SECURE_SSL_REDIRECT"] and safe["SECURE_HSTS_SECONDS"]
    assert "kriterion.example.edu" in safe["ALLOWED_HOSTS"]
    assert safe["CSRF_TRUSTED_ORIGINS"] == ["https://kriterion.example.edu"]


def test_strangers_learn_nothing_unless_enabled(tmp_path: Path) -> None:
    usual = read_settings(tmp_path)
    assert not usual["DEBUG"] and not usual["SIGN_UP"]
    assert "*" not in usual["ALLOWED_HOSTS"]


def test_the_secret_key_is_generated_and_never_a_known_one(tmp_path: Path) -> None:
    keys = {read_settings(tmp_path)["SECRET_KEY"] for _ in range(2)}
    assert len(keys) == 2 and all(len(key) >= 50 for key in keys)
    (tmp_path / "secret-key").write_text("of the file\n")
    assert read_settings(tmp_path)["SECRET_KEY"] == "of the file"
    assert (
        read_settings(tmp_path, KRITERION_SECRET_KEY="of the house")["SECRET_KEY"] == "of the house"
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://kriterion:pa%20ss@mail.example.edu:587", (587, True, False)),
        ("smtps://kriterion:pass@mail.example.edu", (465, False, True)),
        ("smtp://localhost:25", (25, False, False)),
    ],
)
def test_mail_uses_the_server_in_the_address(
    tmp_path: Path, url: str, expected: tuple[int, bool, bool]
) -> None:
    settings = read_settings(tmp_path, KRITERION_SMTP=url)
    assert (
        settings["EMAIL_PORT"],
        settings["EMAIL_USE_TLS"],
        settings["EMAIL_USE_SSL"],
    ) == expected
    assert settings["EMAIL_HOST_PASSWORD"] in {"pa ss", "pass", ""}
    assert settings["ACCOUNT_EMAIL_VERIFICATION"] == "optional"


def test_every_variable_is_documented() -> None:
    assert len(VARIABLES) > 15
    assert site_environment.__doc__ is not None
    assert {name for name in VARIABLES if name not in site_environment.__doc__} == set()
    page = ROOT / "docs" / "administrator" / "install.md"
    if page.exists():
        assert {name for name in VARIABLES if name not in page.read_text()} == set()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
def test_sqlite_lets_readers_continue_during_a_write(transactional_db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_database_server_gets_a_pool_and_the_options_of_its_address(tmp_path: Path) -> None:
    address = "postgres://kriterion@db.example.edu/kriterion?sslmode=require"
    database = read_settings(tmp_path, DATABASE_URL=address)["DATABASES"]["default"]
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] > 0
