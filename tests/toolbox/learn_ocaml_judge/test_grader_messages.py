"""Only the grader's own messages on its channel count."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kriterion_tools.learn_ocaml_judge.grader_messages import GraderResult, read_messages

NONCE = "0123456789abcdef"
POINT = {"message": [], "result": 1}


def format_line(*, nonce: str = NONCE, **message: Any) -> bytes:
    return json.dumps({"nonce": nonce, **message}).encode() + b"\n"


def test_the_report_and_the_last_status_line_are_known() -> None:
    lines = format_line(progress="one") + format_line(progress="two") + format_line(report=[POINT])
    assert read_messages(lines, GraderResult(), nonce=NONCE) == GraderResult(
        report=[POINT], progress="two"
    )


@pytest.mark.parametrize(
    "forged",
    [
        format_line(nonce="", report=[POINT]),
        format_line(nonce=NONCE[:-1], report=[POINT]),
        json.dumps({"report": [POINT]}).encode() + b"\n",
        json.dumps([NONCE, {"report": [POINT]}]).encode() + b"\n",
        format_line(report=POINT),
        format_line(report=[POINT]).rstrip(b"\n"),
        format_line(report=[POINT])[:-3] + b"\n",
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\x00\n",
    ],
)
def test_incomplete_lines_and_lines_without_the_nonce_are_ignored(forged: bytes) -> None:
    assert read_messages(forged, GraderResult(), nonce=NONCE) == GraderResult()


def test_noise_does_not_hide_messages() -> None:
    noise = b"[" * 100_000 + b"\n\xff\n" + format_line(nonce="", report=[POINT])
    assert read_messages(
        noise + format_line(report=[]), GraderResult(), nonce=NONCE
    ) == GraderResult(report=[])


@pytest.mark.parametrize("again", [{"report": [POINT]}, {"failure": {}}])
def test_two_final_messages_are_detected(again: dict[str, Any]) -> None:
    outcome = read_messages(
        format_line(report=[]) + format_line(**again), GraderResult(), nonce=NONCE
    )
    assert outcome.ended_twice
    assert outcome.report == []


@given(some.binary(max_size=200))
def test_bytes_without_the_nonce_are_ignored(noise: bytes) -> None:
    assert read_messages(noise, GraderResult(), nonce=NONCE) == GraderResult()
