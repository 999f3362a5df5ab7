"""A server that may open few files: it refuses connections, and runs go on."""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.web.browser_requests import Browser
from tests.web.site_process import data_directory, serve_site
from tests.web.trial import SUBMISSIONS, Trial

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(900),
    pytest.mark.long(reason="a fault trial on a running site"),
]

FEW = 256
STREAMS = 300


@pytest.fixture
def trial() -> Iterator[Trial]:
    """A site that may open few files."""
    few = ("sh", "-c", f'ulimit -n {FEW} && exec "$@"', "sh")
    with data_directory() as data, serve_site(data, "--workers", "2", inside=few) as site:
        yield Trial(data, site)


def test_open_streams_and_idle_connections_cost_nobody_an_attempt(trial: Trial) -> None:
    trial.wait_until_well()
    trial.submit(2)  # one of the administrator, one of user-0
    trial.let_user_log_in()
    browser = Browser(trial.site)
    assert browser.log_in()[0] == 200
    address = urlsplit(trial.site.address)
    match = re.search(r"/submissions/\d+/", browser.get("/submissions/")[1])
    assert match
    with ExitStack() as stack:
        answers = []
        for number in range(STREAMS):
            client = socket.create_connection((str(address.hostname), address.port or 80))
            stack.enter_context(client)
            client.settimeout(60)
            if number % 2:  # the others say nothing at all
                request = f"GET {match[0]}events HTTP/1.1\r\nHost: {address.netloc}\r\n"
                client.sendall(f"{request}Cookie: {browser.cookies}\r\n\r\n".encode())
                answers.append(client)
        first = [_read_status(client) for client in answers]
        assert set(first) <= {"200", "503", ""}
        assert "503" in first  # politely, where there is no room
        trial.run_crowd("hand-in-more", str(SUBMISSIONS - 2))
        trial.expect_all_right()
    trial.wait_until_well()
    assert browser.get("/")[0] == 200


def _read_status(client: socket.socket) -> str:
    """The status that is answered; empty when the connection was reset."""
    try:
        words = client.recv(4096).split()
    except ConnectionError:
        return ""
    return words[1].decode() if len(words) > 1 else ""
