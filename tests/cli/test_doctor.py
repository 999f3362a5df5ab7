import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def _findings(done: Result) -> dict[str, dict[str, str]]:
    return {finding["subject"]: finding for finding in json.loads(done.stdout)}


@pytest.mark.machine
def test_a_doctor_tries_the_sandbox_for_real(run: Run) -> None:
    found = _findings(run("doctor", "--json"))
    assert found["sandbox"]["state"] in ("fine", "notice")
    assert "network" in found["sandbox"]["what"]
    assert found["image kriterion"]["state"] == "fine"
    assert found["judge suite"]["state"] == "fine"


@pytest.mark.machine
def test_what_is_missing_is_told_with_its_fix(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "kriterion.toml"
    config.write_text(
        """
        [images.gone]
        readable = ["/nowhere/at/all"]
        [images.container]
        kind = "engine"
        [judges.lost]
        directory = "no-judge"
        """
    )
    done = run("doctor", "--json", "--config", str(config))
    found = _findings(done)
    assert done.return_value == 1
    for subject in ("image gone", "image container", "judge lost"):
        assert found[subject]["state"] == "fault"
        assert found[subject]["fix"]


def test_settings_that_cannot_be_read_are_a_finding(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "kriterion.toml"
    config.write_text("images = 3")
    done = run("doctor", "--json", "--config", str(config))
    assert done.return_value == 3
    assert _findings(done)["settings"]["state"] == "fault"
