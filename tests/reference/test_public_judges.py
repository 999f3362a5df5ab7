"""Real judges assess real submissions to real exercises, through the command that users type.

KRITERION_REFERENCES is the directory with the public repositories as OWNER+NAME, KRITERION_CASES a
file with one case a line (judge, exercise, submission, expected status), and KRITERION_CONFIG the
kriterion.toml that says which image each judge runs in.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
CASES = Path(os.environ.get("KRITERION_CASES", "nowhere"))

pytestmark = [pytest.mark.reference, pytest.mark.machine]


def _list_cases() -> list[Any]:
    if not (REFERENCES.is_dir() and CASES.is_file()):
        why = "set KRITERION_REFERENCES and KRITERION_CASES to judge with public judges"
        return [pytest.param({}, marks=pytest.mark.skip(reason=why))]
    return [
        pytest.param(case, id=_make_name(case))
        for case in map(json.loads, CASES.read_text().splitlines())
    ]


def _make_name(case: dict[str, Any]) -> str:
    suite = case["evaluation"].get("test_suite", "")
    exercise = case["exercise"].split("/", 1)[-1]
    parts = (case["judge"].split("+")[-1], exercise, suite, Path(case["source"]).name)
    return " ".join(part for part in parts if part)


@pytest.mark.parametrize("case", _list_cases())
def test_a_public_judge_gives_its_verdict(case: dict[str, Any], tmp_path: Path) -> None:
    exercise = _make_exercise(case, tmp_path / "exercise")
    command = (
        *(sys.executable, "-m", "kriterion.cli.main", "assess", str(exercise)),
        *(str(REFERENCES / case["source"]), "--judge", str(REFERENCES / case["judge"])),
        *("--format", "json", "--language", case["natural_language"]),
    )
    result = subprocess.run(command, capture_output=True, timeout=240, check=False)
    assert result.stdout, result.stderr.decode(errors="replace")
    judged = json.loads(result.stdout)["judge"]
    explained = json.dumps(judged["feedback"].get("messages"), indent=1)
    assert judged["status"] == case["expect_status"], explained
    # A judge may accept what it calls an internal error; Kriterion never does.
    assert judged["accepted"] == (case["expect_accepted"] and judged["status"] == "correct")


def _make_exercise(case: dict[str, Any], directory: Path) -> Path:
    """The case's exercise as a directory of its own, which is all that the command knows."""
    source = REFERENCES / case["exercise"]
    directory.mkdir(parents=True)
    config: dict[str, Any] = {}
    for file in _list_configurations(source, case["repo"]):
        config = _merge(config, json.loads(file.read_text()))
    config = _merge(config, {"evaluation": case["evaluation"]})
    if case["programming_language"]:
        config["programming_language"] = case["programming_language"]
    (directory / "config.json").write_text(json.dumps(config))
    resources = REFERENCES / case["resources"]
    if resources.is_dir():
        shutil.copytree(resources, directory / "evaluation", symlinks=True)
    if (source / "workdir").is_dir():
        shutil.copytree(source / "workdir", directory / "workdir", symlinks=True)
    return directory


def _list_configurations(source: Path, repository: str | None) -> list[Path]:
    """The dirconfig files above an exercise, outermost first, then its own configuration."""
    found = [source / "config.json"]
    place = source
    while repository is not None and place != REFERENCES / repository:
        place = place.parent
        found.insert(0, place / "dirconfig.json")
    return [file for file in found if file.is_file()]


def _merge(outer: dict[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    merged = dict(outer)
    for key, value in inner.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(old, value) if both else value  # type: ignore[arg-type]
    return merged
