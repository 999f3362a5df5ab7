"""Submitting: what is accepted, what is refused, and how it is counted."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import translation

from kriterion.refusals import Refusal
from kriterion.submissions.file_names import find_name_fault
from kriterion.submissions.submission import MAXIMUM_BYTES, MAXIMUM_FILES
from kriterion.web.accounts.models import User
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.assessing import load_submitted_files
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.services.submitter_state import MAXIMUM_WAITING
from tests.tracks import FILES, make_track
from tests.web.queue_fixtures import HandIn


def test_a_submission_keeps_the_submitted_files(anna: User, exercise: Activity) -> None:
    intake = submit_files(anna, exercise, {"a.py": "x = '\r\nà'\r"}, language="nl")
    assert isinstance(intake, Submission)
    kept = Submission.objects.get(pk=intake.pk)
    assert kept.files == {"a.py": "x = '\nà'\n"}
    assert (kept.number, kept.language, kept.state) == (1, "nl", "queued")
    text = load_submitted_files(kept)
    assert (text.file_name, text.source, text.language) == ("a.py", "x = '\nà'\n".encode(), "nl")


def test_submissions_are_numbered_per_student_and_exercise(
    submit: HandIn, anna: User, bram: User
) -> None:
    assert [submit(user).number for user in (anna, anna, bram, anna)] == [1, 2, 1, 3]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "no file"),
        ({"a.py": b"\xff\xfea"}, "UTF-16"),
        ({"a.py": b"ok\n\xff"}, "line 2"),
        ({"a.py": "\0"}, "binary"),
        ({"a.py": "x" * (MAXIMUM_BYTES + 1)}, "too large"),
        ({"a.py": "", "../b.py": ""}, "points outside"),
        ({"a.py": "", "/b.py": ""}, "absolute"),
        ({f"{number}.py": "" for number in range(MAXIMUM_FILES + 1)}, f"{MAXIMUM_FILES} files"),
    ],
)
def test_an_unassessable_submission_is_refused_with_a_reason(
    anna: User, exercise: Activity, files: dict[str, str | bytes], reason: str
) -> None:
    refused = submit_files(anna, exercise, files, language="en")
    assert isinstance(refused, Refusal)
    assert reason in refused.reason
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("type_", "state"),
    [
        ("reading", ActivityState.OK),
        ("lesson", ActivityState.OK),
        ("exercise", ActivityState.NOT_VALID),
        ("exercise", ActivityState.REMOVED),
    ],
)
def test_an_activity_without_submissions_accepts_none(
    anna: User, exercise: Activity, type_: str, state: str
) -> None:
    exercise.type, exercise.state = type_, state
    exercise.save()
    assert isinstance(submit_files(anna, exercise, {"a.py": ""}, language="en"), Refusal)


def test_a_lone_surrogate_is_replaced(anna: User, exercise: Activity) -> None:
    intake = submit_files(anna, exercise, {"a.py": "\ud800"}, language="en")
    assert isinstance(intake, Submission)
    assert intake.files == {"a.py": "?"}


def test_what_a_submission_depends_on_is_read_in_one_query(anna: User, exercise: Activity) -> None:
    """Each query waits for the database, while others wait for the connection."""
    submit_files(anna, exercise, {"a.py": ""}, language="en")
    reads = []

    def note_read(execute: Any, sql: str, *arguments: Any) -> Any:
        if f'FROM "{Submission._meta.db_table}"' in sql:
            reads.append(sql)
        return execute(sql, *arguments)

    with connection.execute_wrapper(note_read):
        intake = submit_files(anna, exercise, {"a.py": ""}, language="en")
    assert isinstance(intake, Submission)
    assert intake.number == 2
    assert len(reads) == 1


def test_a_request_that_is_repeated_because_its_answer_was_lost_submits_once(
    anna: User, exercise: Activity
) -> None:
    def submit(text: str, last_known: int | None) -> Submission:
        intake = submit_files(anna, exercise, {"a.py": text}, language="en", last_known=last_known)
        assert isinstance(intake, Submission)
        return intake

    first = submit("1", 0)
    assert submit("1", 0) == first
    Submission.objects.update(state=SubmissionState.FINISHED)
    assert submit("1", 0) == first
    assert submit("2", 0).number == 2  # changed meanwhile
    assert submit("2", 2).number == 3  # the same again, on purpose
    assert submit("2", None).number == 4
    Submission.objects.update(state=SubmissionState.CANCELLED)
    assert submit("2", 0).number == 5


def test_flooding_the_queue_stops_only_the_flooder(
    submit: HandIn, anna: User, bram: User, exercise: Activity
) -> None:
    for _ in range(MAXIMUM_WAITING):
        submit(anna)
    refused = submit_files(anna, exercise, {"a.py": ""}, language="en")
    assert isinstance(refused, Refusal)
    submit(bram)
    submit(anna, priority=Priority.BACKGROUND)  # which is somebody else's doing


@pytest.mark.parametrize("state", [SubmissionState.QUEUED, SubmissionState.BLOCKED])
def test_background_submissions_of_a_user_do_not_stop_the_user(
    submit: HandIn, anna: User, exercise: Activity, state: str
) -> None:
    for _ in range(MAXIMUM_WAITING):
        submit(anna, priority=Priority.BACKGROUND)
    Submission.objects.update(state=state)
    assert isinstance(submit_files(anna, exercise, {"a.py": ""}, language="en"), Submission)


def test_flooding_a_blocked_exercise_stops_only_the_flooder(
    submit: HandIn, anna: User, exercise: Activity
) -> None:
    for _ in range(MAXIMUM_WAITING):
        submit(anna)
    Submission.objects.update(state=SubmissionState.BLOCKED)
    assert isinstance(submit_files(anna, exercise, {"a.py": ""}, language="en"), Refusal)
    other = Activity.objects.create(
        repository=exercise.repository, path="other", type=exercise.type, state=exercise.state
    )
    assert isinstance(submit_files(anna, other, {"a.py": ""}, language="en"), Submission)


@pytest.fixture
def two_files(tmp_path: Path, db: None) -> Activity:
    make_track(tmp_path)
    repository = Repository.objects.create(
        name="track", format="exercism", directory=str(tmp_path), state=RepositoryState.READY
    )
    return Activity.objects.create(repository=repository, path="exercises/practice/two-fer")


def test_the_files_of_a_submission_keep_their_order(anna: User, two_files: Activity) -> None:
    files: dict[str, str | bytes] = {"z.py": "z", "lib/words.py": "w", "two_fer.py": "t"}
    intake = submit_files(anna, two_files, files, language="en")
    assert isinstance(intake, Submission)
    intake.refresh_from_db()
    assert list(intake.texts) == ["two_fer.py", "lib/words.py", "z.py"]
    assert load_submitted_files(intake).file_name == "two_fer.py"
    assert list(load_submitted_files(intake).files.items()) == [
        ("two_fer.py", b"t"),
        ("lib/words.py", b"w"),
        ("z.py", b"z"),
    ]


def test_file_order_survives_a_database_that_forgets_it(anna: User, two_files: Activity) -> None:
    intake = submit_files(anna, two_files, dict.fromkeys((*FILES, "a.py"), ""), language="en")
    assert isinstance(intake, Submission)
    intake.files = dict(sorted(intake.files.items()))
    assert list(intake.texts) == [*FILES, "a.py"]


def test_files_submitted_before_their_order_was_stored_are_assessed(
    anna: User, two_files: Activity
) -> None:
    """The main one is the one that the exercise asks for, else the first by name."""
    for files, main in (
        ({"z.py": "", "two_fer.py": "", "a.py": ""}, "two_fer.py"),
        ({"z.py": "", "b.py": ""}, "b.py"),
        ({"mine.py": ""}, "mine.py"),
    ):
        old = Submission(user=anna, activity=two_files, number=1, files=files)
        assert load_submitted_files(old).file_name == main
        assert set(load_submitted_files(old).files) == set(files)


def test_an_exercise_of_another_format_accepts_one_file(anna: User, exercise: Activity) -> None:
    refused = submit_files(anna, exercise, {"barcode.py": "", "a.py": ""}, language="en")
    assert isinstance(refused, Refusal)
    assert refused.reason == "this exercise accepts only one file"


def test_a_file_name_of_the_exercises_tests_is_refused(anna: User, two_files: Activity) -> None:
    files: dict[str, str | bytes] = {"two_fer.py": "", "two_fer_test.py": ""}
    refused = submit_files(anna, two_files, files, language="nl")
    assert isinstance(refused, Refusal)
    with translation.override("nl"):
        text = translate_refusal(refused)
    assert text == "de bestandsnaam “two_fer_test.py” is een testbestand van de oefening"


def test_a_refusal_is_in_the_readers_language(anna: User, exercise: Activity) -> None:
    exercise.type = "reading"
    refused = submit_files(anna, exercise, {"a.py": ""}, language="nl")
    assert isinstance(refused, Refusal)
    with translation.override("nl"):
        assert translate_refusal(refused) != refused.reason


@pytest.mark.parametrize(
    "name", ["a b.py", "/x.py", "../x.py", "a//b.py", "x" * 300, ".meta/x.py", "", "\ud800", "\0"]
)
def test_an_invalid_name_is_refused_in_dutch(anna: User, exercise: Activity, name: str) -> None:
    refused = submit_files(anna, exercise, {"b.py": "", name: ""}, language="nl")
    assert isinstance(refused, Refusal)
    with translation.override("nl"):
        text = translate_refusal(refused)
    assert text.startswith("de bestandsnaam “")
    english = find_name_fault(name)
    assert english is not None
    assert english not in text
    assert "\0" not in text


def test_numbers_in_a_refusal_are_formatted_for_the_reader(anna: User, exercise: Activity) -> None:
    texts = {}
    for language in ("en", "nl"):
        refused = submit_files(anna, exercise, {"a.py": "x" * 70_000}, language=language)
        assert isinstance(refused, Refusal)
        with translation.override(language):
            texts[language] = translate_refusal(refused)
    assert "70,000" in texts["en"]
    assert "70.000" in texts["nl"]


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfea", b"\0", b"\xff", b"x" * (MAXIMUM_BYTES + 1)],
    ids=["utf-16", "binary", "bytes", "long"],
)
def test_every_refusal_is_translated_to_dutch(
    anna: User, exercise: Activity, content: bytes
) -> None:
    texts = set()
    for language in ("en", "nl"):
        refused = submit_files(anna, exercise, {"a.py": content}, language=language)
        assert isinstance(refused, Refusal)
        with translation.override(language):
            text = translate_refusal(refused)
        assert "%(" not in text
        texts.add(text)
    assert len(texts) == 2
