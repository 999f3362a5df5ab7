"""Proving that an image works, by real runs."""

import json
from pathlib import Path

import pytest

from kriterion.errors import ImageNotInstalled, OperatorError
from kriterion.host.image_proof import ProofKind, list_used_images, prove_image
from kriterion.host.installation import Installation
from tests.places import open_to_all

pytestmark = pytest.mark.machine

ACCEPTS = """#!/bin/sh
echo '{"command": "start-judgement"}'
echo '{"command": "close-judgement", "accepted": STATUS_IS_CORRECT, "status": {"enum": "STATUS"}}'
"""


@pytest.fixture
def judge(tmp_path: Path) -> Path:
    """A judge with a sample exercise, whose runs see this machine."""
    directory = tmp_path / "judge"
    sample = directory / "sample"
    (sample / "description").mkdir(parents=True)
    (sample / "description" / "description.en.md").write_text("# Task\n")
    (sample / "solution").mkdir()
    (sample / "solution" / "solution.py").write_text("pass\n")
    config = {"type": "exercise", "programming_language": "python", "evaluation": {}}
    (sample / "config.json").write_text(json.dumps(config))
    open_to_all(sample)
    _answer(directory, "correct")
    return directory


def _answer(judge: Path, status: str) -> None:
    """Let a judge give every solution that status."""
    is_correct = str(status == "correct").lower()
    text = ACCEPTS.replace("STATUS_IS_CORRECT", is_correct).replace("STATUS", status)
    (judge / "run").write_text(text)
    (judge / "run").chmod(0o755)


def _install(tmp_path: Path, judge: Path, more: str = "") -> Installation:
    settings = tmp_path / "kriterion.toml"
    settings.write_text(f'data = "{tmp_path}/data"\n[judges.mine]\ndirectory = "{judge}"\n{more}')
    return Installation(settings)


def test_a_judge_that_accepts_its_sample_proves_its_image(tmp_path: Path, judge: Path) -> None:
    installation = _install(tmp_path, judge)
    assert "host" in list_used_images(installation)
    proof = prove_image(installation, "host", installation.make_context())
    assert (proof.kind, proof.judge) == (ProofKind.SAMPLE, "mine")
    assert list(proof.versions) == ["mine"]


@pytest.mark.parametrize("status", ["wrong", "internal error"])
def test_a_judge_that_rejects_its_sample_disproves_its_image(
    tmp_path: Path, judge: Path, status: str
) -> None:
    _answer(judge, status)
    installation = _install(tmp_path, judge)
    with pytest.raises(OperatorError, match="judge mine is not judged as correct") as raised:
        prove_image(installation, "host", installation.make_context())
    assert "kriterion check" in raised.value.fix


def test_one_judge_that_accepts_its_sample_is_enough(tmp_path: Path, judge: Path) -> None:
    bad = tmp_path / "bad"
    judge.rename(bad)
    judge.mkdir()
    _answer(judge, "correct")
    _answer(bad, "wrong")
    more = f'sample = "{bad}/sample"\n[judges.bad]\ndirectory = "{bad}"\n'
    installation = _install(tmp_path, judge, more)
    assert prove_image(installation, "host", installation.make_context()).judge == "mine"


def test_without_a_sample_an_image_is_only_started(tmp_path: Path, judge: Path) -> None:
    (judge / "sample" / "config.json").unlink()
    installation = _install(tmp_path, judge)
    proof = prove_image(installation, "host", installation.make_context())
    assert proof.kind is ProofKind.START


def test_an_image_without_the_interpreter_of_its_judge_is_disproved(
    tmp_path: Path, judge: Path
) -> None:
    (judge / "sample" / "config.json").unlink()
    (judge / "run").write_text("#!/usr/bin/env no-such-language\n")
    installation = _install(tmp_path, judge)
    with pytest.raises(OperatorError, match="has no no-such-language, which judge mine needs"):
        prove_image(installation, "host", installation.make_context())


def test_an_unknown_image_is_disproved_with_the_remedy(tmp_path: Path, judge: Path) -> None:
    installation = _install(tmp_path, judge)
    with pytest.raises(ImageNotInstalled) as raised:
        prove_image(installation, "unheard-of", installation.make_context())
    assert '[images."unheard-of"]' in raised.value.fix
