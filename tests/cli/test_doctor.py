import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def _read_findings(result: Result) -> dict[str, dict[str, str]]:
    return {finding["subject"]: finding for finding in json.loads(result.stdout)}


@pytest.mark.machine
@pytest.mark.long(reason="tries every tool in the sandbox")
def test_doctor_tries_the_sandbox_for_real(run: Run) -> None:
    findings = _read_findings(run("doctor", "--json"))
    assert findings["sandbox"]["state"] in ("fine", "notice")
    assert "network" in findings["sandbox"]["what"]
    assert findings["image kriterion"]["state"] == "fine"
    assert findings["judge suite"]["state"] == "fine"


@pytest.mark.machine
def test_a_missing_part_is_reported_with_its_fix(run: Run, tmp_path: Path) -> None:
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
    result = run("doctor", "--json", "--config", str(config))
    findings = _read_findings(result)
    assert result.return_value == 1
    for subject in ("image gone", "image container", "judge lost"):
        assert findings[subject]["state"] == "fault"
        assert findings[subject]["fix"]


def test_an_unsupported_compiler_is_a_fault(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "ocamlc"
    compiler.write_text("#!/bin/sh\necho 5.2.1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = _read_findings(run("doctor", "--json"))["image kriterion-learn-ocaml"]
    assert found["state"] == "fault"
    assert "5.2.1" in found["what"]
    assert "4.13.1 or 5.3.0" in found["fix"]


def test_invalid_settings_are_a_finding(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "kriterion.toml"
    config.write_text("images = 3")
    result = run("doctor", "--json", "--config", str(config))
    assert result.return_value == 3
    assert _read_findings(result)["settings"]["state"] == "fault"
    assert _read_findings(result)["settings"]["code"] == "settings.invalid-value"


@pytest.mark.machine
def test_a_judges_image_and_missing_dependencies_are_reported(run: Run, tmp_path: Path) -> None:
    judge = tmp_path / "judge"
    judge.mkdir()
    (judge / "run").write_text("#!/bin/sh\nracket judge.rkt\n")
    (judge / "run").chmod(0o755)
    (judge / "config.json").write_text('{"image": "dodona-racket"}')
    config = tmp_path / "kriterion.toml"
    config.write_text(
        '[judges.scheme]\ndirectory = "judge"\nlanguages = ["en"]\n'
        '[images.dodona-racket]\nvariables = { PLTHOME = "/opt/racket" }\n'
    )
    for named in (str(judge), "scheme"):
        result = run("doctor", named, "--json", "--config", str(config))
        findings = _read_findings(result)
        assert findings["judge"]["what"] == str(judge)
        assert findings["image"]["what"].startswith("dodona-racket, named by its config.json")
        assert "PLTHOME=/opt/racket" in findings["image"]["what"]
        assert findings["natural languages"]["what"] == "en"
        assert "apt-get install racket" in result.stdout


@pytest.mark.machine
def test_an_invalid_judge_is_a_fault(run: Run, tmp_path: Path) -> None:
    result = run("doctor", str(tmp_path), "--json")
    assert result.return_value == 1
    assert _read_findings(result)["judge"]["state"] == "fault"
