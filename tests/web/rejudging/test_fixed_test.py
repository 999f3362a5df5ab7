"""A wrong test of an exercise is fixed: a re-judging by the real judge lists what changes."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.rejudging.models import ChangeLevel, RejudgingChoice, RejudgingState
from kriterion.web.rejudging.services.control import apply_all, start_rejudging
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.attempt_conclusion import finish
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.tool_versions import find_versions
from kriterion.web.submissions.services.submit import submit_files
from tests.web.queue_fixtures import EXERCISES
from tests.web.rejudging.rejudging_trial import TrialWorker
from tests.web.site_process import data_directory

pytestmark = [pytest.mark.machine, pytest.mark.django_db]

RIGHT = (EXERCISES / "barcode/solution/solution.py").read_text(encoding="utf-8")
FIXED, BROKEN = "return: 7}", "return: 8}"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with data_directory() as place:
        monkeypatch.setenv("KRITERION_DATA", str(place))
        monkeypatch.setattr("kriterion.web.tools.machine._made", None)
        place.mkdir(exist_ok=True)
        shutil.copytree(EXERCISES, place / "exercises")
        yield place / "exercises"


@pytest.mark.long(reason="judges a class of solutions twice")
def test_the_dry_run_lists_whom_a_fixed_test_changes(site: Path, anna: User, bram: User) -> None:
    suite = site / "barcode/evaluation/suite.yaml"
    text = suite.read_text(encoding="utf-8")
    assert FIXED in text
    suite.write_text(text.replace(FIXED, BROKEN), encoding="utf-8")
    repository = Repository.objects.create(
        name="examples", format="dodona", directory=str(site), commit="1", state="ready"
    )
    exercise = Activity.objects.create(
        repository=repository, path="barcode", programming_language="python"
    )
    course = Course.objects.create(slug="programming", name="Programming")
    Listing.objects.create(
        series=Series.objects.create(course=course, name="First"), activity=exercise
    )
    worker = TrialWorker(assess_submission, find_versions=find_versions)
    for user, solution in ((anna, RIGHT), (bram, RIGHT.replace("-total % 10", "5"))):
        intake = submit_files(user, exercise, {"a.py": solution}, language="en", course=course)
        assert isinstance(intake, Submission)
        claimed = claim_next("worker")
        assert claimed is not None
        record = assess_submission(claimed, watch=lambda change: None, stopped=threading.Event())
        assert finish(claimed, record, seconds=1.0, versions=find_versions(claimed))
    assert not Submission.objects.filter(accepted=True).exists()

    suite.write_text(text, encoding="utf-8")
    Repository.objects.update(commit="2")
    rejudging = start_rejudging(course, RejudgingChoice.OTHER_VERSION, by=anna)
    worker.run_all()
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY
    changed = rejudging.proposals.get(level=ChangeLevel.OUTCOME)
    assert changed.submission.user == anna
    assert (changed.before["status"], changed.after["status"]) == ("wrong", "correct")
    other = rejudging.proposals.get(submission__user=bram)
    assert other.level == ChangeLevel.FEEDBACK  # the expected value that he reads
    apply_all(rejudging, by=anna)
    worker.run_all()
    assert Submission.objects.get(accepted=True).user == anna
    again = start_rejudging(course, RejudgingChoice.OTHER_VERSION, by=anna)
    worker.run_all()
    assert not again.proposals.exists()  # the installed version assessed all of them
