"""A worker of a site, as a program, whose runs end when a file appears; with a lease of its own.

`python -m tests.web.submissions.queue_worker RELEASE LEASE_SECONDS SKEW_SECONDS`: verdicts come
once RELEASE is there, and the process's clock is so many seconds ahead. It ends with its input.
"""

import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.utils import timezone  # noqa: E402 - models can be imported only now

from kriterion.assessment.assessment_record import AssessmentRecord  # noqa: E402
from kriterion.web.submissions.engines.current_worker import use_worker  # noqa: E402
from kriterion.web.submissions.models import Submission  # noqa: E402
from kriterion.web.submissions.queue import leases  # noqa: E402
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker  # noqa: E402
from tests.web.rehearsal import Watch, make_assessment  # noqa: E402


def main(release: Path, lease_seconds: float, skew_seconds: float) -> None:
    right, right_time = timezone.now, time.time
    timezone.now = lambda: right() + timedelta(seconds=skew_seconds)
    time.time = lambda: right_time() + skew_seconds
    leases.LEASE = timedelta(seconds=lease_seconds)
    leases.RENEW_SECONDS = lease_seconds / 6

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        while not release.exists():
            if stopped.wait(0.1):
                raise RuntimeError("it was stopped")
        submission.files.setdefault("a.py", "")  # as `found` expects; the row is not written
        return make_assessment(submission)

    engine = SubmissionWorker(2, assess=assess)
    use_worker(engine)
    engine.start()
    print("ready", flush=True)
    sys.stdin.read()
    engine.stop()


main(Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
