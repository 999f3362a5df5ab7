"""The site's settings are read once, and all faults are reported together with their remedies."""

import re
from pathlib import Path
from typing import Any

import pytest

from kriterion.errors import OperatorError
from kriterion.host.settings.site_environment import QueueEngine, read_site_settings


class Recording(dict[str, str]):
    """Variables that remember which of them were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, name: str, default: object = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


def read_names() -> set[str]:
    variables = Recording()
    read_site_settings(variables)
    return variables.asked


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KRITERION_ADDRESS", "kriterion.example.edu"),
        ("KRITERION_ADDRESS", "https://host:port"),
        ("KRITERION_SMTP", "mail.example.edu:25"),
        ("KRITERION_METRICS_FROM", "10.0.0.7,10.0.0.7/99"),
        ("KRITERION_LOG_LEVEL", "LOUD"),
        ("KRITERION_KEEP_AUDIT_LOG_DAYS", "0"),
        ("KRITERION_KEEP_RENDERINGS_DAYS", "a year"),
        ("KRITERION_ENGINE", "celery"),
        ("KRITERION_ENGINE", "procrastinate"),  # without PostgreSQL
        ("KRITERION_SIGN_UP", "yes"),
        ("KRITERION_DEBUG", "true"),
        ("DATABASE_URL", "mysql://host/kriterion"),
        ("DATABASE_URL", "postgres://host:port/kriterion"),
        ("KRITERION_DIRECT_DATABASE_URL", "sqlite:///kriterion.sqlite3"),
        ("KRITERION_DIRECT_DATABASE_URL", "postgres://host:port/kriterion"),
    ],
)
def test_a_fault_names_the_variable_and_the_remedy(name: str, value: str) -> None:
    with pytest.raises(OperatorError) as refused:
        read_site_settings({name: value})
    assert refused.value.what.startswith(f"{name}: ")
    assert name in refused.value.fix


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(OperatorError) as refused:
        read_site_settings({"KRITERION_ADDRESS": "x", "KRITERION_LOG_LEVEL": "y"})
    assert [line.partition(":")[0] for line in refused.value.what.splitlines()] == [
        "KRITERION_ADDRESS",
        "KRITERION_LOG_LEVEL",
    ]
    assert len(refused.value.fix.splitlines()) == 2


@pytest.mark.parametrize("name", ["KRITERION_SMTP", "DATABASE_URL"])
def test_a_password_is_not_repeated(name: str) -> None:
    with pytest.raises(OperatorError) as refused:
        read_site_settings({name: "ftp://me:secret@host"})
    assert "secret" not in refused.value.what + refused.value.fix


def test_the_values_in_the_manual_are_accepted() -> None:
    read_site_settings({})
    settings = read_site_settings(
        {
            "DATABASE_URL": "postgres:///kriterion",
            "KRITERION_ADDRESS": "https://kriterion.example.edu",
            "KRITERION_SMTP": "smtps://user:p%40ss@host:465",
            "KRITERION_METRICS_FROM": "10.0.0.7,192.168.1.0/24, ",
            "KRITERION_LOG_LEVEL": "debug",
            "KRITERION_SIGN_UP": "1",
            "KRITERION_DEBUG": "",
        }
    )
    assert [str(network) for network in settings.metrics_networks] == [
        "10.0.0.7/32",
        "192.168.1.0/24",
    ]
    assert (settings.log_level, settings.sign_up, settings.debug) == ("DEBUG", True, False)


def test_the_engine_follows_the_database_unless_it_is_named() -> None:
    def read_engine(**variables: str) -> QueueEngine:
        return read_site_settings(variables).engine

    postgresql = "postgres:///kriterion"
    assert read_engine() == "local"
    assert read_engine(DATABASE_URL="sqlite:///x") == "local"
    assert read_engine(DATABASE_URL=postgresql) == "procrastinate"
    assert read_engine(DATABASE_URL=postgresql, KRITERION_ENGINE="local") == "local"


def test_an_empty_variable_is_like_an_unset_one() -> None:
    emptied = ("KRITERION_DATA", "DATABASE_URL", "KRITERION_ADDRESS", "KRITERION_SMTP", "TZ")
    assert read_site_settings(dict.fromkeys(emptied, "")) == read_site_settings({})


def test_spaces_around_host_names_do_not_count() -> None:
    settings = read_site_settings({"KRITERION_HOSTS": "a.example.edu, b.example.edu,"})
    assert settings.hosts == ("a.example.edu", "b.example.edu")


def test_the_manual_lists_the_variables_that_are_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "administrator" / "install.md").read_text()
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", page, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"[A-Z_]+", row)}
    others = {"KRITERION_CONFIG", "FORWARDED_ALLOW_IPS"}  # of the settings file and of uvicorn
    assert listed == read_names() | others


def test_no_other_module_reads_a_variable_of_the_site_alone() -> None:
    source = Path(__file__).parents[3] / "src"
    elsewhere = {
        name
        for file in source.rglob("*.py")
        if file.name != "site_environment.py"
        for name in re.findall(r'environ(?:\.get\(|\[)\s*"(\w+)"\)?(?!\] =)', file.read_text())
    }
    assert elsewhere & read_names() == set()


def test_days_after_which_things_are_removed_are_read_by_kind() -> None:
    always = {"live-feedback": 1, "content": 0}
    assert read_site_settings({}).keep_days == always
    variables = {"KRITERION_KEEP_AUDIT_LOG_DAYS": "730", "KRITERION_KEEP_REJUDGINGS_DAYS": "90"}
    days = read_site_settings(variables).keep_days
    assert days == {**always, "audit-log": 730, "re-judgings": 90}
