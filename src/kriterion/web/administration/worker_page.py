"""The workers: what each has proved, what it lacks, and its machine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils.formats import localize
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kriterion.host.image_proof import ProofKind
from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.submissions.models import Worker
from kriterion.web.submissions.queue.workers import select_live_workers


@dataclass(frozen=True, kw_only=True, slots=True)
class ProvedImage:
    """An image that a worker has proved; `judge` is the one whose sample it assessed."""

    image: str
    judge: str
    is_sample: bool
    proved_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerRow:
    worker: Worker
    proofs: tuple[ProvedImage, ...]
    facts: tuple[tuple[str, str], ...]


@require_safe
@administrators_only
def show_workers(request: HttpRequest) -> HttpResponse:
    """Show the workers that reported recently."""
    rows = [
        WorkerRow(
            worker=worker,
            proofs=tuple(_list_proofs(worker)),
            facts=tuple(_list_facts(worker, worker.report)),
        )
        for worker in select_live_workers()
    ]
    return page(request, "workers", "workers", {"rows": rows})


def _list_proofs(worker: Worker) -> Iterator[ProvedImage]:
    for proof in worker.proofs:
        yield ProvedImage(
            image=proof["image"],
            judge=proof["judge"],
            is_sample=proof["kind"] == ProofKind.SAMPLE,
            proved_at=worker.seen_at - timedelta(seconds=proof["age_seconds"]),
        )


def _list_facts(worker: Worker, report: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the facts that the worker reported, with their names."""
    yield gettext("Runs at a time"), localize(worker.concurrency)
    if "version" in report:
        yield gettext("Version"), f"Kriterion {report['version']}"
    if "processors" in report:
        yield gettext("Processors"), localize(report["processors"])
    if "load" in report:
        yield gettext("Load"), localize(report["load"])
    if "free_memory_bytes" in report and "memory_bytes" in report:
        amounts = {
            "free": filesizeformat(report["free_memory_bytes"]),
            "all": filesizeformat(report["memory_bytes"]),
        }
        yield gettext("Memory"), gettext("%(free)s of %(all)s free") % amounts
    if "open_files" in report:
        yield (
            gettext("Open files"),
            gettext("at most %(count)s") % {"count": localize(report["open_files"])},
        )
