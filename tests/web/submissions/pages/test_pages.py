"""Pages about submissions: what they show, to whom, and what never."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from kriterion.assessment.assessment_record import (
    RUN,
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    JudgeRecord,
    RepresenterRecord,
    RepresenterStatus,
    SubmissionRecord,
    ToolViolation,
)
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity, Reading
from kriterion.web.courses.models import Listing, Series
from kriterion.web.submissions.models import (
    Assessment,
    ClassComment,
    Clearance,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.pages.user_progress import list_series_progress
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(1)">'


def make_feedback(accepted: bool) -> FullOutput:
    return FullOutput(
        accepted=accepted,
        status=Status.CORRECT if accepted else Status.WRONG,
        messages=(
            Message(description=HOSTILE, format="html"),
            Message(description="only staff", permission=Permission.STAFF),
            Message(description="only zeus", permission=Permission.ZEUS),
        ),
        groups=(
            Tab(description=HOSTILE, groups=(Context(accepted=accepted),)),
            Tab(description="staff tab", permission=Permission.STAFF),
        ),
    )


def finish(
    submission: Submission,
    *,
    accepted: bool,
    representation: str = "",
    analyzer: AnalyzerRecord | None = None,
) -> None:
    record = AssessmentRecord(
        submission=SubmissionRecord(
            exercise="Barcode", file_name="a.py", source="print(1)\n", language="en"
        ),
        judge=JudgeRecord(
            status=Status.CORRECT if accepted else Status.WRONG,
            accepted=accepted,
            summary=None,
            feedback=make_feedback(accepted),
        ),
        analyzer=analyzer,
        representer=RepresenterRecord(
            status=RepresenterStatus.GENERATED,
            digest="d",
            version=1,
            exercise_version=1,
            text=representation,
            mapping={"PLACEHOLDER_1": "total"},
        )
        if representation
        else None,
    )
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))
    submission.state = SubmissionState.FINISHED
    submission.status = Status.CORRECT if accepted else Status.WRONG
    submission.accepted = accepted
    submission.save()


def get_page(user: User | None, submission: Submission, name: str = "submission") -> str:
    response = client_for(user).get(reverse(name, args=[submission.pk]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("who", "visible"),
    [
        ("ada", set[str]()),
        ("tina", {"only staff", "Staff tab"}),
        ("root", {"only staff", "Staff tab", "only zeus"}),
    ],
)
def test_feedback_is_filtered_by_role(world: World, who: str, visible: set[str]) -> None:
    finish(world.submission, accepted=False)
    for name in ("submission", "result"):
        html = get_page(getattr(world, who), world.submission, name)
        for text in ("only staff", "Staff tab", "only zeus"):
            assert (text in html) == (text in visible)


def test_text_of_judges_and_students_never_runs(world: World) -> None:
    finish(world.submission, accepted=False)
    world.submission.files = {HOSTILE: HOSTILE}
    world.submission.save()
    world.exercise.names = {"en": HOSTILE}
    world.exercise.save()
    world.ada.first_name = HOSTILE
    world.ada.save()
    for who in (world.ada, world.tina):
        html = get_page(who, world.submission)
        assert "<script>alert" not in html
        assert "onerror=" not in html.replace("onerror=&quot;", "")


@pytest.mark.parametrize(
    ("state", "message", "untold"),
    [
        (SubmissionState.QUEUED, "Queued", "Wrong"),
        (SubmissionState.RUNNING, "Running", "Wrong"),
        (SubmissionState.CANCELLED, "Cancelled", "Wrong"),
        (SubmissionState.FAILED, "nothing wrong with the solution itself", "Wrong"),
    ],
)
def test_a_submission_without_a_verdict_is_never_called_wrong(
    world: World, state: str, message: str, untold: str
) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(state=state, failure="disk full")
    html = get_page(world.ada, world.submission)
    assert message in html
    assert untold not in html
    assert "disk full" not in html
    is_told = state == SubmissionState.FAILED
    assert ("disk full" in get_page(world.root, world.submission)) == is_told


def test_only_the_student_can_cancel_a_waiting_submission(world: World) -> None:
    address = reverse("cancel", args=[world.submission.pk])
    client_for(world.tina).post(address)
    world.submission.refresh_from_db()
    assert world.submission.state == SubmissionState.QUEUED
    client_for(world.ada).post(address)
    world.submission.refresh_from_db()
    assert world.submission.state == SubmissionState.CANCELLED


def test_a_submission_failed_by_the_machine_can_be_retried(world: World) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(state=SubmissionState.FAILED)
    client_for(world.ada).post(reverse("again", args=[world.submission.pk]))
    world.submission.refresh_from_db()
    assert world.submission.state == SubmissionState.QUEUED


@pytest.mark.parametrize(("who", "state"), [("ada", "blocked"), ("root", "queued")])
def test_only_staff_retry_a_blocked_submission(world: World, who: str, state: str) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(state=SubmissionState.BLOCKED)
    client_for(getattr(world, who)).post(reverse("again", args=[world.submission.pk]))
    world.submission.refresh_from_db()
    assert world.submission.state == state


def test_the_reason_for_blocking_depends_on_the_reader(world: World) -> None:
    failure = "the exercise asks for judge 'odd', which is not installed\nadd it under Tools"
    Submission.objects.filter(pk=world.submission.pk).update(
        state=SubmissionState.BLOCKED, summary="<odd>", failure=failure
    )
    for name in ("submission", "result"):
        for who in ("ada", "tina", "root"):
            html = get_page(getattr(world, who), world.submission, name)
            assert "This submission cannot be assessed yet" in html
            assert "“&lt;odd&gt;”, is not installed on this site" in html
            assert "no need to submit it again" in html
            assert ("add it under Tools" in html) == (who != "ada")
            assert ("Try again" in html) == (who == "root")
    overview = client_for(world.root).get(reverse("administration:overview")).content.decode()
    assert "Judge “&lt;odd&gt;” is not installed" in overview
    assert "1 submission on hold" in overview
    assert "No problems found" not in overview


def test_a_submission_blocked_for_another_reason_names_no_judge(world: World) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(
        state=SubmissionState.BLOCKED, failure="image x needs /nowhere"
    )
    html = get_page(world.ada, world.submission)
    assert "This site is not set up for this exercise." in html
    assert "/nowhere" not in html
    client_for(world.ada).post(reverse("cancel", args=[world.submission.pk]))
    world.submission.refresh_from_db()
    assert world.submission.state == SubmissionState.CANCELLED


def test_an_interrupted_run_does_not_point_at_the_tests(world: World) -> None:
    finish(world.submission, accepted=False)
    kept = Assessment.objects.get()
    stopped = ToolViolation(document=RUN, where="", what="a 32-bit program was ended")
    assert kept.record.judge is not None
    judge = replace(kept.record.judge, violations=(stopped,))
    kept.document = Assessment.packed(replace(kept.record, judge=judge))
    kept.attempt += 1
    assert "Look at the first failing test" in get_page(world.ada, world.submission)
    kept.save()
    html = get_page(world.ada, world.submission)
    assert "A program was stopped:" in html
    assert "Look at the first failing test" not in html
    assert "32-bit" not in html


def test_a_class_comment_uses_the_students_own_names(world: World) -> None:
    finish(world.submission, accepted=True, representation="PLACEHOLDER_1")
    Submission.objects.filter(pk=world.submission.pk).update(
        digest="d", representer_version=1, exercise_version=1
    )
    ClassComment.objects.create(
        activity=world.exercise,
        digest="d",
        representer_version=1,
        exercise_version=1,
        type="actionable",
        markdown="Give `PLACEHOLDER_1` a better name. <script>x</script>",
        author=world.tina,
    )
    html = get_page(world.ada, world.submission)
    assert "<code>total</code> a better name" in html
    assert "<script>x" not in html
    assert "PLACEHOLDER_1</code>" not in html
    ClassComment.objects.update(draft=True)
    assert "a better name" not in get_page(world.ada, world.submission)


def test_the_next_activity_is_that_of_the_series(world: World) -> None:
    following = Activity.objects.create(
        repository=world.repository, path="next", names={"en": "The next one"}
    )
    Listing.objects.create(series=world.series, activity=following, position=1)
    finish(world.submission, accepted=True)
    assert "The next one" in get_page(world.ada, world.submission)
    Submission.objects.filter(pk=world.submission.pk).update(accepted=False)
    assert "The next one" not in get_page(world.ada, world.submission)


def test_after_a_series_the_next_series_of_the_course_follows(world: World) -> None:
    later = Series.objects.create(course=world.course, name="Later", position=9)
    playground = Activity.objects.create(
        repository=world.repository, path="play", type="playground", names={"en": "A playground"}
    )
    reading = Activity.objects.create(
        repository=world.repository, path="text", type="reading", names={"en": "A text"}
    )
    Listing.objects.create(series=later, activity=playground, position=0)
    Listing.objects.create(series=later, activity=reading, position=1)
    finish(world.submission, accepted=True)
    html = get_page(world.ada, world.submission)
    assert f"{reverse('activity', args=[reading.pk])}?series={later.pk}" in html
    assert "A playground" not in html, "nobody has to do one"
    Reading.objects.create(user=world.ada, activity=reading, read_at=timezone.now())
    html = get_page(world.ada, world.submission)
    assert "there is nothing left to do after this one in the course" in html
    assert f'class="button" href="{reverse("course", args=[world.course.slug])}"' in html


@pytest.mark.parametrize(
    ("status", "message"),
    [
        ("wrong", "Look at the first failing test"),
        ("compilation error", "Read what went wrong"),
        ("internal error", "not with your solution"),
    ],
)
def test_the_next_step_depends_on_the_verdict(world: World, status: str, message: str) -> None:
    finish(world.submission, accepted=False)
    Submission.objects.filter(pk=world.submission.pk).update(status=status)
    assert message in get_page(world.ada, world.submission)


def test_suggestions_by_the_author_come_next(world: World) -> None:
    for path in ("harder", "easier"):
        activity = Activity.objects.create(
            repository=world.repository, path=path, names={"en": f"{path} one"}, is_public=True
        )
        assert activity.pk
    world.exercise.next_on_success = ["harder", "not there"]
    world.exercise.next_on_difficulty = ["easier"]
    world.exercise.save()
    finish(world.submission, accepted=True)
    html = get_page(world.ada, world.submission)
    assert "harder one" in html
    assert "easier one" not in html
    Submission.objects.filter(pk=world.submission.pk).update(accepted=False)
    html = get_page(world.ada, world.submission)
    assert "easier one" in html
    assert "harder one" not in html


def test_an_exercise_with_an_essential_comment_counts_once_the_comment_is_read(
    world: World,
) -> None:
    finish(world.submission, accepted=True)
    Submission.objects.filter(pk=world.submission.pk).update(essential=True)
    ada, course = client_for(world.ada), reverse("course", args=[world.course.slug])
    assert "It counts as solved once" in get_page(world.ada, world.submission)
    assert "Comments to address" in ada.get(course).content.decode()
    address = reverse("acknowledge", args=[world.submission.pk])
    text = client_for(world.tina).post(address, follow=True).content.decode()
    assert "Only the author of a submission can mark its comments as read" in text
    assert "Comments to address" in ada.get(course).content.decode()
    text = ada.post(address, follow=True).content.decode()
    assert "The exercise now counts as solved." in text
    assert "Comments to address" not in ada.get(course).content.decode()
    assert "Read by ada" in get_page(world.tina, world.submission)
    assert "Read by ada" not in get_page(world.ada, world.submission)


def test_a_teacher_can_clear_an_essential_comment_and_that_is_audited(world: World) -> None:
    finish(world.submission, accepted=True)
    Submission.objects.filter(pk=world.submission.pk).update(essential=True)
    address = reverse("lift", args=[world.submission.pk])
    assert address not in get_page(world.ada, world.submission)
    text = client_for(world.ada).post(address, follow=True).content.decode()
    assert "Only teachers and administrators can do this" in text
    assert not Clearance.objects.exists()
    assert address in get_page(world.tina, world.submission)
    client_for(world.tina).post(address)
    client_for(world.tina).post(address)  # pressed twice
    assert "Marked as solved by tina" in get_page(world.tina, world.submission)
    entry = AuditEntry.objects.get(action="submission.lift")
    assert (entry.actor, entry.detail) == (world.tina, {"student": "ada"})
    assert "It counts as solved once" not in get_page(world.ada, world.submission)


def test_suggested_comments_are_pointed_out_before_the_next_exercise(world: World) -> None:
    next_one = Activity.objects.create(
        repository=world.repository, path="two", names={"en": "Harder one"}, is_public=True
    )
    Activity.objects.filter(pk=world.exercise.pk).update(next_on_success=["two"])
    finish(world.submission, accepted=True)
    Submission.objects.filter(pk=world.submission.pk).update(suggestions=2)
    html = get_page(world.ada, world.submission)
    assert "There are 2 suggestions you may want to look at before you continue." in html
    assert html.index("View the suggestions") < html.index("Or continue with:")
    assert reverse("activity", args=[next_one.pk]) in html


def test_essential_comments_of_teachers_are_linked(world: World) -> None:
    finish(world.submission, accepted=True, representation="PLACEHOLDER_1 = 1\n")
    alike = {"digest": "d", "representer_version": 1, "exercise_version": 1}
    Submission.objects.filter(pk=world.submission.pk).update(**alike)
    ClassComment.objects.create(
        activity=world.exercise, markdown="Mind it.", type="essential", author=world.tina, **alike
    )
    html = get_page(world.ada, world.submission)
    assert "It counts as solved once" in html
    assert 'href="#said-1"' in html
    assert 'id="said-1"' in html


def test_another_accepted_solution_is_enough(world: World) -> None:
    Submission.objects.create(
        user=world.ada,
        activity=world.exercise,
        number=2,
        state=SubmissionState.FINISHED,
        accepted=True,
    )
    finish(world.submission, accepted=True)
    Submission.objects.filter(pk=world.submission.pk).update(essential=True)
    html = get_page(world.ada, world.submission)
    assert "the exercise already counts as solved because of another submission" in html
    assert "It counts as solved once" not in html


def submit_another(world: World, files: dict[str, str], user: User | None = None) -> Submission:
    return Submission.objects.create(
        user=user or world.ada, activity=world.exercise, number=2, files=files
    )


def test_two_submissions_can_be_compared(world: World) -> None:
    other = submit_another(world, {"b.py": "print(2)\n"})
    client = client_for(world.ada)
    response = client.get(reverse("compare", args=[world.submission.pk, other.pk]))
    html = response.content.decode()
    assert "Submission 1" in html
    assert "Submission 2" in html
    assert "difference" in html
    same = submit_another(world, {"a.py": "print(1)\n"}, world.ben)
    address = reverse("compare", args=[world.submission.pk, same.pk])
    assert client.get(address).status_code == 404
    assert "Identical on both sides" in client_for(world.root).get(address).content.decode()


@pytest.mark.parametrize(
    ("language", "word", "message"),
    [
        ("en", "Analysed, no tests", "This exercise has no tests"),
        ("nl", "Geanalyseerd, geen tests", "Deze oefening heeft geen tests"),
    ],
)
def test_a_submission_without_a_judge_is_analysed_and_never_solved(
    world: World, language: str, word: str, message: str
) -> None:
    world.ada.language = language
    world.ada.save()
    finish(world.submission, accepted=False)
    Submission.objects.filter(pk=world.submission.pk).update(status=Status.UNKNOWN)
    html = get_page(world.ada, world.submission)
    assert word in html and message in html
    assert "Read what went wrong" not in html and "Lees wat er misging" not in html
    client = client_for(world.ada)
    assert word in client.get(reverse("submissions")).content.decode()
    course = client.get(reverse("course", args=[world.course.slug])).content.decode()
    assert ("Submitted" if language == "en" else "Ingediend") in course
    (progress,) = list_series_progress(world.ada, [world.series])
    assert (progress.solved, progress.total, progress.next) == (0, 1, None)


def test_several_files_can_be_downloaded_as_an_archive_or_alone(world: World) -> None:
    several = submit_another(world, {"lib/a.py": "a", "main.py": "m"})
    several.file_names = ["main.py", "lib/a.py"]
    several.save()
    address = reverse("source", args=[several.pk])
    response = client_for(world.ada).get(address)
    assert response.headers["Content-Type"] == "application/zip"
    assert "barcode-2.zip" in response.headers["Content-Disposition"]
    with ZipFile(BytesIO(response.content)) as archive:
        value = {name: archive.read(name) for name in archive.namelist()}
    assert list(value.items()) == [("main.py", b"m"), ("lib/a.py", b"a")]
    one = client_for(world.ada).get(f"{address}?file=lib/a.py")
    assert one.content == b"a"
    assert "a.py" in one.headers["Content-Disposition"]


def test_submissions_of_several_files_are_compared_file_by_file(world: World) -> None:
    one = submit_another(world, {"main.py": "m\n", "gone.py": "g\n", "same.py": "s\n"})
    other = Submission.objects.create(
        user=world.ada,
        activity=world.exercise,
        number=3,
        files={"same.py": "s\n", "main.py": "changed\n"},
        file_names=["main.py", "same.py"],
    )
    html = client_for(world.ada).get(reverse("compare", args=[one.pk, other.pk])).content.decode()
    titles = [html.index(f">{name}</h2>") for name in ("main.py", "same.py", "gone.py")]
    assert titles == sorted(titles)
    assert html.count("Identical on both sides") == 1


def test_only_staff_can_download_the_logs_of_tools(world: World) -> None:
    analyzer = AnalyzerRecord(
        status=AnalyzerStatus.FAILED, ending="timeout", stderr="<b>deep</b>", debugging="rule 7"
    )
    finish(world.submission, accepted=True, analyzer=analyzer)
    address = reverse("logs", args=[world.submission.pk])
    for person in (world.tina, world.root):
        assert address in get_page(person, world.submission)
        response = client_for(person).get(address)
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert response.headers["Content-Disposition"].startswith("attachment")
        text = response.content.decode()
        assert "timed out" in text and "<b>deep</b>" in text and "rule 7" in text
    assert client_for(world.ada).get(address).status_code == 404
    html = get_page(world.ada, world.submission)
    assert address not in html and "deep" not in html and "rule 7" not in html


def test_the_code_is_downloaded_unchanged(world: World) -> None:
    world.submission.files = {"a\r\nX-Evil: 1.html": "<script>alert(1)</script>"}
    world.submission.save()
    response = client_for(world.ada).get(reverse("source", args=[world.submission.pk]))
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert "X-Evil" not in response.headers


def test_a_long_list_needs_few_queries(world: World, django_assert_max_num_queries: object) -> None:
    Submission.objects.bulk_create(
        Submission(user=world.ada, activity=world.exercise, number=number, files={"a.py": "x"})
        for number in range(2, 200)
    )
    client: Client = client_for(world.ada)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        html = client.get(reverse("submissions") + "?page=2").content.decode()
    assert html.count('class="row"') == 30


def test_a_finished_submission_without_an_assessment_has_a_heading_and_says_so(
    world: World,
) -> None:
    finish(world.submission, accepted=False)
    Assessment.objects.filter(submission=world.submission).delete()
    for who in (world.ada, world.tina):
        for name in ("submission", "result"):
            html = get_page(who, world.submission, name)
            assert html.count("<h1") == 1
            assert "The feedback on this submission is missing." in html
