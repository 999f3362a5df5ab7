"""The suite judge as the host runs it: a program, its configuration on stdin; but no sandbox."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, decide
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from tests.toolbox.suite_judge.sandboxed import JUDGE, assess_by, installation

__all__ = ["JUDGE", "assess_by", "installation"]  # the fixtures for all tests here

Command = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The judge's output, the host's result, and what tests look up in them."""

    commands: list[Command]
    verdict: Verdict

    @property
    def status(self) -> str:
        """The status that the judgement closes with."""
        return str(self.commands[-1]["status"]["enum"])

    @property
    def summary(self) -> str:
        """The summary that the judgement closes with."""
        return str(self.commands[-1]["status"].get("human", ""))

    @property
    def accepted(self) -> bool:
        """Whether the judgement closes as accepted."""
        return self.commands[-1]["accepted"] is True

    @property
    def testcases(self) -> list[bool]:
        """Whether each testcase was accepted."""
        return [command["accepted"] for command in self.named("close-testcase")]

    @property
    def generated(self) -> list[str]:
        """The student's output in each test."""
        return [command["generated"] for command in self.named("close-test")]

    @property
    def student_messages(self) -> list[str]:
        """All messages that a student may see."""
        return self._messages("student")

    @property
    def staff_messages(self) -> list[str]:
        """All messages for staff only."""
        return self._messages("staff")

    @property
    def annotations(self) -> list[tuple[int, str]]:
        """Row and type of all annotations."""
        return [(command["row"], command["type"]) for command in self.named("annotate-code")]

    def named(self, name: str) -> list[Command]:
        """All commands of this name."""
        return [command for command in self.commands if command["command"] == name]

    def _messages(self, permission: str) -> list[str]:
        messages = [command["message"] for command in self.named("append-message")]
        return [
            message["description"]
            for message in messages
            if message.get("permission", "student") == permission
        ]


def judge_bytes(configuration: bytes, cwd: Path, *, through: tuple[str, ...] = ()) -> Judged:
    """Run the judge, optionally through another program; require strictly valid output."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    ran = subprocess.run(
        (*through, str(JUDGE / "run")), input=configuration, capture_output=True, cwd=cwd,
        env=environment, timeout=600,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, b"")
    output = JudgeOutput()
    output.feed(ran.stdout)
    output.close()
    verdict = decide(output, exit_status=0, limit=None, translator=load_translator("en"))
    assert verdict.violations == ()
    commands = [json.loads(line) for line in ran.stdout.splitlines()]
    levels = [command["command"].partition("-")[0] for command in commands]
    assert levels.count("start") == levels.count("close")
    return Judged(commands=commands, verdict=verdict)


@pytest.fixture
def judge_suite(tmp_path: Path) -> Callable[..., Judged]:
    """Judge a submission with a suite, both given as texts."""

    def run(
        suite: str | bytes,
        source: str | bytes,
        *,
        workdir: Mapping[str, str] | None = None,
        resources: Mapping[str, str] | None = None,
        through: tuple[str, ...] = (),
        **configuration: Any,
    ) -> Judged:
        for place, files in (
            ("resources", {"suite.yaml": suite, **(resources or {})}),
            ("workdir", workdir or {}),
            ("submission", {"source": source}),
        ):
            for name, content in files.items():
                file = tmp_path / place / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content if isinstance(content, bytes) else content.encode())
            (tmp_path / place).mkdir(exist_ok=True)
        messages = {
            "resources": str(tmp_path / "resources"),
            "source": str(tmp_path / "submission" / "source"),
            "workdir": str(tmp_path / "workdir"),
            "time_limit": 20,
            "memory_limit": 100_000_000,
            "programming_language": "python",
            "natural_language": "en",
            **configuration,
        }
        return judge_bytes(json.dumps(messages).encode(), tmp_path / "workdir", through=through)

    return run
