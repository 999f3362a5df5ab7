"""A worker that fetches its tools keeps its duties while it waits for them."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.web.content import content_access
from kriterion.web.content.content_access import forbid_waiting, forget_failures
from kriterion.web.tools import machine
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from tests.web.content.faulty_site import TOKEN, FaultySite, cut_after, faulty_site
from tests.web.rehearsal import wait_until


@pytest.fixture
def site(tmp_path: Path, settings: object) -> Iterator[FaultySite]:
    with faulty_site() as site:
        settings.DATA = tmp_path / "worker"  # type: ignore[attr-defined]
        settings.CONTENT_URL, settings.CONTENT_TOKEN = site.url, TOKEN  # type: ignore[attr-defined]
        forget_failures()
        content_access._ending.clear()
        yield site


def make_tool(digest: str) -> Tool:
    return Tool(pk=1, kind=ToolKind.JUDGE, name="suite", state=ToolState.READY, digest=digest)


def test_a_thread_that_waits_for_a_tool_holds_up_none_with_duties(
    site: FaultySite, tmp_path: Path
) -> None:
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "run").write_text("run")
    digest = site.add(tmp_path / "suite")
    may_send = threading.Event()

    def send_late(request: object, archive: bytes, first: int) -> None:
        may_send.wait(60)
        cut_after(0)(request, archive, first)  # type: ignore[arg-type]

    site.faults = [send_late]
    patient = make_tool(digest)
    waiting = threading.Thread(target=machine._fetch_tools, args=([patient],))
    waiting.start()
    wait_until(lambda: site.requests)
    with forbid_waiting():
        machine._fetch_tools([make_tool(digest)])
    assert "is being fetched" in str(machine.find_unavailable_tool())
    may_send.set()
    waiting.join()
    assert (Path(patient.directory) / "run").read_text() == "run"
    machine._fetch_tools([make_tool(digest)])
    assert machine.find_unavailable_tool() is None
