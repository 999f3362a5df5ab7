"""The grader's messages on its private channel.

The channel carries lines of JSON, each with a nonce that the grader received before it loaded any
of the student's code. Lines without the nonce, or after the end, are ignored.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class GraderResult(NamedTuple):
    """The result of a finished grading.

    `report` or `failure` is the grader's final message; both are None if there was none. `progress`
    is the last status line. `mode` is in how many processes the grading ran, and why ("name",
    "reason"); `lost` is why the process with the student's code stopped. `slow`: a call reached its
    time limit. `ended_twice`: there were several final messages, which the grader itself never
    sends. `timed_out`: the judge stopped the grader. `exit_status` is negative for a signal.
    `unusable` is why the grader cannot work on this machine, for any input.
    """

    report: list[Any] | None = None
    failure: Mapping[str, Any] | None = None
    progress: str = ""
    mode: Mapping[str, Any] = MappingProxyType({})
    lost: str = ""
    slow: bool = False
    ended_twice: bool = False
    timed_out: bool = False
    exit_status: int = 0
    stderr: str = ""
    unusable: str = ""

    @property
    def has_ended(self) -> bool:
        """Whether the grader sent a final message."""
        return self.report is not None or self.failure is not None


def read_messages(lines: bytes, result: GraderResult, *, nonce: str) -> GraderResult:
    """Add the messages to a result. Lines without the nonce, and all after a second final message,
    are ignored.
    """
    for line in lines.split(b"\n")[:-1]:
        message = _read_message(line, nonce)
        if result.has_ended and ("report" in message or "failure" in message):
            return result._replace(ended_twice=True)
        if isinstance(message.get("progress"), str):
            result = result._replace(progress=message["progress"])
        elif isinstance(message.get("mode"), dict):
            result = result._replace(mode=message["mode"])
        elif isinstance(message.get("lost"), str):
            result = result._replace(lost=message["lost"])
        elif "slow" in message:
            result = result._replace(slow=True)
        elif isinstance(message.get("report"), list):
            result = result._replace(report=message["report"])
        elif isinstance(message.get("failure"), dict):
            result = result._replace(failure=message["failure"])
    return result


def _read_message(line: bytes, nonce: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(message, dict) or message.get("nonce") != nonce:
        return {}
    return message
