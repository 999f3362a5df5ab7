"""A worker of a site, as a program that is killed while it re-judges.

`python -m tests.web.rejudging.rejudging_worker`: assesses by the submitted text, each with a pause.
"""

import sys
import threading
import time
from unittest.mock import patch

import django

django.setup()

from kriterion.assessment.assessment_record import AssessmentRecord  # noqa: E402 - after setup
from kriterion.web.rejudging.services import steps  # noqa: E402
from kriterion.web.submissions.engines.current_worker import use_worker  # noqa: E402
from kriterion.web.submissions.models import Submission  # noqa: E402
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker  # noqa: E402
from tests.web.rehearsal import Watch  # noqa: E402
from tests.web.rejudging.rejudging_trial import assess_by_text, find_new_versions  # noqa: E402

PAUSE_SECONDS = 0.1


def assess(submission: Submission, *, watch: Watch, stopped: threading.Event) -> AssessmentRecord:
    time.sleep(PAUSE_SECONDS)
    return assess_by_text(submission, watch=watch, stopped=stopped)


def apply_slowly(rejudging_id: int) -> None:
    time.sleep(PAUSE_SECONDS)
    steps.apply_batch(rejudging_id)


steps.APPLIED_AT_ONCE = 3
patch.dict(steps.STEPS, applying=apply_slowly).start()
engine = SubmissionWorker(3, assess=assess, find_versions=find_new_versions)
use_worker(engine)
engine.start()
print("ready", flush=True)
sys.stdin.read()
engine.stop()
