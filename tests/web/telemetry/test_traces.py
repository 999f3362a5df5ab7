"""A submission's way from submitting to feedback is one trace; without the extra, nothing is."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Ending, Outcome, Run
from kriterion.web.accounts.models import User
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages import delivery_traces
from kriterion.web.submissions.pages.delivery_traces import trace_delivery
from kriterion.web.telemetry import traces
from kriterion.web.telemetry.span_names import SpanName
from kriterion.web.telemetry.traced_sandbox import TracedSandbox
from kriterion.web.telemetry.traces import (
    derive_ids,
    record_span,
    start_tracing,
    stop_tracing,
    trace_step,
    use_recorder,
)
from tests.rehearsed import Rehearsed
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import Watch, assess_at_once, make_assessment, wait_until

pytest.importorskip("opentelemetry.sdk", reason="scripts/set-up develop installs OpenTelemetry")

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from kriterion.web.telemetry.span_export import SpanExport

SECRET_NAME = "Willemijn Geheim"
SECRET_CODE = "print('not for the collector')"


class Spans:
    """What was exported."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.recorder = SpanExport(self.exporter, "test")

    def list_finished(self) -> list[ReadableSpan]:
        self.recorder.flush()
        return list(self.exporter.get_finished_spans())

    def list_names(self) -> set[str]:
        return {span.name for span in self.list_finished()}


@pytest.fixture
def spans() -> Iterator[Spans]:
    recorded = Spans()
    use_recorder(recorded.recorder)
    yield recorded
    stop_tracing()


@pytest.fixture(autouse=True)
def off() -> Iterator[None]:
    yield
    use_recorder(None)


def make_row(pk: int = 7) -> Submission:
    return Submission(pk=pk, created_at=timezone.now() - timedelta(seconds=5))


def test_a_submission_is_one_trace_from_submitting_to_the_end(
    anna: User, submit: HandIn, start: Start, spans: Spans
) -> None:
    start(assess_at_once)
    submission = submit(anna, "1")
    wait_until(lambda: "submission" in spans.list_names())
    stored = Submission.objects.get(pk=submission.pk)
    assert stored.state == SubmissionState.FINISHED
    trace_id, root_id = derive_ids(stored)
    finished = spans.list_finished()
    assert {span.name for span in finished} == {
        *("submission", "submit", "queued", "claim", "store", "render"),
    }
    assert {span.context.trace_id for span in finished if span.context} == {trace_id}
    (root,) = [span for span in finished if span.name == "submission"]
    assert root.context is not None
    assert (root.context.span_id, root.parent) == (root_id, None)
    for span in finished:
        if span is not root:
            assert span.parent is not None
            assert span.parent.span_id == root_id
        assert span.start_time is not None and span.end_time is not None
        assert span.start_time <= span.end_time


def test_nothing_of_students_is_exported(submit: HandIn, start: Start, spans: Spans) -> None:
    def fail(submission: Submission, *, watch: Watch, stopped: threading.Event) -> AssessmentRecord:
        if submission.number == 1:
            return make_assessment(submission)
        raise RuntimeError(f"{SECRET_NAME}: {SECRET_CODE}")

    start(fail)
    student = User.objects.create_user("willemijn", first_name=SECRET_NAME)
    submit(student, SECRET_CODE)
    wait_until(lambda: "submission" in spans.list_names())
    submit(student, f"{SECRET_CODE}\n")
    wait_until(lambda: Submission.objects.filter(failures__gt=0).exists())
    stop_tracing()
    text = "\n".join(span.to_json() for span in spans.exporter.get_finished_spans())
    assert "kriterion.submission" in text
    for secret in (SECRET_NAME, "Willemijn", "willemijn", "collector", "print("):
        assert secret not in text
    keys = {key for span in spans.exporter.get_finished_spans() for key in span.attributes or ()}
    assert keys == {"kriterion.submission", "kriterion.image", "kriterion.attempt"}


def test_all_processes_derive_the_same_ids_from_a_row(anna: User, submit: HandIn) -> None:
    submission = submit(anna, "1")
    stored = Submission.objects.get(pk=submission.pk)
    assert derive_ids(submission) == derive_ids(stored)
    other = Submission(pk=stored.pk, created_at=stored.created_at + timedelta(microseconds=1))
    assert derive_ids(other) != derive_ids(stored)


def test_an_exception_is_named_by_its_type_only(spans: Spans) -> None:
    with pytest.raises(RuntimeError), trace_step(make_row(), SpanName.STORE):
        raise RuntimeError(SECRET_CODE)
    (span,) = spans.list_finished()
    assert span.status.description == "RuntimeError"
    assert not span.events


def test_a_run_in_the_sandbox_is_a_span_with_how_it_ended(spans: Spans) -> None:
    outcome = Outcome(
        ending=Ending.EXITED,
        exit_status=0,
        signal=None,
        stdout=SECRET_CODE.encode(),
        stderr=b"",
        wall_seconds=1.0,
        cpu_seconds=0.5,
        peak_memory_bytes=1000,
        backend="rehearsed",
    )
    run = Run(command=("python", SECRET_NAME), image=Image(name="python"))
    sandbox = TracedSandbox(Rehearsed(outcome), make_row())
    assert sandbox.run(run) == outcome
    (span,) = spans.list_finished()
    assert span.name == "run"
    assert dict(span.attributes or {}) == {
        "kriterion.submission": 7,
        "kriterion.image": "python",
        "kriterion.backend": "rehearsed",
        "kriterion.ending": "exited",
        "kriterion.cpu_seconds": 0.5,
        "kriterion.peak_memory_bytes": 1000,
    }


@pytest.mark.django_db(transaction=True)
def test_what_a_reader_waited_for_is_a_span(anna: User, submit: HandIn, spans: Spans) -> None:
    submission = submit(anna, "1")

    async def deliver() -> None:
        trace_delivery(submission.pk, SpanName.FIRST_WORDS)
        await asyncio.gather(*delivery_traces._tasks)

    asyncio.run(deliver())
    (span,) = [span for span in spans.list_finished() if span.name == "first words"]
    assert span.context is not None
    assert span.context.trace_id == derive_ids(Submission.objects.get())[0]


class BrokenExporter(SpanExporter):
    """Fails in every way that it can."""

    def export(self, spans: object) -> SpanExportResult:
        raise RuntimeError("the collector is away")

    def shutdown(self) -> None:
        raise RuntimeError("the collector is away")


def test_errors_of_the_exporter_affect_nothing(anna: User, submit: HandIn, start: Start) -> None:
    use_recorder(SpanExport(BrokenExporter(), "test"))
    start(assess_at_once)
    submission = submit(anna, "1")
    wait_until(lambda: Submission.objects.get(pk=submission.pk).state == SubmissionState.FINISHED)
    stop_tracing()
    assert Submission.objects.get(pk=submission.pk).failures == 0


def test_errors_of_a_recorder_affect_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def record(self, *_: object, **__: object) -> None:
            raise RuntimeError("broken")

        def stop(self) -> None:
            raise RuntimeError("broken")

    use_recorder(Broken())
    record_span(make_row(), SpanName.ROOT, 1)
    with trace_step(make_row(), SpanName.STORE):
        pass
    stop_tracing()
    assert "a span could not be recorded" in caplog.text


@pytest.mark.parametrize(
    "variables",
    [{}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}],
)
def test_without_an_endpoint_nothing_is_imported(variables: dict[str, str]) -> None:
    program = (
        "import sys; from kriterion.web.telemetry.traces import *;"
        "start_tracing('test'); assert not is_tracing();"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    subprocess.run((sys.executable, "-c", program), env={**kept, **variables}, check=True)


def test_a_missing_extra_is_logged_and_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "kriterion.web.telemetry.span_export", None)
    start_tracing("test")
    assert not traces.is_tracing()
    assert "pip install 'kriterion[telemetry]'" in caplog.text


def test_an_endpoint_turns_tracing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:9/v1/traces")
    monkeypatch.delenv("OTEL_SDK_DISABLED", raising=False)
    start_tracing("test")
    assert traces.is_tracing()
    stop_tracing()
    assert not traces.is_tracing()
