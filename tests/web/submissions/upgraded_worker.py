"""A worker, as a program, that looks often at the version of its database.

`python -m tests.web.submissions.upgraded_worker RELEASE`: verdicts come once the file RELEASE
exists.
"""

import sys
import threading
import time
from pathlib import Path
from unittest.mock import patch

import django

django.setup()

from kriterion.assessment.assessment_record import AssessmentRecord  # noqa: E402 - needs settings
from kriterion.cli.server import running_worker  # noqa: E402
from kriterion.web.submissions.models import Submission  # noqa: E402
from kriterion.web.submissions.worker import schema_watch  # noqa: E402
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker  # noqa: E402
from tests.web.rehearsal import Watch, make_assessment  # noqa: E402


def main(release: Path) -> int:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        while not release.exists():
            if stopped.wait(0.1):
                raise RuntimeError("it was stopped")
            time.sleep(0.01)
        submission.files.setdefault("a.py", "")  # as `make_assessment` expects
        return make_assessment(submission)

    schema_watch.WAIT_SECONDS = schema_watch.WATCH_SECONDS = 0.2
    worker = SubmissionWorker(1, assess=assess)
    with patch.object(running_worker, "create_worker", lambda _: worker):
        return running_worker.work(slots=1, grace=600, once=False, site_channel=None)


sys.exit(main(Path(sys.argv[1])))
