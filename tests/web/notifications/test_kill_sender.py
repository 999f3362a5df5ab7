"""A sender of mail that is killed, wherever it is: no mail is lost, and few arrive twice."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.web.forked_program import ForkedProgram
from tests.web.notifications.smtp_sink import SmtpSink, run_sink
from tests.web.site_process import data_directory, make_environment

pytestmark = [pytest.mark.machine, pytest.mark.long(reason="programs of a site, one by one")]

# Before anything was sent, in the envelope, before and after the server confirmed the message: the
# sender says QUIT before it stores that the mail was sent.
STAGES = ("CONNECT", "MAIL", "RCPT", "DATA", "KEPT", "QUIT")
MAILS = len(STAGES) + 2


@pytest.fixture
def sender() -> Iterator["Sender"]:
    with run_sink() as sink, data_directory() as data:
        data.mkdir(mode=0o711, exist_ok=True)
        (data / "secret-key").write_text("only for this test", encoding="utf-8")
        url = f"smtp://127.0.0.1:{sink.port}"
        yield Sender(sink, {**make_environment(data), "KRITERION_SMTP": url})


class Sender:
    """The program, which the sink kills at the stage in `kill_at`."""

    def __init__(self, sink: SmtpSink, env: dict[str, str]) -> None:
        self.sink = sink
        self._env = env
        self._process: subprocess.Popen[bytes] | None = None
        self.kill_at = ""
        self.kills = 0
        sink.on_stage = self._kill

    def run(self, *words: str) -> dict[str, str]:
        """Return the states of all mails; nothing if it was killed."""
        command = (sys.executable, "-m", "tests.web.notifications.mail_sender", *words)
        self._process = ForkedProgram(command, env=self._env, stdout=subprocess.PIPE)
        output, _ = self._process.communicate()
        assert self._process.returncode == (-9 if self.kill_at else 0)
        states: dict[str, str] = json.loads(output or b"{}")
        return states

    def _kill(self, stage: str) -> None:
        if stage == self.kill_at and self._process is not None:
            self._process.kill()
            self._process.wait()
            self.kills += 1


def test_every_mail_arrives_and_at_most_one_twice_for_a_kill(sender: Sender) -> None:
    keys = set(sender.run("write", str(MAILS)))
    for stage in STAGES:
        sender.kill_at = stage
        assert sender.run("send") == {}
    assert sender.kills == len(STAGES)
    sender.kill_at = ""
    sender.run("expire")
    assert sender.run("send") == dict.fromkeys(keys, "sent")
    arrived = Counter(
        str(message["Message-ID"]).strip("<>").partition("@")[0] for message in sender.sink.messages
    )
    assert set(arrived) == keys
    # It may not know of those that the server had, and had to keep, when it was killed.
    assert arrived.total() == MAILS + 2


def test_a_mail_that_is_killed_again_and_again_is_sent(sender: Sender) -> None:
    [key] = sender.run("write", "1")
    for _ in range(3):
        sender.kill_at = "QUIT"
        sender.run("send")
        sender.kill_at = ""
        assert sender.run("expire") == {key: "waiting"}
    assert sender.run("send") == {key: "sent"}
    assert len(sender.sink.messages) == 4
    assert len({message["Message-ID"] for message in sender.sink.messages}) == 1
