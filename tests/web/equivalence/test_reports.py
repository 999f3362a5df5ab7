"""Students report comments on classes as wrong; their teachers see how many do."""

from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Series
from kriterion.web.equivalence.models import ClassCommentReport
from kriterion.web.submissions.models import ClassComment, Submission
from tests.web.conftest import World, client_for
from tests.web.equivalence.test_classes import build_page_url, save, submit


def report(user: User, submission: Submission, to: str = "report") -> int:
    comment = ClassComment.objects.get()
    url = reverse("equivalence:report", args=[submission.pk, comment.pk])
    return client_for(user).post(url, {"to": to}).status_code


def get_teachers_page(world: World) -> str:
    return client_for(world.tina).get(build_page_url(world)).content.decode()


def test_teachers_see_how_many_students_report_a_comment(world: World) -> None:
    first, second = submit(world, world.ada), submit(world, world.ben)
    save(world)
    assert "that it is wrong" not in get_teachers_page(world)
    assert [report(world.ada, first), report(world.ada, first)] == [302, 302]
    assert "1 of 2 students says that it is wrong" in get_teachers_page(world)
    report(world.ben, second)
    assert "2 of 2 students say that it is wrong" in get_teachers_page(world)
    classes = reverse("equivalence:classes", args=[world.course.slug, world.exercise.pk])
    assert "2 of 2 students say" in client_for(world.tina).get(classes).content.decode()
    report(world.ben, second, "withdraw")
    assert "1 of 2 students" in get_teachers_page(world)


def test_one_student_with_two_submissions_counts_once(world: World) -> None:
    submissions = [submit(world, world.ada), submit(world, world.ada)]
    submit(world, world.ben)
    save(world)
    for submission in submissions:
        report(world.ada, submission)
    assert "1 of 2 students" in get_teachers_page(world)


def test_a_changed_comment_has_no_reports(world: World) -> None:
    submission = submit(world, world.ada)
    save(world)
    report(world.ada, submission)
    save(world, "Better.", revision=1)
    assert "that it is wrong" not in get_teachers_page(world)
    report(world.ada, submission)
    assert "1 of 1 students" in get_teachers_page(world)


def test_only_the_author_reports_a_comment_that_they_see(world: World) -> None:
    submission = submit(world, world.ada)
    other_class = submit(world, world.ada, digest="other")
    save(world)
    for user in (world.ben, world.cleo, world.tina, world.root):
        assert report(user, submission) == 404
    assert report(world.ada, other_class) == 404
    save(world, draft=True, revision=1)
    assert report(world.ada, submission) == 404
    assert not ClassCommentReport.objects.exists()


def test_a_comment_that_is_withheld_cannot_be_reported(world: World) -> None:
    submission = submit(world, world.ada, series=world.series)
    save(world)
    Series.objects.filter(pk=world.series.pk).update(feedback="never")
    assert report(world.ada, submission) == 404
    assert not ClassCommentReport.objects.exists()
    Series.objects.filter(pk=world.series.pk).update(feedback="at-once")
    assert report(world.ada, submission) == 302


def test_a_students_page_offers_to_report_and_to_take_back(world: World) -> None:
    submission = submit(world, world.ada)
    url = reverse("submission", args=[submission.pk])
    assert "This comment is wrong" not in client_for(world.ada).get(url).content.decode()
    save(world)
    assert "This comment is wrong" in client_for(world.ada).get(url).content.decode()
    assert "This comment is wrong" not in client_for(world.tina).get(url).content.decode()
    report(world.ada, submission)
    assert "Take back" in client_for(world.ada).get(url).content.decode()
