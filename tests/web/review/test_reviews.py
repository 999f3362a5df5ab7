"""Reviews with a rubric: written, released together, and questioned by students."""

from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import MemberRole, Membership, Series
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.notifications.models import Notification
from kriterion.web.review.models import Review, ReviewThread, RubricItem
from kriterion.web.review.services.discussion import open_thread
from kriterion.web.review.services.review_list import (
    find_next_unreviewed,
    select_submissions_to_review,
)
from kriterion.web.review.services.review_points import find_reviewed_points, read_reviewed_points
from kriterion.web.review.services.reviewing import (
    OutdatedReviewError,
    UnknownItemError,
    ask_for_second_look,
    release_reviews,
    save_review,
)
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES


@pytest.fixture
def style(world: World) -> RubricItem:
    """An item of four points for every exercise of the series."""
    Submission.objects.update(state="finished", status="correct", accepted=True)
    world.submission.refresh_from_db()
    return RubricItem.objects.create(
        course=world.course, series=world.series, name="Style", points=Decimal(4)
    )


def _submit(world: World, user: User, number: int = 1) -> Submission:
    return Submission.objects.create(
        user=user,
        activity=world.exercise,
        course=world.course,
        series=world.series,
        number=number,
        state="finished",
        files={"a.py": "x"},
    )


def _review(
    world: World, submission: Submission, points: dict[int, Decimal], *, done: bool = True
) -> Review:
    stored = Review.objects.filter(submission=submission).first()
    return save_review(
        submission,
        world.tina,
        comment="*Good*",
        scores=points,
        seen=0 if stored is None else stored.revision,
        is_complete=done,
    )


def _get_page(world: World, user: User) -> str:
    address = reverse("submission", args=[world.submission.pk])
    return client_for(user).get(address).content.decode()


def _build_url(name: str, world: World, **more: object) -> str:
    return reverse(f"review:{name}", kwargs={"slug": world.course.slug, **more})


def test_students_see_reviews_when_they_are_released_together(
    world: World, style: RubricItem
) -> None:
    other = _submit(world, world.ben)
    _review(world, world.submission, {style.pk: Decimal("2.5")})
    _review(world, other, {style.pk: Decimal(4)})
    assert "/ 4" not in _get_page(world, world.ada)
    assert find_reviewed_points(world.ada, world.exercise, world.series) is None

    exercise = {"series_id": world.series.pk, "activity_id": world.exercise.pk}
    response = client_for(world.tina).post(_build_url("release", world, **exercise), follow=True)
    assert "2 reviews released." in response.content.decode()
    page = _get_page(world, world.ada)
    assert "2.50 / 4" in page
    assert "Good" in page
    messages = set(Notification.objects.values_list("user__username", flat=True))
    assert messages == {"ada", "ben"}
    assert release_reviews(world.series, world.exercise) == 0


def test_comments_on_lines_are_released_with_the_review(world: World, style: RubricItem) -> None:
    _review(world, world.submission, {style.pk: Decimal(1)})
    tina = client_for(world.tina)
    add = _build_url("line-comment-add", world, submission_id=world.submission.pk)
    tina.post(add, {"thread-text": "Say why.", "thread-file": "a.py", "thread-line": "1"})
    thread = ReviewThread.objects.get()
    assert thread.is_draft
    assert not Notification.objects.exists()
    review = _build_url("review", world, submission_id=world.submission.pk)
    assert "Say why." in tina.get(review).content.decode()
    assert "Say why." not in _get_page(world, world.ada)
    reply = reverse("review:thread-reply", args=[thread.pk])
    assert client_for(world.ada).post(reply, {"text": "x", "seen": 0}).status_code == 404
    release_reviews(world.series, world.exercise)
    assert "Say why." in _get_page(world, world.ada)
    assert Notification.objects.count() == 1
    tina.post(add, {"thread-text": "And this.", "thread-file": "a.py"})
    assert "And this." in _get_page(world, world.ada), "the review is released already"


def test_a_comment_leads_to_its_line_in_the_code_that_is_reviewed(
    world: World, style: RubricItem
) -> None:
    files = {"a.py": "a = 1\n", "b.py": "b = 2\r\n<b>\n"}
    Submission.objects.filter(pk=world.submission.pk).update(files=files, file_names=list(files))
    tina = client_for(world.tina)
    add = _build_url("line-comment-add", world, submission_id=world.submission.pk)
    tina.post(add, {"thread-text": "Bold.", "thread-file": "b.py", "thread-line": "2"})
    tina.post(add, {"thread-text": "Short.", "thread-file": "a.py"})
    page = tina.get(_build_url("review", world, submission_id=world.submission.pk))
    code = page.content.decode()
    for number, line in (("line-1", "a = 1"), ("2-line-1", "b = 2"), ("2-line-2", "&lt;b&gt;")):
        assert f'id="code-{number}"' in code
        assert f"<code>{line}</code>" in code
    assert '<a href="#code-2-line-2">Line 2</a> · b.py' in code
    assert "About the whole solution" in code


def test_a_refused_comment_on_a_line_stays_in_its_form(world: World, style: RubricItem) -> None:
    tina = client_for(world.tina)
    add = _build_url("line-comment-add", world, submission_id=world.submission.pk)
    form = {"thread-text": "Say why.", "thread-file": "a.py", "thread-line": "9"}
    page = tina.post(add, form).content.decode()
    assert "The last line is 1." in page
    assert "Say why.</textarea>" in page
    assert 'id="new-thread" open' in page
    assert not ReviewThread.objects.exists()
    review = _build_url("review", world, submission_id=world.submission.pk)
    assert f'method="post" action="{review}"' in page, "the review can still be saved"


def test_a_reviewer_sees_the_feedback_beside_the_review(world: World, style: RubricItem) -> None:
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    Submission.objects.filter(pk=world.submission.pk).update(attempt=1)
    review = _build_url("review", world, submission_id=world.submission.pk)
    page = client_for(world.tina).get(review).content.decode()
    assert 'class="feedback' in page
    assert "countdown goes up" in page, "an annotation"
    assert 'id="reviewed-code"' not in page


def test_points_are_needed_to_complete_a_review(world: World, style: RubricItem) -> None:
    review = _build_url("review", world, submission_id=world.submission.pk)
    page = client_for(world.tina).get(review).content.decode()
    assert page.count('<span class="optional">') == len(("comment", "last line", "line"))


def test_a_reviewer_deletes_own_comments_before_the_release(
    world: World, style: RubricItem
) -> None:
    thread = open_thread(world.submission, world.tina, "Say why.", with_review=True)
    delete = _build_url("line-comment-delete", world, thread_id=thread.pk)
    assert client_for(world.root).post(delete).status_code == 404
    client_for(world.tina).post(delete)
    assert not ReviewThread.objects.exists()


def test_a_draft_is_not_released(world: World, style: RubricItem) -> None:
    _review(world, world.submission, {}, done=False)
    assert release_reviews(world.series, world.exercise) == 0
    assert not Notification.objects.exists()


def test_a_reviewer_saves_a_draft_completes_it_and_goes_on(world: World, style: RubricItem) -> None:
    other = _submit(world, world.ben)
    tina = client_for(world.tina)
    address = _build_url("review", world, submission_id=world.submission.pk)
    form = {"comment": "Well", "seen": 0, f"item-{style.pk}": "3"}
    tina.post(address, {**form, "to": "draft"})
    review = Review.objects.get()
    assert (review.comment, review.completed_at) == ("Well", None)
    response = tina.post(address, {**form, "seen": 1, "to": "next"})
    assert response.headers["Location"] == _build_url("review", world, submission_id=other.pk)
    review.refresh_from_db()
    assert review.completed_at is not None
    assert review.scores.get().points == 3
    assert [entry.action for entry in AuditEntry.objects.all()] == ["review.save"] * 2


@pytest.mark.parametrize("points", ["5", "-1", "x", "1.234", "1e9"])
def test_invalid_points_are_refused(world: World, style: RubricItem, points: str) -> None:
    address = _build_url("review", world, submission_id=world.submission.pk)
    form = {"comment": "", "seen": 0, f"item-{style.pk}": points, "to": "draft"}
    assert client_for(world.tina).post(address, form).status_code == 200
    assert not Review.objects.exists()


def test_a_complete_review_has_points_for_every_item(world: World, style: RubricItem) -> None:
    address = _build_url("review", world, submission_id=world.submission.pk)
    response = client_for(world.tina).post(address, {"comment": "x", "seen": 0, "to": "complete"})
    assert "Give points for every item" in response.content.decode()
    assert not Review.objects.exists()


def test_scores_for_items_of_other_exercises_are_refused(world: World, style: RubricItem) -> None:
    foreign = RubricItem.objects.create(
        course=world.course, activity=world.hidden_exercise, name="Other", points=1
    )
    with pytest.raises(UnknownItemError):
        _review(world, world.submission, {foreign.pk: Decimal(1)})
    with pytest.raises(UnknownItemError):
        _review(world, world.submission, {style.pk: Decimal(5)})


def test_a_reviewer_who_was_overtaken_reads_both_before_saving(
    world: World, style: RubricItem
) -> None:
    _review(world, world.submission, {style.pk: Decimal(1)})
    address = _build_url("review", world, submission_id=world.submission.pk)
    form = {"comment": "Mine", "seen": 0, f"item-{style.pk}": "3", "to": "complete"}
    root = client_for(world.root)
    response = root.post(address, form)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Mine" in page
    assert "last reviewer: tina" in page
    assert Review.objects.get().comment == "*Good*"
    root.post(address, {**form, "seen": 1})
    assert Review.objects.get().comment == "Mine"


def test_who_edits_while_reviews_are_released_is_told(world: World, style: RubricItem) -> None:
    review = _review(world, world.submission, {style.pk: Decimal(1)})
    seen = review.revision
    release_reviews(world.series, world.exercise)
    with pytest.raises(OutdatedReviewError):
        save_review(
            world.submission, world.root, comment="", scores={}, seen=seen, is_complete=False
        )
    review.refresh_from_db()
    assert review.released_at is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_reviewers_who_save_at_once_one_is_told(world: World) -> None:
    outcomes: list[str] = []
    start = Barrier(2)

    def save(reviewer: User) -> None:
        start.wait()
        try:
            save_review(
                world.submission,
                reviewer,
                comment=reviewer.username,
                scores={},
                seen=0,
                is_complete=True,
            )
            outcomes.append("stored")
        except OutdatedReviewError:
            outcomes.append("outdated")
        finally:
            connection.close()

    threads = [Thread(target=save, args=[author]) for author in (world.tina, world.root)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["outdated", "stored"]


@pytest.mark.django_db(transaction=True)
def test_saving_while_reviews_are_released_loses_neither(world: World) -> None:
    review = _review(world, world.submission, {})
    seen = review.revision
    outcomes: list[str] = []
    start = Barrier(2)

    def save() -> None:
        start.wait()
        try:
            save_review(
                world.submission, world.root, comment="New", scores={}, seen=seen, is_complete=True
            )
            outcomes.append("stored")
        except OutdatedReviewError:
            outcomes.append("outdated")
        finally:
            connection.close()

    def release() -> None:
        start.wait()
        release_reviews(world.series, world.exercise)
        connection.close()

    threads = [Thread(target=save), Thread(target=release)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    review.refresh_from_db()
    assert review.released_at is not None
    assert review.comment == ("New" if outcomes == ["stored"] else "*Good*")


def test_a_student_asks_once_for_a_second_look(world: World, style: RubricItem) -> None:
    review = _review(world, world.submission, {style.pk: Decimal(1)})
    address = reverse("review:second-look", args=[world.submission.pk])
    ada = client_for(world.ada)
    assert ada.post(address, {"reason": "Why 1?"}).status_code == 404, "it is not released"
    release_reviews(world.series, world.exercise)
    assert client_for(world.tina).post(address, {"reason": "x"}).status_code == 404
    ada.post(address, {"reason": "Why 1?"})
    review.refresh_from_db()
    assert not ask_for_second_look(review, "again")
    list_address = _build_url(
        "exercise", world, series_id=world.series.pk, activity_id=world.exercise.pk
    )
    tina = client_for(world.tina)
    assert "Second look" in tina.get(list_address).content.decode()
    review_address = _build_url("review", world, submission_id=world.submission.pk)
    assert "Why 1?" in tina.get(review_address).content.decode()
    _review(world, world.submission, {style.pk: Decimal(3)})
    assert "Second look" not in tina.get(list_address).content.decode()
    assert Notification.objects.filter(user=world.ada).count() == 2
    earned = find_reviewed_points(world.ada, world.exercise, world.series)
    assert earned is not None
    assert earned.earned == 3


def test_blind_mode_hides_names(world: World, style: RubricItem) -> None:
    User.objects.filter(pk=world.ada.pk).update(first_name="Augusta")
    tina = client_for(world.tina)
    pages = [
        _build_url("exercise", world, series_id=world.series.pk, activity_id=world.exercise.pk),
        _build_url("review", world, submission_id=world.submission.pk),
    ]
    assert all("Augusta" in tina.get(page).content.decode() for page in pages)
    tina.post(_build_url("blind", world), {"to": "on"})
    for page in pages:
        html = tina.get(page).content.decode()
        assert "Augusta" not in html
        assert "Student 1" in html
    tina.post(_build_url("blind", world), {"to": "off"})
    assert "Augusta" in tina.get(pages[0]).content.decode()


def test_blind_mode_hides_names_wherever_a_review_leads(world: World, style: RubricItem) -> None:
    User.objects.filter(pk=world.ada.pk).update(first_name="Augusta")
    world.ada.refresh_from_db()
    thread = open_thread(world.submission, world.ada, "Why?")
    pages = {
        name: ROUTES[name].address(name, world)
        for name in (
            *("submission", "gradebook:submissions", "review:questions"),
            *("equivalence:class", "comment_reports:rule"),
        )
    }
    report = ROUTES["comment_reports:report"]
    client_for(world.ada).post(report.address("comment_reports:report", world), {"to": "report"})
    news_address = reverse("gradebook:submission-news", args=[world.course.slug])
    pages["news"] = f"{news_address}?rows={world.submission.pk}."
    tina = client_for(world.tina)
    for name, page in pages.items():
        assert "Augusta" in tina.get(page).content.decode(), name
    tina.post(_build_url("blind", world), {"to": "on"})
    for name, page in pages.items():
        html = tina.get(page).content.decode()
        assert "Augusta" not in html, name
        assert "Name hidden" in html, name
    outdated = tina.post(reverse("review:thread-reply", args=[thread.pk]), {"text": "x", "seen": 0})
    assert "Augusta" not in outdated.content.decode()
    assert "Augusta" in client_for(world.ada).get(pages["submission"]).content.decode()


def test_the_reviewed_or_else_the_latest_submission_is_reviewed(
    world: World, style: RubricItem
) -> None:
    later = _submit(world, world.ada, 2)
    bens = [_submit(world, world.ben, number) for number in (1, 2)]
    _review(world, bens[0], {style.pk: Decimal(1)})
    _submit(world, world.tina)
    ids = select_submissions_to_review(
        find_review_scope(world.tina, world.course), world.series, world.exercise.pk
    )
    assert ids == [later.pk, bens[0].pk], "and teachers' own are not"
    assert find_next_unreviewed(ids, 0) == later.pk
    _review(world, later, {style.pk: Decimal(1)})
    assert find_next_unreviewed(ids, 0) is None


def test_points_count_items_of_the_course_series_and_exercise(
    world: World, style: RubricItem
) -> None:
    items = [
        style,
        RubricItem.objects.create(course=world.course, name="Names", points=1),
        RubricItem.objects.create(
            course=world.course, activity=world.exercise, name="Loop", points=2
        ),
    ]
    RubricItem.objects.create(course=world.course, series=world.hidden_series, name="x", points=9)
    RubricItem.objects.create(course=world.secret_course, name="y", points=9)
    _review(world, world.submission, {item.pk: Decimal("0.5") for item in items})
    release_reviews(world.series, world.exercise)
    points = read_reviewed_points(Series.objects.filter(course=world.course))
    [(key, found)] = points.items()
    assert key == (world.ada.pk, world.exercise.pk, world.series.pk)
    assert (found.earned, found.possible) == (Decimal("1.5"), Decimal(7))
    assert read_reviewed_points([world.series], users=[world.ben.pk]) == {}


def test_an_item_with_points_is_neither_deleted_nor_lowered(
    world: World, style: RubricItem
) -> None:
    _review(world, world.submission, {style.pk: Decimal(3)})
    tina = client_for(world.tina)
    tina.post(_build_url("rubric-item-delete", world, item_id=style.pk))
    edit = _build_url("rubric-item", world, item_id=style.pk)
    response = tina.post(edit, {"name": "Style", "points": "2", "series": world.series.pk})
    assert "A review gives 3 points for it." in response.content.decode()
    style.refresh_from_db()
    assert style.points == 4


def test_an_item_is_of_exercises_and_series_of_the_course(world: World) -> None:
    tina = client_for(world.tina)
    foreign = Series.objects.create(course=world.secret_course, name="Foreign")
    address = _build_url("rubric", world)
    tina.post(address, {"name": "x", "points": "2", "series": foreign.pk})
    assert not RubricItem.objects.exists()
    tina.post(address, {"name": "x", "points": "2", "activity": world.exercise.pk})
    item = RubricItem.objects.get()
    assert (item.course, item.activity, item.series) == (world.course, world.exercise, None)


def test_an_assistant_reviews_and_neither_releases_nor_changes_the_rubric(
    world: World, style: RubricItem
) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    cleo = client_for(world.cleo)
    form = {"comment": "Fine", "seen": 0, f"item-{style.pk}": "3", "to": "complete"}
    cleo.post(_build_url("review", world, submission_id=world.submission.pk), form)
    assert Review.objects.get().reviewer == world.cleo
    exercise = {"series_id": world.series.pk, "activity_id": world.exercise.pk}
    assert cleo.post(_build_url("release", world, **exercise)).status_code == 404
    assert cleo.get(_build_url("rubric", world)).status_code == 404


def test_a_submission_of_another_course_is_not_found(world: World, style: RubricItem) -> None:
    Submission.objects.update(course=None, series=None)
    address = _build_url("review", world, submission_id=world.submission.pk)
    assert client_for(world.tina).get(address).status_code == 404


def test_the_number_of_queries_does_not_grow(
    world: World, style: RubricItem, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(20):
        student = User.objects.create(username=f"student-{number}")
        Membership.objects.create(user=student, course=world.course)
        _review(world, _submit(world, student), {style.pk: Decimal(1)})
    client = client_for(world.tina)
    exercise = {"series_id": world.series.pk, "activity_id": world.exercise.pk}
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        client.get(_build_url("exercise", world, **exercise))
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        client.get(_build_url("reviews", world))
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        release_reviews(world.series, world.exercise)
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        read_reviewed_points([world.series])
