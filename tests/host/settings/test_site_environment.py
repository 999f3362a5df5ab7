"""The environment variables of a site are checked together, each fault with its remedy."""

import pytest

from kriterion.errors import OperatorError
from kriterion.host.settings.site_environment import check_environment


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KRITERION_ADDRESS", "kriterion.example.edu"),
        ("KRITERION_ADDRESS", "https://host:port"),
        ("KRITERION_SMTP", "mail.example.edu:25"),
        ("KRITERION_METRICS_FROM", "10.0.0.7,10.0.0.7/99"),
        ("KRITERION_LOG_LEVEL", "LOUD"),
        ("KRITERION_SIGN_UP", "yes"),
        ("KRITERION_DEBUG", "true"),
    ],
)
def test_a_fault_names_the_variable_and_the_remedy(name: str, value: str) -> None:
    with pytest.raises(OperatorError) as refused:
        check_environment({name: value})
    assert refused.value.what.startswith(f"{name}: ")
    assert name in refused.value.fix


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(OperatorError) as refused:
        check_environment({"KRITERION_ADDRESS": "x", "KRITERION_LOG_LEVEL": "y"})
    assert [line.partition(":")[0] for line in refused.value.what.splitlines()] == [
        "KRITERION_ADDRESS",
        "KRITERION_LOG_LEVEL",
    ]
    assert len(refused.value.fix.splitlines()) == 2


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(OperatorError) as refused:
        check_environment({"KRITERION_SMTP": "ftp://me:secret@host"})
    assert "secret" not in refused.value.what + refused.value.fix


def test_the_values_in_the_manual_are_accepted() -> None:
    check_environment({})
    check_environment(
        {
            "KRITERION_ADDRESS": "https://kriterion.example.edu",
            "KRITERION_SMTP": "smtps://user:p%40ss@host:465",
            "KRITERION_METRICS_FROM": "10.0.0.7,192.168.1.0/24, ",
            "KRITERION_LOG_LEVEL": "debug",
            "KRITERION_SIGN_UP": "1",
            "KRITERION_DEBUG": "",
        }
    )
