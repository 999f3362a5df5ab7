"""A submission's row through real tools, in a real sandbox."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus, AssessmentRecord
from kriterion.errors import MachineError, OperatorError
from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue import assessing
from kriterion.web.submissions.queue.assessing import assess_submission, list_earlier_pointers
from kriterion.web.submissions.queue.attempt_conclusion import finish
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.tools import tool_choice
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import Tab
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment
from tests.toolbox.learn_ocaml_judge.hostile import HARMLESS, REFUSED
from tests.web.queue_fixtures import EXERCISES, HandIn
from tests.web.rehearsal import make_assessment
from tests.web.site_process import data_directory


@pytest.fixture(autouse=True)
def _data(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with data_directory() as place:
        monkeypatch.setenv("KRITERION_DATA", str(place))
        monkeypatch.setattr("kriterion.web.tools.machine._made", None)
        yield


def assess(submission: Submission) -> tuple[AssessmentRecord, list[Change]]:
    changes: list[Change] = []
    record = assess_submission(submission, watch=changes.append, stopped=threading.Event())
    return record, changes


def read_text(file: str) -> str:
    return (EXERCISES / "barcode" / file).read_text()


def test_a_run_occupies_no_connection_of_the_pool(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may have more slots than the pool has connections."""
    given = submit(anna)
    events: list[str] = []
    monkeypatch.setattr(assessing, "release_connection", lambda: events.append("released"))
    monkeypatch.setattr(assessing, "assess", lambda *_: events.append("ran"))
    assess(given)
    assert events == ["released", "ran"]


@pytest.mark.machine
def test_a_submission_is_judged_analyzed_and_represented(submit: HandIn, anna: User) -> None:
    record, changes = assess(submit(anna, read_text("solution/solution.py")))
    assert record.judge is not None
    assert record.judge.status is Status.CORRECT
    assert record.representer is not None
    assert record.representer.digest
    assert record.analyzer is not None
    assert record.analyzer.status is AnalyzerStatus.COMPLETED
    assert changes[0].kind is ChangeKind.STATUS
    visible = [change.record for change in changes if change.kind is ChangeKind.STARTED]
    assert any(isinstance(tab, Tab) for tab in visible)


@pytest.mark.long(reason="waits for a run to be stopped")
@pytest.mark.machine
def test_a_stopped_run_has_no_verdict(submit: HandIn, anna: User) -> None:
    submission = submit(anna, "while True:\n    pass\n")
    stopped = threading.Event()
    with pytest.raises(MachineError):
        assess_submission(submission, watch=lambda _: stopped.set(), stopped=stopped)


def test_a_missing_judge_is_reported_with_the_remedy(submit: HandIn, anna: User) -> None:
    submission = submit(anna)
    assert submission.activity.repository.directory
    missing = Activity.objects.create(repository=submission.activity.repository, path="no-exercise")
    other = submit_files(anna, missing, {"a.py": ""}, language="en")
    assert isinstance(other, Submission)
    with pytest.raises(OperatorError, match="no-exercise"):
        assess(other)


def test_a_tool_in_the_database_overrides_the_settings(
    submit: HandIn, anna: User, tmp_path: Path
) -> None:
    before = this_machine()
    assert this_machine() is before
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    tool = Tool.objects.create(
        kind="judge", name="suite", directory=str(tmp_path), state="ready", image="dodona-x"
    )
    with_it = this_machine()
    assert with_it is not before
    assert with_it.judges["suite"].directory == tmp_path
    assert with_it.load("suite").image == "dodona-x"
    Tool.objects.filter(pk=tool.pk).update(state="failed")
    assert this_machine().judges["suite"] == before.judges["suite"]


def test_an_exercise_without_a_judge_gets_that_of_its_repository(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = []

    def stop(
        installation: Installation, handler: object, usual: str, *_: str, **__: object
    ) -> None:
        requests.append(usual)
        raise OperatorError("enough")

    submission = submit(anna)
    monkeypatch.setattr(tool_choice, "find_judge", stop)
    submission.activity.repository.default_judge = "suite"
    with pytest.raises(OperatorError, match="enough"):
        assess(submission)
    assert requests == ["suite"]


def test_comments_on_the_previous_submission_are_known(
    submit: HandIn, anna: User, bram: User
) -> None:
    def assess_to_end(user: User, *pointers: str, status: AnalyzerStatus) -> None:
        submit(user)
        claimed = claim_next("w")
        assert claimed is not None
        comments = tuple(Comment(pointer=pointer) for pointer in pointers)
        analyzer = AnalyzerRecord(status=status, comments=comments)
        judged = make_assessment(claimed)
        assert finish(
            claimed,
            AssessmentRecord(submission=judged.submission, judge=judged.judge, analyzer=analyzer),
        )

    completed, skipped = AnalyzerStatus.COMPLETED, AnalyzerStatus.SKIPPED
    assert list_earlier_pointers(submit(bram)) == ()
    assert claim_next("w")
    assess_to_end(anna, "old", status=completed)
    assess_to_end(anna, "a", "b", "a", status=completed)
    assess_to_end(anna, status=skipped)
    assess_to_end(bram, "c", status=completed)
    assert list_earlier_pointers(submit(anna)) == ("a", "b")


@pytest.mark.long(reason="every attack on the grader, through the site")
@pytest.mark.machine
@pytest.mark.skipif(shutil.which("ocamlc") is None, reason="NO OCAML ON THIS MACHINE")
@pytest.mark.parametrize("attack", ["#7241 guard", "bytes"])
def test_an_attack_on_a_grader_earns_no_points_and_reads_nothing(anna: User, attack: str) -> None:
    course = EXERCISES.parent / "ocaml-course"
    repository = Repository.objects.create(
        name="course",
        format="learn-ocaml",
        directory=str(course),
        commit="1",
        state=RepositoryState.READY,
    )
    activity = Activity.objects.create(
        repository=repository,
        path="types/search-tree",
        names={"en": "Search tree"},
        programming_language="ocaml",
    )
    source = f"{({**REFUSED, **HARMLESS})[attack]}\nlet () = failwith (loot ())\n"
    intake = submit_files(anna, activity, {"solution.ml": source}, language="en")
    assert not isinstance(intake, Refusal), intake.reason
    record, _ = assess(intake)
    assert record.judge is not None
    assert record.judge.status in (Status.COMPILATION_ERROR, Status.RUNTIME_ERROR)
    assert record.points is not None
    assert record.points.earned == 0
    output = str(record.judge)
    for file in ("solution.ml", "test.ml"):
        lines = (course / "exercises" / "types" / "search-tree" / file).read_text().splitlines()
        assert [line for line in lines if len(line.strip()) > 14 and line.strip() in output] == []
