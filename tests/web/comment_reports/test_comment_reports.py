"""Students report comments of tools; teachers see rates, and hide rules from their students."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus, AssessmentRecord
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.comment_reports.models import AutomaticCommentReport
from kriterion.web.comment_reports.services.report_rates import describe_rates, select_rule_rates
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.equivalence.models import MAX_SENTENCE
from kriterion.web.submissions.models import (
    Assessment,
    FeedbackRule,
    HiddenRule,
    Submission,
    SubmissionComment,
)
from kriterion.web.submissions.queue.comment_index import hide_rule, list_hidden_rules, unhide_rule
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.services.replace_assessment import (
    BaseAssessment,
    replace_assessment,
)
from kriterion.web.submissions.services.solved import filter_solved
from kriterion.web.submissions.worker.comment_indexing import CommentIndexingWork, index_batch
from kriterion_tools.contracts.dodona_judge.output_records import Annotation
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for

POINTERS = ("python.names", "python.loop")
_NOTHING = Exclusion()


def make_record(*pointers: str, kind: CommentType = CommentType.ESSENTIAL) -> AssessmentRecord:
    """Return the assessment of a correct solution with some comments and an annotation."""
    analyzer = AnalyzerRecord(
        status=AnalyzerStatus.COMPLETED,
        comments=tuple(Comment(pointer=pointer, type=kind) for pointer in pointers),
        texts={pointer: f"Text of {pointer}." for pointer in pointers},
    )
    judge = ASSESSMENT.judge
    assert judge is not None
    annotations = (Annotation(row=1, text="Unused variable 'x'"),)
    feedback = replace(judge.feedback, annotations=annotations, groups=())
    judge = replace(judge, feedback=feedback, accepted=True, status=Status.CORRECT)
    return replace(ASSESSMENT, judge=judge, analyzer=analyzer)


def submit(world: World, user: User, *pointers: str, course: Course | None = None) -> Submission:
    """Add a submission to the course, assessed by the queue's own functions."""
    submission = Submission.objects.create(
        user=user,
        activity=world.exercise,
        course=course or world.course,
        number=Submission.objects.filter(user=user).count() + 1,
        state="finished",
        files={"a.py": "x = 1\n"},
        file_names=["a.py"],
    )
    assess_again(submission, *(pointers or POINTERS))
    return submission


def assess_again(submission: Submission, *pointers: str) -> None:
    attempt = Submission.objects.values_list("attempt", flat=True).get(pk=submission.pk)
    base = BaseAssessment(submission_id=submission.pk, state="finished", attempt=attempt)
    assert replace_assessment(base, Assessment.packed(make_record(*pointers)), {}, by="tina")


def get_rule(code: str) -> FeedbackRule:
    return FeedbackRule.objects.get(code=code)


def report(user: User, submission: Submission, rule: FeedbackRule, **data: str) -> int:
    url = reverse("comment_reports:report", args=[submission.pk, rule.pk])
    return client_for(user).post(url, {"to": "report", **data}).status_code


def get_rates_page(world: World, user: User, slug: str | None = None) -> str:
    url = reverse("comment_reports:rates", args=[slug or world.course.slug])
    return client_for(user).get(url).content.decode()


def get_page(submission: Submission) -> str:
    url = reverse("submission", args=[submission.pk])
    return client_for(submission.user).get(url).content.decode()


def switch(world: World, user: User, rule: FeedbackRule, to: str) -> int:
    url = reverse("comment_reports:rule", args=[world.course.slug, rule.pk])
    return client_for(user).post(url, {"to": to}).status_code


def is_solved(submission: Submission) -> bool:
    return filter_solved(Submission.objects.filter(pk=submission.pk)).exists()


def test_each_comment_of_a_tool_can_be_reported_with_one_click_and_taken_back(
    world: World,
) -> None:
    submission = submit(world, world.ada)
    assert get_page(submission).count("This comment is wrong") == 3
    assert "Line 2: Unused variable" in get_page(submission)
    for _ in range(2):
        assert report(world.ada, submission, get_rule("python.names")) == 302
    page = get_page(submission)
    assert page.count("This comment is wrong") == 2
    assert "Take back" in page
    report(world.ada, submission, get_rule("python.names"), to="withdraw")
    assert not AutomaticCommentReport.objects.exists()
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")][-2:] == [
        "comment.report",
        "comment.withdraw_report",
    ]


def test_a_sentence_may_be_added_and_reporting_again_keeps_it(world: World) -> None:
    submission = submit(world, world.ada)
    names = get_rule("python.names")
    report(world.ada, submission, names)
    report(world.ada, submission, names, to="sentence", sentence="x is\0 fine <b>" + "!" * 999)
    report(world.ada, submission, names)
    stored = AutomaticCommentReport.objects.get().sentence
    assert stored.startswith("x is� fine <b>!")
    assert len(stored) == MAX_SENTENCE
    url = reverse("comment_reports:rule", args=[world.course.slug, names.pk])
    page = client_for(world.tina).get(url).content.decode()
    assert "fine &lt;b&gt;!" in page
    assert reverse("submission", args=[submission.pk]) in page


def test_only_the_author_reports_and_only_what_the_page_shows(world: World) -> None:
    submission, other = submit(world, world.ada), submit(world, world.ben, "python.other")
    for user in (world.ben, world.cleo, world.tina, world.root):
        assert report(user, submission, get_rule("python.names")) == 404
    assert report(world.ben, other, get_rule("python.names")) == 404
    hide_rule(world.course, get_rule("python.names"))
    assert report(world.ada, submission, get_rule("python.names")) == 404
    assert not AutomaticCommentReport.objects.exists()


def test_home_counts_recent_reports_of_comments_that_students_see(world: World) -> None:
    submission = submit(world, world.ada)
    assert "wrong comment" not in client_for(world.tina).get("/").content.decode()
    for pointer in POINTERS:
        report(world.ada, submission, get_rule(pointer))
    assert "2 reports of wrong comments" in client_for(world.tina).get("/").content.decode()
    hide_rule(world.course, get_rule("python.names"))
    assert "1 report of a wrong comment" in client_for(world.tina).get("/").content.decode()
    AutomaticCommentReport.objects.update(made_at=timezone.now() - timedelta(days=8))
    assert "wrong comment" not in client_for(world.tina).get("/").content.decode()


def test_rates_count_students_not_submissions(world: World) -> None:
    submissions = [submit(world, world.ada), submit(world, world.ada), submit(world, world.ben)]
    for submission in submissions[:2]:
        report(world.ada, submission, get_rule("python.names"))
    first = describe_rates(list(select_rule_rates(world.course)))[0]
    assert (first.submissions, first.students, first.reporters, first.percent) == (3, 2, 1, 50)
    assert "1 of 2 students (50 %) reported it as wrong" in get_rates_page(world, world.tina)


def test_a_report_goes_with_the_comment_when_the_submission_is_assessed_again(
    world: World,
) -> None:
    submission = submit(world, world.ada)
    for pointer in POINTERS:
        report(world.ada, submission, get_rule(pointer))
    assess_again(submission, "python.loop")
    assert [report.comment.rule.code for report in AutomaticCommentReport.objects.all()] == [
        "python.loop"
    ]
    assess_again(submission)
    assert not AutomaticCommentReport.objects.exists()
    assert SubmissionComment.objects.filter(submission=submission).count() == 1


def test_teachers_learn_nothing_of_other_courses(world: World) -> None:
    submission = submit(world, world.cleo, "python.secret", course=world.secret_course)
    report(world.cleo, submission, get_rule("python.secret"))
    assert "python.secret" not in get_rates_page(world, world.tina)
    assert switch(world, world.tina, get_rule("python.secret"), "hide") == 404
    assert not list_hidden_rules(world.course.pk)
    url = reverse("administration:comments")
    page = client_for(world.root).get(url).content.decode()
    assert "python.secret" in page
    assert world.secret_course.name in page
    assert client_for(world.tina).get(url).status_code == 403


def test_a_hidden_rule_comments_to_staff_only_and_demands_nothing(world: World) -> None:
    submission = submit(world, world.ada)
    elsewhere = submit(world, world.cleo, course=world.secret_course)
    assert not is_solved(submission)
    for pointer in POINTERS:
        assert switch(world, world.tina, get_rule(pointer), "hide") == 302
    assert is_solved(submission)
    assert not is_solved(elsewhere)
    assert "Text of python.names" not in get_page(submission)
    assert "Text of python.names" in get_page(elsewhere)
    assert "Hidden from students" in get_rates_page(world, world.tina)
    later = submit(world, world.ben)
    assert is_solved(later)
    assert switch(world, world.tina, get_rule("python.loop"), "show") == 302
    assert not is_solved(submission)
    assert not is_solved(later)
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["comment_rule.hide", "comment_rule.hide", "comment_rule.show"]


def test_a_rule_that_is_hidden_while_an_assessment_is_stored_demands_nothing(
    world: World,
) -> None:
    earlier = submit(world, world.ben)
    with TestCase.captureOnCommitCallbacks(execute=True):
        submission = submit(world, world.ada)
        for pointer in POINTERS:  # committed by somebody else, before this transaction is
            HiddenRule.objects.create(course=world.course, rule=get_rule(pointer))
        assert not is_solved(submission)
    assert is_solved(submission)
    assert not is_solved(earlier)
    hide_rule(world.course, get_rule("python.loop"))  # again: it was interrupted
    assert is_solved(earlier)


def test_hiding_a_suggestion_changes_its_number_back_and_forth(world: World) -> None:
    submission = submit(world, world.ada)
    base = BaseAssessment(submission_id=submission.pk, state="finished", attempt=1)
    suggesting = make_record(*POINTERS, kind=CommentType.ACTIONABLE)
    replace_assessment(base, Assessment.packed(suggesting), {}, by="tina")
    numbers = []
    for change in (hide_rule, hide_rule, unhide_rule, unhide_rule):
        change(world.course, get_rule("python.names"))
        numbers.append(Submission.objects.get(pk=submission.pk).suggestions)
    assert numbers == [1, 1, 2, 2]


def test_an_assistant_sees_rates_but_hides_nothing(world: World) -> None:
    submit(world, world.ada)
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    rule = get_rule("python.names")
    assert "Text of python.names" in get_rates_page(world, world.cleo)
    url = reverse("comment_reports:rule", args=[world.course.slug, rule.pk])
    assert "Hide from students" not in client_for(world.cleo).get(url).content.decode()
    assert switch(world, world.cleo, rule, "hide") == 404
    assert not list_hidden_rules(world.course.pk)


def test_queries_are_constant_in_number(world: World) -> None:
    counts = []
    for pointers in (("python.a",), tuple(f"python.{n}" for n in range(20))):
        submission = submit(world, world.ada, *pointers)
        for rule in FeedbackRule.objects.all():
            report(world.ada, submission, rule)
        get_rates_page(world, world.tina)
        with CaptureQueriesContext(connection) as queries:
            get_rates_page(world, world.tina)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_assessments_from_before_are_read_in_bounded_steps(world: World) -> None:
    submission = submit(world, world.ada)
    expected = SubmissionComment.objects.filter(submission=submission).count()
    SubmissionComment.objects.all().delete()
    Assessment.objects.update(comments_stored=False)
    work = CommentIndexingWork()
    assert work.has_work(suspects=False, exclude=_NOTHING)
    task = work.take("w", suspects=True, exclude=_NOTHING)  # as idle workers ask
    assert task is not None
    assert not work.has_work(suspects=True, exclude=_NOTHING)  # one step at a time
    stopped = threading.Event()
    stopped.set()
    assert index_batch(stopped) == 0
    assert index_batch(threading.Event()) == 1
    assert SubmissionComment.objects.filter(submission=submission).count() == expected
    assert not CommentIndexingWork().has_work(suspects=True, exclude=_NOTHING)


def test_an_assessment_that_cannot_be_read_does_not_stop_the_others(world: World) -> None:
    submit(world, world.ada)
    Assessment.objects.update(comments_stored=False, document=b"torn")
    assert index_batch(threading.Event()) == 1
    assert index_batch(threading.Event()) == 0


@pytest.mark.parametrize("of", ["", "classes", "other"])
def test_an_empty_page_says_so(world: World, of: str) -> None:
    url = reverse("comment_reports:rates", args=[world.course.slug])
    assert "No comments" in client_for(world.tina).get(url, {"of": of}).content.decode()
