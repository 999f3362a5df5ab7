"""Serve the site once Django has started: web server, workers, and their clean shutdown."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from django.conf import settings
from django.core.management import call_command

from kriterion.cli.server.connections import Server
from kriterion.cli.server.data_directory import mark_complete, refuse_lost_database
from kriterion.host.descriptors import Allotment
from kriterion.web.accounts.first_administrator import NAME, create_first_administrator
from kriterion.web.asgi import application
from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.database.migrate import is_empty, migrate
from kriterion.web.demo.demo_loading import load_demo
from kriterion.web.demo.demo_plan import LOG_INS
from kriterion.web.submissions.services.renderings import warm_renderers
from kriterion.web.submissions.worker.start import create_engine, run_engine
from kriterion.web.tools import tool_fetching as tools

# Event streams never end by themselves; their pages reconnect to the next process.
_LAST_SECONDS = 2


def serve_site(listener: socket.socket, *, allotment: Allotment, demo: bool) -> None:
    """Serve the site until SIGTERM or SIGINT."""
    server = Server(application, last_seconds=_LAST_SECONDS)
    click.echo("kriterion: getting ready …", err=True)
    if is_empty():
        refuse_lost_database(Path(settings.DATA))
    migrate()
    call_command("clearsessions")
    password = None if demo else create_first_administrator()
    mark_complete(Path(settings.DATA))
    with _handle_early_signals(server), _run_workers(allotment.runs) as fault:
        if demo:
            load_demo()
        repositories.take_up()
        tools.take_up()
        warm_renderers()
        _greet(listener, password, demo=demo, fault=fault())
        server.run(sockets=[listener])


@contextmanager
def _run_workers(number: int) -> Iterator[Callable[[], str]]:
    """Run an engine, if `number` is not 0; yield a function that returns the engine's fault."""
    if not number:
        yield str
        return
    engine = create_engine(number)
    with run_engine(engine):
        yield lambda: engine.fault


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
    if fault:
        lines += ["", "  NOTHING CAN BE ASSESSED YET. Solutions can be submitted, and wait until"]
        lines += ["  this is solved; it is tried again every 20 seconds:"]
        lines += [f"    {line}" for line in fault.splitlines()]
    click.echo("\n".join((*lines, "", "  Ctrl+C ends it.", "")))
