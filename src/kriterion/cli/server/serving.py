"""Serve the site once Django has started: web server, workers, and their clean shutdown."""

import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from django.conf import settings
from django.core.management import call_command

from kriterion.cli.exit_status import OUTDATED
from kriterion.cli.server.connections import Server
from kriterion.cli.server.data_directory import mark_complete, refuse_lost_database
from kriterion.web.accounts.first_administrator import NAME, create_first_administrator
from kriterion.web.asgi import application
from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.database.background import start_in_background
from kriterion.web.database.migrate import is_empty, migrate
from kriterion.web.database.pooled_connection import limit_connections, release_connection
from kriterion.web.database.postgresql.silent_clients import limit_silence
from kriterion.web.demo.demo_loading import comment_on_praised_class, load_demo
from kriterion.web.demo.demo_plan import LOG_INS
from kriterion.web.server.warm_pages import warm_pages
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.services.renderings import warm_renderers
from kriterion.web.submissions.worker.worker_process import NOT_STARTED, WorkerProcess
from kriterion.web.telemetry.traces import start_tracing, stop_tracing
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.unjudged_exercises import hold_back_in_background

# Event streams never end by themselves; their pages reconnect to the next process.
_LAST_SECONDS = 2
# The greeting says why nothing can be assessed. It waits this long to know.
_REPORT_SECONDS = 30.0


def serve_site(listener: socket.socket, *, workers: int, config: Path | None, demo: bool) -> None:
    """Serve the site until SIGTERM or SIGINT; a process of its own assesses `workers` at once."""
    server = Server(application, last_seconds=_LAST_SECONDS)
    click.echo("kriterion: getting ready …", err=True)
    if is_empty():
        refuse_lost_database(Path(settings.DATA))
    migrate()
    call_command("clearsessions")
    password = None if demo else create_first_administrator()
    mark_complete(Path(settings.DATA))
    limit_silence()
    limit_connections()
    start_tracing("site")
    with _handle_early_signals(server), _run_workers(workers, config) as wait_for_fault:
        if demo:
            load_demo()
            start_in_background("kriterion-demo-comment", comment_on_praised_class)
        repositories.resume_fetching()
        tools.resume_fetching()
        hold_back_in_background()
        warm_renderers()
        warm_pages(application)
        # What is loaded by now stays: a collection need not search it, a tenth of a second.
        gc.collect()
        gc.freeze()
        release_connection()  # this thread serves no pages
        _greet(listener, password, demo=demo, fault=wait_for_fault())
        server.run(sockets=[listener])
    stop_tracing()


@contextmanager
def _run_workers(number: int, config: Path | None) -> Iterator[Callable[[], str]]:
    """Run the workers' process, if `number` is not 0; yield a function that returns their fault."""
    if not number:
        yield str
        return
    process = WorkerProcess(
        lambda channel: _make_worker_command(number, channel, config), outdated_status=OUTDATED
    )
    use_worker(process)
    process.start()
    try:
        yield lambda: process.wait_for_report(_REPORT_SECONDS)
    finally:
        process.stop()


def _make_worker_command(number: int, channel: int, config: Path | None) -> Sequence[str]:
    # -P: files in the current directory are not our modules.
    program = (sys.executable, "-P", "-m", "kriterion.cli.main", "worker")
    words = ("--data", str(settings.DATA), "--concurrency", str(number))
    named = () if config is None else ("--config", str(config))
    return (*program, *words, "--site-channel", str(channel), *named)


@contextmanager
def _handle_early_signals(server: Server) -> Iterator[None]:
    """Shut down on a signal that arrives before the server handles signals itself.

    Ignore signals after the server has stopped: it raises those that it received once more.
    """

    def request_exit(*_: object) -> None:
        server.should_exit = True

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, request_exit) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _greet(listener: socket.socket, password: str | None, *, demo: bool, fault: str) -> None:
    """Print the site's address, how to log in, and why it cannot assess, if it cannot."""
    host, port = listener.getsockname()[:2]
    display_host = f"[{host}]" if ":" in host else host
    lines = ["", f"  Kriterion: {settings.ADDRESS or f'http://{display_host}:{port}'}"]
    if password is not None:
        lines += ["", "  The first administrator, whose password is shown only now:"]
        lines += [f"    {NAME}  {password}"]
    if demo:
        lines += ["", "  Log in to the demo as"]
        lines += [f"    {name:<14} {secret:<6} {what}" for name, secret, what in LOG_INS]
    if fault == NOT_STARTED:
        lines += [
            "",
            "  The workers are still getting ready. Solutions can be submitted, and wait.",
        ]
    elif fault:
        lines += ["", "  NOTHING CAN BE ASSESSED YET. Solutions can be submitted, and wait until"]
        lines += ["  this is solved; it is tried again every 20 seconds:"]
        lines += [f"    {line}" for line in fault.splitlines()]
    click.echo("\n".join((*lines, "", "  Ctrl+C ends it.", "")))
