"""A mail server on this machine that keeps what it gets, or refuses it."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage


class SmtpSink(socketserver.ThreadingTCPServer):
    """`messages` are those it accepted; `refusal` is its answer to a recipient, if it refuses.

    `on_stage` is called with each stage of a session: CONNECT, a command of SMTP, or KEPT for a
    message that is accepted but not yet confirmed.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.messages: list[EmailMessage] = []
        self.refusal = ""
        self.on_stage: Callable[[str], None] = lambda stage: None

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        sink = self.server
        assert isinstance(sink, SmtpSink)
        sink.on_stage("CONNECT")
        self._say("220 sink")
        while line := self.rfile.readline():
            command = line.decode().strip().upper()
            sink.on_stage(command.partition(" ")[0])
            if command.startswith("RCPT") and sink.refusal:
                self._say(sink.refusal)
            elif command == "DATA":
                self._say("354 go on")
                message = self._read_message()
                if message is None:  # the sender is dead
                    return
                sink.messages.append(message)
                sink.on_stage("KEPT")
                self._say("250 kept")
            elif command == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _read_message(self) -> EmailMessage | None:
        """Return the message, or None if it is not whole."""
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return None
            lines.append(line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message

    def _say(self, text: str) -> None:
        with suppress(ConnectionError):  # the sender may be dead
            self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def run_sink() -> Iterator[SmtpSink]:
    with SmtpSink() as sink:
        thread = threading.Thread(target=sink.serve_forever, args=[0.05], daemon=True)
        thread.start()
        try:
            yield sink
        finally:
            sink.shutdown()
            thread.join()
