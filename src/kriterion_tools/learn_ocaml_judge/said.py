"""What the grader says on its private channel.

The channel carries lines of JSON, each with a nonce that the grader was told before it loaded any
of the student's code. What has no nonce, or comes after the end, was never said.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Said(NamedTuple):
    """All that is known of a grading once it is over.

    `report` or `failure` is what the grader said at its end; both are None when it ended without.
    `progress` is the last status line. `mode` says in how many processes the grading ran, and why
    ("name", "reason"); `lost` why the one with the student's code could not go on. `slow` says that
    a call met a limit of time. `twice` says
    that it ended more than once, which it never does by itself. `timed_out`: it was stopped.
    `exit_status` is negative for a signal.
    `unusable` says why the grader cannot work here, whatever it is given.
    """

    report: list[Any] | None = None
    failure: Mapping[str, Any] | None = None
    progress: str = ""
    mode: Mapping[str, Any] = MappingProxyType({})
    lost: str = ""
    slow: bool = False
    twice: bool = False
    timed_out: bool = False
    exit_status: int = 0
    stderr: str = ""
    unusable: str = ""

    @property
    def ended(self) -> bool:
        """Whether the grader itself said how it went."""
        return self.report is not None or self.failure is not None


def understood(lines: bytes, known: Said, *, nonce: str) -> Said:
    """What was said with the nonce, line by line, up to the first end."""
    for line in lines.split(b"\n")[:-1]:
        message = _message(line, nonce)
        if known.ended and ("report" in message or "failure" in message):
            return known._replace(twice=True)
        if isinstance(message.get("progress"), str):
            known = known._replace(progress=message["progress"])
        elif isinstance(message.get("mode"), dict):
            known = known._replace(mode=message["mode"])
        elif isinstance(message.get("lost"), str):
            known = known._replace(lost=message["lost"])
        elif "slow" in message:
            known = known._replace(slow=True)
        elif isinstance(message.get("report"), list):
            known = known._replace(report=message["report"])
        elif isinstance(message.get("failure"), dict):
            known = known._replace(failure=message["failure"])
    return known


def _message(line: bytes, nonce: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(message, dict) or message.get("nonce") != nonce:
        return {}
    return message
