"""Classes of solutions of a course: their list, their page, and the comment that reaches them."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from kriterion.assessment.assessment_record import RepresenterRecord, RepresenterStatus
from kriterion.assessment.class_comments import ClassCommentType
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.equivalence.services.class_key import ClassKey, CourseClass
from kriterion.web.equivalence.services.class_reach import (
    choose_examples,
    list_readers,
    select_latest_submissions,
)
from kriterion.web.equivalence.services.comment_editing import (
    EmptyClassError,
    OutdatedCommentError,
    delete_comment,
    save_comment,
)
from kriterion.web.equivalence.services.shared_lines import MAX_LINES, mark_shared_lines
from kriterion.web.submissions.models import Assessment, ClassComment, Submission
from kriterion.web.submissions.services.solution_classes import list_class_comments
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for

KEY = ClassKey(digest="abc", representer_version=1, exercise_version=1)
TEXT = "def PLACEHOLDER_0():\n    return 1"


def submit(world: World, user: User, name: str = "total", **fields: object) -> Submission:
    """Add an assessed submission to the class, whose author chose a name."""
    values: dict[str, object] = {
        "activity": world.exercise,
        "course": world.course,
        "number": Submission.objects.filter(user=user).count() + 1,
        "state": "finished",
        "status": "correct",
        "accepted": True,
        "files": {"a.py": f"def {name}():\n    return 1\n"},
        "file_names": ["a.py"],
        **KEY.fields,
        **fields,
    }
    submission = Submission.objects.create(user=user, **values)
    representer = RepresenterRecord(
        status=RepresenterStatus.GENERATED,
        digest="abc",
        version=1,
        exercise_version=1,
        mapping={"PLACEHOLDER_0": name},
        text=TEXT,
    )
    record = replace(ASSESSMENT, representer=representer)
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))
    return submission


def make_course_class(world: World) -> CourseClass:
    return CourseClass(course=world.course, activity_id=world.exercise.pk, key=KEY)


def save(world: World, text: str = "Well done.", *, revision: int = 0, draft: bool = False) -> None:
    save_comment(
        make_course_class(world),
        world.tina,
        markdown=text,
        comment_type=ClassCommentType.ACTIONABLE,
        draft=draft,
        revision=revision,
    )


def build_page_url(world: World) -> str:
    return reverse("equivalence:class", args=[world.course.slug, world.exercise.pk, str(KEY)])


def make_form(
    to: str, text: str = "Rename `PLACEHOLDER_0`.", revision: int = 0
) -> dict[str, object]:
    return {"to": to, "markdown": text, "type": "actionable", "revision": revision}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("abc_1_1", KEY),
        ("abc_-1_2", ClassKey(digest="abc", representer_version=-1, exercise_version=2)),
        ("abc", None),
        ("abc_1", None),
        ("_1_1", None),
        ("a-b_1_1", None),
        ("abc_1_99999999999", None),
        ("a" * 65 + "_1_1", None),
    ],
)
def test_keys_of_classes_in_urls(text: str, key: ClassKey | None) -> None:
    assert ClassKey.parse(text) == key
    if key is not None:
        assert str(key) == text


def test_lines_that_all_examples_share_are_marked() -> None:
    sources = mark_shared_lines([{"a.py": "a\n  b\n\nc"}, {"a.py": "b\n\nd"}, {"a.py": "x\n\tb\n"}])
    marked = [[line.text.strip() for line in source.lines if line.shared] for source in sources]
    assert marked == [["b"], ["b"], ["b"]]


def test_the_only_example_has_no_marked_lines() -> None:
    (source,) = mark_shared_lines([{"a.py": "a\nb"}])
    assert not any(line.shared for line in source.lines)


def test_long_examples_are_truncated() -> None:
    long_line, many_lines = mark_shared_lines([{"a.py": "x" * 1_000_000}, {"a.py": "y\n" * 1000}])
    assert len(long_line.lines[0].text) == 300
    assert len(many_lines.lines) == MAX_LINES and many_lines.left_out == 600


def test_hidden_characters_of_examples_are_shown() -> None:
    (source,) = mark_shared_lines([{"a.py": "a\u202eb"}])
    assert "\u202e" not in source.lines[0].text


def test_examples_show_all_files_below_their_names() -> None:
    one = {"main.py": "a\nb\n", "empty.py": ""}
    other = {"main.py": "c\n", "lib/b.py": "b\n"}
    sources = mark_shared_lines([one, other])
    lines = [[(line.file, line.text, line.shared) for line in source.lines] for source in sources]
    assert lines[0] == [("main.py", "a", False), ("", "b", True), ("empty.py", "", False)]
    assert lines[1] == [("main.py", "c", False), ("lib/b.py", "b", True)]


def test_a_comment_reaches_past_and_future_submissions_of_its_course(world: World) -> None:
    past = submit(world, world.ada)
    save(world)
    future = submit(world, world.ben)
    elsewhere = submit(world, world.cleo, course=world.secret_course)
    alone = submit(world, world.cleo, course=None)
    comment = ClassComment.objects.get()
    assert list_class_comments(past) == list_class_comments(future) == [comment]
    assert list_class_comments(elsewhere) == list_class_comments(alone) == []


def test_a_comment_for_all_courses_reaches_every_submission(world: World) -> None:
    everywhere = [submit(world, world.ada), submit(world, world.cleo, course=None)]
    comment = ClassComment.objects.create(
        activity=world.exercise, type="actionable", markdown="x", author=world.tina, **KEY.fields
    )
    assert [list_class_comments(version) for version in everywhere] == [[comment], [comment]]


def test_two_courses_comment_on_the_same_class(world: World) -> None:
    ours = submit(world, world.ada)
    theirs = submit(world, world.cleo, course=world.secret_course)
    save(world, "ours")
    save_comment(
        CourseClass(course=world.secret_course, activity_id=world.exercise.pk, key=KEY),
        world.root,
        markdown="theirs",
        comment_type=ClassCommentType.ACTIONABLE,
        draft=False,
        revision=0,
    )
    assert [comment.markdown for comment in list_class_comments(ours)] == ["ours"]
    assert [comment.markdown for comment in list_class_comments(theirs)] == ["theirs"]


def test_a_draft_reaches_nobody_until_it_is_published(world: World) -> None:
    submission = submit(world, world.ada)
    save(world, draft=True)
    assert list_class_comments(submission) == []
    save(world, revision=1)
    assert len(list_class_comments(submission)) == 1
    save(world, draft=True, revision=2)
    assert list_class_comments(submission) == []


@pytest.mark.parametrize("revision", [0, 2])
def test_a_change_of_another_revision_is_refused(world: World, revision: int) -> None:
    submit(world, world.ada)
    save(world, "first")
    with pytest.raises(OutdatedCommentError):
        save(world, "second", revision=revision)
    with pytest.raises(OutdatedCommentError):
        delete_comment(make_course_class(world), revision=revision)
    assert ClassComment.objects.get().markdown == "first"


def test_an_empty_class_gets_no_comment(world: World) -> None:
    with pytest.raises(EmptyClassError):
        save(world)


@pytest.mark.django_db(transaction=True)
def test_of_two_teachers_who_write_the_first_comment_one_is_refused(
    transactional_db: None, world: World
) -> None:
    submit(world, world.ada)
    outcomes: list[str] = []
    begin = threading.Barrier(2)

    def write(text: str) -> None:
        begin.wait()
        try:
            save(world, text)
            outcomes.append(text)
        except OutdatedCommentError:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(text,)) for text in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("refused") == 1
    assert ClassComment.objects.get().markdown in outcomes


def test_each_reader_reads_the_comment_with_their_own_names(world: World) -> None:
    submit(world, world.ada, "first_try")
    submit(world, world.ada, "total")
    submit(world, world.ben, "som")
    readers = list_readers(
        list(select_latest_submissions(make_course_class(world))), "`PLACEHOLDER_0`!"
    )
    texts = [(reader.submission.user.username, reader.text) for reader in readers]
    assert texts == [("ben", "`som`!"), ("ada", "`total`!")]


def test_examples_differ_and_are_at_most_three(world: World) -> None:
    for user, name in zip(
        (world.ada, world.ben, world.cleo, world.tina, world.root), "aabcd", strict=True
    ):
        submit(world, user, name)
    examples = choose_examples(make_course_class(world))
    assert len(examples) == len({str(example.files) for example in examples}) == 3


def test_the_list_shows_classes_by_size_with_a_constant_number_of_queries(world: World) -> None:
    submit(world, world.ada)
    submit(world, world.ben)
    submit(world, world.ada, digest="def", accepted=False, status="wrong")
    submit(world, world.cleo, course=world.secret_course)
    client = client_for(world.tina)
    url = reverse("equivalence:classes", args=[world.course.slug, world.exercise.pk])
    client.get(url)
    with CaptureQueriesContext(connection) as few:
        page = client.get(url)
    assert [row.key.digest for _, row in page.context["rows"]] == ["abc", "def"]
    assert [row.students for _, row in page.context["rows"]] == [2, 1]
    for number in range(20):
        submit(world, world.ben, digest=f"d{number}")
    with CaptureQueriesContext(connection) as many:
        client.get(url)
    assert len(many) == len(few)
    rejected = client.get(url, {"verdict": "rejected"})
    assert [row.key.digest for _, row in rejected.context["rows"]] == ["def"]


def test_the_overview_counts_classes_of_this_course_only(world: World) -> None:
    submit(world, world.ada)
    submit(world, world.cleo, course=world.secret_course, digest="other")
    page = client_for(world.tina).get(reverse("equivalence:exercises", args=[world.course.slug]))
    (row,) = page.context["rows"]
    assert (row[0].classes, row[0].submissions) == (1, 1)


def test_a_teacher_previews_and_publishes_a_comment(world: World) -> None:
    submit(world, world.ada, "total")
    submit(world, world.ben, "som")
    submit(world, world.cleo, "secret_name", course=world.secret_course)
    client = client_for(world.tina)
    preview = client.post(build_page_url(world), make_form("preview"))
    assert preview.status_code == 200
    html = preview.content.decode()
    assert "It reaches 2 students" in html
    assert "Rename `total`." in html and "Rename `som`." in html
    assert "secret_name" not in html and "cleo" not in html
    assert not ClassComment.objects.exists()
    published = client.post(build_page_url(world), make_form("publish"))
    assert published.status_code == 302
    comment = ClassComment.objects.get()
    assert (comment.course, comment.author, comment.draft) == (world.course, world.tina, False)
    assert AuditEntry.objects.filter(action="class_comment.publish").exists()


def test_withdrawing_and_removing_a_comment(world: World) -> None:
    submission = submit(world, world.ada)
    save(world)
    client = client_for(world.tina)
    client.post(build_page_url(world), make_form("draft", revision=1))
    assert list_class_comments(submission) == []
    client.post(build_page_url(world), make_form("delete", revision=2))
    assert not ClassComment.objects.exists()


def test_a_refused_change_shows_both_texts(world: World) -> None:
    submit(world, world.ada)
    save(world, "Of the colleague.")
    response = client_for(world.tina).post(build_page_url(world), make_form("publish", "Mine."))
    html = response.content.decode()
    assert response.status_code == 409
    assert "Of the colleague." in html and "Mine." in html
    again = client_for(world.tina).post(
        build_page_url(world), make_form("publish", "Both.", revision=1)
    )
    assert again.status_code == 302
    assert ClassComment.objects.get().markdown == "Both."


@pytest.mark.parametrize("text", ["", " ", "x" * 10_001])
def test_empty_and_too_long_comments_are_refused(world: World, text: str) -> None:
    submit(world, world.ada)
    response = client_for(world.tina).post(build_page_url(world), make_form("publish", text))
    assert response.status_code == 422
    assert not ClassComment.objects.exists()


def test_names_and_code_are_escaped(world: World) -> None:
    world.ada.first_name = "<script>alert(1)</script>"
    world.ada.save()
    submit(world, world.ada, "<img src=x>")
    html = client_for(world.tina).post(build_page_url(world), make_form("preview")).content.decode()
    assert "<script>alert" not in html and "<img src=x>" not in html


def test_an_assistant_drafts_and_a_teacher_publishes(world: World) -> None:
    submission = submit(world, world.ada)
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    assistant, teacher = client_for(world.cleo), client_for(world.tina)
    assert assistant.post(build_page_url(world), make_form("publish")).status_code == 404
    assert assistant.post(build_page_url(world), make_form("draft")).status_code == 302
    assert (
        assistant.post(build_page_url(world), make_form("draft", "Better.", revision=1)).status_code
        == 302
    )
    assert assistant.post(build_page_url(world), make_form("delete", revision=2)).status_code == 404
    assert list_class_comments(submission) == []
    assert (
        teacher.post(build_page_url(world), make_form("publish", "Better.", revision=2)).status_code
        == 302
    )
    assert assistant.get(build_page_url(world)).status_code == 200
    assert (
        assistant.post(build_page_url(world), make_form("preview", revision=3)).status_code == 200
    )
    for action in ("publish", "draft", "delete"):
        assert (
            assistant.post(build_page_url(world), make_form(action, revision=3)).status_code == 404
        )
    assert [comment.markdown for comment in list_class_comments(submission)] == ["Better."]


def test_a_student_finds_nothing(world: World) -> None:
    submit(world, world.ada)
    assert client_for(world.ben).get(build_page_url(world)).status_code == 404


def test_teachers_of_another_course_find_nothing_of_this_one(world: World) -> None:
    submit(world, world.ada)
    other = Course.objects.create(slug="other", name="Other")
    Membership.objects.create(user=world.cleo, course=other, role=MemberRole.TEACHER)
    client = client_for(world.cleo)
    for slug in (world.course.slug, "other"):
        url = reverse("equivalence:class", args=[slug, world.exercise.pk, str(KEY)])
        assert client.get(url).status_code == 404
        assert client.post(url, make_form("publish")).status_code == 404
