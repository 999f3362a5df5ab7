"""A new version of a representer: what it does to comments on classes, and their approval.

The files of a submission say which text each version of the representer makes of it.
"""

import re
import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from kriterion.assessment.assessment_record import (
    AssessmentRecord,
    RepresenterRecord,
    RepresenterStatus,
)
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.class_versions.services.comment_moves import CommentMove, find_comment_moves
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.equivalence.services.comment_versions import (
    carry_comment,
    select_outdated_comments,
)
from kriterion.web.rejudging.models import Rejudging, RejudgingChoice
from kriterion.web.rejudging.services.control import apply_all, discard, start_rejudging
from kriterion.web.submissions.models import Assessment, ClassComment, Submission
from kriterion.web.submissions.queue.attempt_conclusion import make_summary_columns
from kriterion.web.submissions.services.solution_classes import list_class_comments
from tests.web.conftest import World, client_for
from tests.web.rehearsal import Watch, make_assessment
from tests.web.rejudging.rejudging_trial import TrialWorker, finish_dry_run

# The placeholders of each version: both number the same names, in another order.
MAPPINGS = {
    1: {"PLACEHOLDER_0": "total", "PLACEHOLDER_1": "name"},
    2: {"PLACEHOLDER_0": "name", "PLACEHOLDER_1": "total"},
}


def represent(
    submission: Submission, text: str, version: int, exercise_version: int = 1
) -> AssessmentRecord:
    if not text:
        representer = RepresenterRecord(status=RepresenterStatus.NO_REPRESENTATION)
    else:
        representer = RepresenterRecord(
            status=RepresenterStatus.GENERATED,
            digest=text,
            version=version,
            exercise_version=exercise_version,
            text=text,
            mapping=MAPPINGS[version],
        )
    return replace(make_assessment(submission), representer=representer)


def assess_with_new_version(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    return represent(submission, submission.files["new"], 2)


def assess_with_new_exercise(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    return represent(submission, submission.files["old"], 1, 2)


def submit(world: World, user: User, old: str, new: str, version: int = 1) -> Submission:
    submission = Submission(
        user=user,
        activity=world.exercise,
        course=world.course,
        number=Submission.objects.filter(user=user).count() + 1,
        state="finished",
        attempt=1,
        files={"a.py": "x", "old": old, "new": new},
    )
    record = represent(submission, old if version == 1 else new, version)
    for name, value in make_summary_columns(record).items():
        setattr(submission, name, value)
    submission.save()
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))
    return submission


def add_class_comment(
    world: World, digest: str, version: int = 1, **fields: object
) -> ClassComment:
    values: dict[str, object] = {"type": "actionable", "markdown": f"About {digest}.", **fields}
    return ClassComment.objects.create(
        activity=world.exercise,
        course=world.course,
        author=world.tina,
        digest=digest,
        representer_version=version,
        exercise_version=1,
        **values,
    )


def finish_new_dry_run(world: World, course: Course | None = None) -> Rejudging:
    started = start_rejudging(course or world.course, RejudgingChoice.ALL, by=world.tina)
    return finish_dry_run(started, assess_with_new_version)


def build_url(rejudging: Rejudging) -> str:
    return reverse("class_versions:comparison", args=[rejudging.course.slug, rejudging.pk])


def find_latest_activity() -> Activity:
    return Submission.objects.latest("pk").activity


def send(user: User, rejudging: Rejudging, to: str, comment: ClassComment | None = None) -> int:
    data: dict[str, object] = {"to": to, "activity": find_latest_activity().pk}
    data["seen"] = [move.mark for move in find_comment_moves(rejudging, find_latest_activity())]
    if comment is not None:
        data["comment"] = comment.pk
    return client_for(user).post(build_url(rejudging), data).status_code


def list_moves(world: World, rejudging: Rejudging) -> list[CommentMove]:
    return find_comment_moves(rejudging, world.exercise)


@pytest.fixture(autouse=True)
def _without_other_submissions(world: World) -> None:
    Submission.objects.all().delete()


def test_splits_and_merges_are_listed_before_anything_is_applied(world: World) -> None:
    submit(world, world.ada, "a", "x")
    submit(world, world.ben, "a", "y")
    submit(world, world.cleo, "b", "y")
    first, second = add_class_comment(world, "a"), add_class_comment(world, "b")
    rejudging = finish_new_dry_run(world)
    about_a, about_b = list_moves(world, rejudging)
    assert (about_a.comment, str(about_a.new)) == (first, "x_2_1")
    assert (about_a.students, about_a.gaining, about_a.losing) == (2, 0, 1)
    assert [part.students for part in about_a.parts] == [1, 1]
    assert not about_a.merged
    assert (about_b.comment, str(about_b.new)) == (second, "y_2_1")
    assert (about_b.gaining, about_b.losing) == (1, 0)
    assert [part.students for part in about_b.merged] == [1, 1]
    page = client_for(world.tina).get(build_url(rejudging)).content.decode()
    assert "Its class splits" in page
    assert "Its class merges with others" in page
    assert not Submission.objects.filter(representer_version=2).exists()


def test_no_comment_reaches_the_new_classes_until_a_teacher_approves_it(world: World) -> None:
    submission = submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    rejudging = finish_new_dry_run(world)
    new = submit(world, world.ben, "a", "x", version=2)
    assert list_class_comments(new) == []
    assert send(world.tina, rejudging, "draft", comment) == 302
    assert list_class_comments(new) == []
    assert send(world.tina, rejudging, "approve", comment) == 302
    assert [comment.markdown for comment in list_class_comments(new)] == ["About a."]
    assert list_class_comments(submission) == [comment]
    apply_all(rejudging, by=world.tina)
    TrialWorker(assess_with_new_version).run_all()
    submission.refresh_from_db()
    assert submission.representer_version == 2
    assert list_class_comments(submission) == list_class_comments(new)
    actions = AuditEntry.objects.filter(action__startswith="class_comment").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "class_comment.draft",
        "class_comment.publish",
    ]


def test_a_new_version_of_the_exercise_alone_makes_new_classes(world: World) -> None:
    submission = submit(world, world.ada, "a", "a")
    add_class_comment(world, "a")
    started = start_rejudging(world.course, RejudgingChoice.ALL, by=world.tina)
    rejudging = finish_dry_run(started, assess_with_new_exercise)
    (move,) = list_moves(world, rejudging)
    assert (str(move.new), move.is_same) == ("a_1_2", True)
    apply_all(rejudging, by=world.tina)
    TrialWorker(assess_with_new_exercise).run_all()
    submission.refresh_from_db()
    assert submission.exercise_version == 2


def test_all_comments_are_approved_at_once_but_only_one_per_class(world: World) -> None:
    for user, old, new in (
        (world.ada, "a", "x"),
        (world.ben, "b", "x"),
        (world.cleo, "c", "z"),
    ):
        submit(world, user, old, new)
        add_class_comment(world, old)
    rejudging = finish_new_dry_run(world)
    assert [move.is_open for move in list_moves(world, rejudging)] == [True, False, True]
    assert send(world.tina, rejudging, "approve-all") == 302
    carried = ClassComment.objects.filter(representer_version=2).order_by("digest")
    texts = carried.values_list("digest", "markdown", "draft")
    assert list(texts) == [("x", "About a.", False), ("z", "About c.", False)]
    assert send(world.tina, rejudging, "approve-all") == 302
    assert carried.count() == 2


def test_an_existing_comment_on_the_new_class_stays(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    add_class_comment(world, "x", 2, markdown="Mine.")
    rejudging = finish_new_dry_run(world)
    assert [move.occupied for move in list_moves(world, rejudging)] == [True]
    send(world.tina, rejudging, "approve", comment)
    assert ClassComment.objects.get(digest="x").markdown == "Mine."


def test_a_comment_whose_solutions_lose_their_representation_goes_nowhere(world: World) -> None:
    submit(world, world.ada, "a", "")
    comment = add_class_comment(world, "a")
    rejudging = finish_new_dry_run(world)
    (move,) = list_moves(world, rejudging)
    assert (move.new, move.is_open) == (None, False)
    send(world.tina, rejudging, "approve", comment)
    assert ClassComment.objects.count() == 1


@pytest.mark.parametrize("is_applied", [False, True])
def test_a_carried_comment_has_the_placeholders_of_the_new_version(
    world: World, is_applied: bool
) -> None:
    """A new version may number the names of a solution in another order."""
    submit(world, world.ada, "a", "x")
    text = "Rename PLACEHOLDER_0, `$PLACEHOLDER_1` and PLACEHOLDER_9."
    comment = add_class_comment(world, "a", markdown=text)
    rejudging = finish_new_dry_run(world)
    if is_applied:
        apply_all(rejudging, by=world.tina)
        TrialWorker(assess_with_new_version).run_all()
    renumbered = "Rename PLACEHOLDER_1, `$PLACEHOLDER_0` and PLACEHOLDER_9."
    assert renumbered in client_for(world.tina).get(build_url(rejudging)).content.decode()
    send(world.tina, rejudging, "approve", comment)
    [copy] = ClassComment.objects.filter(representer_version=2)
    assert copy.markdown == renumbered


def test_a_draft_can_be_edited_first(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    rejudging = finish_new_dry_run(world)
    [move] = list_moves(world, rejudging)
    data = {"to": "edit", "comment": comment.pk, "activity": world.exercise.pk, "seen": move.mark}
    response = client_for(world.tina).post(build_url(rejudging), data)
    copy = ClassComment.objects.get(digest="x")
    assert copy.draft
    assert client_for(world.tina).get(response.headers["Location"]).status_code == 200
    ClassComment.objects.filter(pk=copy.pk).update(markdown="Edited.")
    send(world.tina, rejudging, "approve", comment)
    copy.refresh_from_db()
    assert (copy.markdown, copy.draft, copy.revision) == ("Edited.", False, 2)


def test_only_texts_that_the_teacher_read_are_published(world: World) -> None:
    """An assistant may change the draft while the page is open."""
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    rejudging = finish_new_dry_run(world)
    send(world.tina, rejudging, "draft", comment)
    page = client_for(world.tina).get(build_url(rejudging)).content.decode()
    [seen] = re.findall(r'name="seen" value="([^"]+)"', page)
    drafts = ClassComment.objects.filter(digest="x")
    drafts.update(markdown="Something else.", revision=2)
    data = {"comment": comment.pk, "activity": world.exercise.pk, "seen": seen}
    for to in ("approve", "approve-all"):
        response = client_for(world.tina).post(
            build_url(rejudging), {**data, "to": to}, follow=True
        )
        page = response.content.decode()
        assert "Some comments have changed since. Read them again." in page
        assert "Something else." in page
    assert drafts.get().draft
    key = ClassKey.from_comment(drafts.get())
    carried = carry_comment(comment, key, world.tina, markdown="New.", draft=False, seen=1)
    assert carried is None


def test_an_assistant_drafts_but_does_not_publish(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    rejudging = finish_new_dry_run(world)
    for to in ("approve", "approve-all"):
        assert send(world.cleo, rejudging, to, comment) == 404
    assert send(world.cleo, rejudging, "draft", comment) == 302
    assert send(world.ada, rejudging, "draft", comment) == 404
    assert ClassComment.objects.get(digest="x").draft


def test_a_discarded_or_running_dry_run_offers_nothing(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    running = start_rejudging(world.course, RejudgingChoice.LATEST, by=world.tina)
    assert "Not ready yet" in client_for(world.tina).get(build_url(running)).content.decode()
    assert send(world.tina, running, "approve", comment) == 404
    rejudging = finish_dry_run(running, assess_with_new_version)
    discard(rejudging)
    assert send(world.tina, rejudging, "approve", comment) == 404


def test_comments_of_other_courses_are_neither_shown_nor_carried(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    ClassComment.objects.filter(pk=comment.pk).update(course=world.secret_course)
    rejudging = finish_new_dry_run(world)
    assert list_moves(world, rejudging) == []
    assert "About a" not in client_for(world.tina).get(build_url(rejudging)).content.decode()


def test_teachers_see_comments_on_older_versions_and_drafts(world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    page = reverse("equivalence:exercises", args=[world.course.slug])
    client = client_for(world.tina)
    assert "older version" not in client.get(page).content.decode()
    submit(world, world.ben, "a", "x", version=2)
    assert "1 comment on a class of an older version" in client.get(page).content.decode()
    assert "1 comment on an older version" in client.get("/").content.decode()
    rejudging = finish_new_dry_run(world)
    send(world.tina, rejudging, "draft", comment)
    assert "older version" not in client.get(page).content.decode()
    assert "1 draft that no student sees" in client.get(page).content.decode()
    assert "1 draft of a comment" in client.get("/").content.decode()
    assert not select_outdated_comments((world.secret_course,)).exists()


@pytest.mark.django_db(transaction=True)
def test_two_teachers_carry_a_comment_once(transactional_db: None, world: World) -> None:
    submit(world, world.ada, "a", "x")
    comment = add_class_comment(world, "a")
    (move,) = list_moves(world, finish_new_dry_run(world))
    begin = threading.Barrier(2)
    key = move.new
    assert key is not None

    def carry() -> None:
        begin.wait()
        try:
            source = ClassComment.objects.get(pk=comment.pk)
            carry_comment(source, key, world.tina, markdown="New.", draft=False, seen=0)
        finally:
            connection.close()

    threads = [threading.Thread(target=carry) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ClassComment.objects.filter(digest="x").count() == 1


def test_queries_are_constant_in_number(world: World) -> None:
    counts = []
    for number in (1, 10):
        for index in range(number):
            submit(world, world.ada, f"a{number}{index}", f"x{number}{index}")
            add_class_comment(world, f"a{number}{index}")
        rejudging = finish_new_dry_run(world)
        client_for(world.tina).get(build_url(rejudging))
        with CaptureQueriesContext(connection) as queries:
            client_for(world.tina).get(build_url(rejudging))
        counts.append(len(queries))
    assert counts[0] == counts[1]
