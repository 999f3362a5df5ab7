"""A worker of a site, as a program, whose runs say something every few milliseconds.

`python -m tests.web.submissions.busy_worker SLOTS`. It ends with its input.
"""

import sys
import threading

import django

django.setup()

from kriterion.assessment.assessment_record import AssessmentRecord  # noqa: E402 - after setup
from kriterion.web.database.pooled_connection import limit_connections  # noqa: E402
from kriterion.web.submissions.engines.current_worker import use_worker  # noqa: E402
from kriterion.web.submissions.models import Submission  # noqa: E402
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker  # noqa: E402
from tests.web.rehearsal import Watch, make_assessment  # noqa: E402
from tests.web.submissions.live.test_follow import added_message  # noqa: E402

WORDS = 20
PAUSE_SECONDS = 0.02


def assess(submission: Submission, *, watch: Watch, stopped: threading.Event) -> AssessmentRecord:
    for number in range(WORDS):
        watch(added_message(str(number)))
        stopped.wait(PAUSE_SECONDS)
    submission.files.setdefault("a.py", "")  # as `make_assessment` expects; the row is not written
    return make_assessment(submission)


def main(slots: int) -> None:
    limit_connections()
    worker = SubmissionWorker(slots, assess=assess)
    use_worker(worker)
    worker.start()
    print("ready", flush=True)
    sys.stdin.read()
    worker.stop()


main(int(sys.argv[1]))
