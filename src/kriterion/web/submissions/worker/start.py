"""Start the worker that assesses submissions in this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kriterion.host.image_proof import ImageProof, list_used_images, prove_image
from kriterion.host.installation import Installation
from kriterion.sandbox.image import ImageKind
from kriterion.sandbox.stoppable import StoppableSandbox
from kriterion.web.content.content_access import end_waiting_on_exit
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.notifications.mail_delivery import run_delivery
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.tool_versions import find_versions
from kriterion.web.submissions.worker.image_proofs import ImageProofs
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from kriterion.web.submissions.worker.warm_up import warm
from kriterion.web.tools.machine import this_machine

PROVER = "image proof"  # for whom the runs of proofs are


def create_worker(slots: int) -> SubmissionWorker:
    """Return a worker that assesses `slots` submissions at a time."""
    return SubmissionWorker(
        slots,
        assess=assess_submission,
        prepare=warm,
        find_versions=find_versions,
        make_proofs=_make_proofs,
        image_limits=Installation().settings.image_limits,
    )


def _make_proofs(inabilities: Inabilities) -> ImageProofs:
    return ImageProofs(inabilities, prove=_prove_image, list_names=_list_names)


def _prove_image(name: str, stopped: threading.Event) -> ImageProof:
    installation = this_machine()
    release_connection()  # the run may take a while
    sandbox = StoppableSandbox(installation.sandbox, stopped, PROVER)
    return prove_image(installation, name, replace(installation.make_context(), sandbox=sandbox))


def _list_names() -> list[str]:
    """Return the images of all tools; those of a container engine, which may be slow, come last."""
    installation = this_machine()
    images = installation.image_names

    def is_slow(name: str) -> bool:
        image = images.get(name)
        return image is not None and image.kind is ImageKind.ENGINE

    return sorted(list_used_images(installation), key=is_slow)


@contextmanager
def run_worker(worker: SubmissionWorker) -> Iterator[None]:
    """Run this worker as the process's own, and the delivery of mail, while the context is open.

    At the end, it requeues what it still runs.
    """
    use_worker(worker)
    worker.start()
    try:
        with run_delivery(), end_waiting_on_exit():
            yield
    finally:
        worker.stop()
