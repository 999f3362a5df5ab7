"""Only the grader's own messages on its channel count."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kriterion_tools.learn_ocaml_judge.grader_messages import GraderResult, read_messages

NONCE = "0123456789abcdef"
POINT = {"message": [], "result": 1}


def line(*, nonce: str = NONCE, **message: Any) -> bytes:
    return json.dumps({"nonce": nonce, **message}).encode() + b"\n"


def test_the_report_and_the_last_status_line_are_known() -> None:
    lines = line(progress="one") + line(progress="two") + line(report=[POINT])
    assert read_messages(lines, GraderResult(), nonce=NONCE) == GraderResult(
        report=[POINT], progress="two"
    )


@pytest.mark.parametrize(
    "forged",
    [
        line(nonce="", report=[POINT]),
        line(nonce=NONCE[:-1], report=[POINT]),
        json.dumps({"report": [POINT]}).encode() + b"\n",
        json.dumps([NONCE, {"report": [POINT]}]).encode() + b"\n",
        line(report=POINT),
        line(report=[POINT]).rstrip(b"\n"),
        line(report=[POINT])[:-3] + b"\n",
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\x00\n",
    ],
)
def test_incomplete_lines_and_lines_without_the_nonce_are_ignored(forged: bytes) -> None:
    assert read_messages(forged, GraderResult(), nonce=NONCE) == GraderResult()


def test_noise_does_not_hide_messages() -> None:
    noise = b"[" * 100_000 + b"\n\xff\n" + line(nonce="", report=[POINT])
    assert read_messages(noise + line(report=[]), GraderResult(), nonce=NONCE) == GraderResult(
        report=[]
    )


@pytest.mark.parametrize("again", [{"report": [POINT]}, {"failure": {}}])
def test_two_final_messages_are_detected(again: dict[str, Any]) -> None:
    outcome = read_messages(line(report=[]) + line(**again), GraderResult(), nonce=NONCE)
    assert outcome.ended_twice
    assert outcome.report == []


@given(some.binary(max_size=200))
def test_bytes_without_the_nonce_are_ignored(noise: bytes) -> None:
    assert read_messages(noise, GraderResult(), nonce=NONCE) == GraderResult()
