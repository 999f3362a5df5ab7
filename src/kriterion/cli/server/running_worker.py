"""Run a worker once Django has started, until a signal, or a newer database, ends it."""

import signal
import threading

import click

from kriterion.cli.exit_status import FINE, OUTDATED
from kriterion.errors import OperatorError
from kriterion.web.database.pooled_connection import limit_connections
from kriterion.web.database.postgresql.silent_clients import limit_silence
from kriterion.web.database.schema_version import SchemaVersion, describe_newer_schema
from kriterion.web.submissions.worker.schema_watch import SchemaWatch, wait_for_schema
from kriterion.web.submissions.worker.site_link import link_to_site, lower_priority
from kriterion.web.submissions.worker.start import create_worker, run_worker
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from kriterion.web.telemetry.traces import start_tracing, stop_tracing

_POLL_SECONDS = 1.0  # between checks for remaining work
_LONGEST_DRAIN_SECONDS = 3600.0  # for runs to end once the database is of a newer version


class _Stops:
    """The requests to stop this process; `any` is set together with each of them."""

    def __init__(self) -> None:
        self.end = threading.Event()  # within the grace time
        self.hurry = threading.Event()  # at once
        self.any = threading.Event()

    def handle_signal(self, *_: object) -> None:
        (self.hurry if self.end.is_set() else self.end).set()
        self.any.set()


def work(*, slots: int, grace: float, once: bool, site_channel: int | None) -> int:
    """Assess submissions until something stops this; return the exit status."""
    stops = _Stops()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stops.handle_signal)
    if site_channel is not None:
        # Ctrl+C reaches both processes; the site's then stops this one when its requests are over.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        lower_priority()
    limit_silence()
    limit_connections()
    version = wait_for_schema(stops.any, slots=slots, say=_print_notice)
    if version is SchemaVersion.NEWER:
        _print_notice(f"{describe_newer_schema()}: install the newer one for this worker")
        return OUTDATED
    if version is SchemaVersion.OLDER:  # a stop was requested meanwhile
        return FINE
    start_tracing("worker")
    watch = SchemaWatch(stops.any.set)
    assessor = create_worker(slots)
    if site_channel is None:
        _print_notice(f"working as {assessor.name}; Ctrl+C stops it")
    with run_worker(assessor), watch:
        if site_channel is not None:
            link_to_site(site_channel, fault=assessor.fault, request_stop=stops.handle_signal)
        if once:
            _wait_until_done(assessor, stops.any)
        else:
            stops.any.wait()
        if watch.is_outdated:
            _print_notice(f"{describe_newer_schema()}: this worker claims nothing more, and ends")
            assessor.drain(_LONGEST_DRAIN_SECONDS, hurry=stops.end)
        if site_channel is None:  # a site stops its own workers at once
            assessor.drain(grace, stops.hurry)
    stop_tracing()
    return OUTDATED if watch.is_outdated else FINE


def _wait_until_done(assessor: SubmissionWorker, stop_requested: threading.Event) -> None:
    """Wait until nothing is left, or a stop is requested. Raises OperatorError if nothing works."""
    while not stop_requested.is_set():
        if assessor.fault:
            what, _, fix = assessor.fault.partition("\n")
            raise OperatorError(f"nothing can be assessed: {what}", fix=fix)
        if assessor.is_done():
            return
        stop_requested.wait(_POLL_SECONDS)


def _print_notice(text: str) -> None:
    click.echo(f"kriterion: {text}", err=True)
