"""Export spans with OpenTelemetry's SDK, configured by its own environment variables."""

import logging
import threading

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.id_generator import IdGenerator, RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
)

from kriterion import __version__
from kriterion.web.telemetry.span_names import Attributes, SpanName

_log = logging.getLogger(__name__)

_LAST_SECONDS = 3.0  # to send the last spans: an unreachable collector must not delay the exit


class _DerivedIds(IdGenerator):
    """Gives a root span the ids that are set in this thread, and all others random ids."""

    def __init__(self) -> None:
        self.root_ids = threading.local()
        self._random = RandomIdGenerator()

    def generate_trace_id(self) -> int:
        return getattr(self.root_ids, "trace_id", None) or self._random.generate_trace_id()

    def generate_span_id(self) -> int:
        return getattr(self.root_ids, "span_id", None) or self._random.generate_span_id()


class SpanExport:
    """Records spans with a provider of its own. Implements SpanRecorder."""

    def __init__(self, exporter: SpanExporter, process: str) -> None:
        self._ids = _DerivedIds()
        # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES precede these.
        resource = Resource.create({"service.version": __version__, "kriterion.process": process})
        if str(resource.attributes.get("service.name", "")).startswith("unknown_service"):
            resource = resource.merge(Resource({"service.name": "kriterion"}))
        self._provider = TracerProvider(
            resource=resource, id_generator=self._ids, shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("kriterion", __version__)

    def record(
        self,
        name: SpanName,
        *,
        trace_id: int,
        root_id: int,
        began: int,
        ended: int,
        attributes: Attributes,
        error: str,
    ) -> None:
        root_ids = self._ids.root_ids
        parent = None
        if name is SpanName.ROOT:
            root_ids.trace_id, root_ids.span_id = trace_id, root_id
        else:
            flags = TraceFlags(TraceFlags.SAMPLED)
            context = SpanContext(trace_id, root_id, is_remote=True, trace_flags=flags)
            parent = NonRecordingSpan(context)
        try:
            span = self._tracer.start_span(
                name.value,
                context=trace.set_span_in_context(parent) if parent else Context(),
                kind=SpanKind.INTERNAL,
                attributes=dict(attributes),
                start_time=began,
            )
        finally:
            root_ids.trace_id = root_ids.span_id = None
        if error:
            span.set_status(Status(StatusCode.ERROR, error))
        span.end(end_time=ended)

    def flush(self) -> None:
        """Wait until what was recorded is exported."""
        self._provider.force_flush()

    def stop(self) -> None:
        stopping = threading.Thread(
            target=self._shut_down, name="kriterion-last-spans", daemon=True
        )
        stopping.start()
        stopping.join(_LAST_SECONDS)

    def _shut_down(self) -> None:
        try:
            self._provider.shutdown()
        except Exception:
            _log.exception("the last traces could not be sent")


def make_exporter(process: str) -> SpanExport:
    """Return a recorder that sends to the endpoint that OTEL_EXPORTER_OTLP_… names."""
    return SpanExport(OTLPSpanExporter(), process)
