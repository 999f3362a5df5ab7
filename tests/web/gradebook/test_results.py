"""What students earned: which submission counts, penalties, and that all outputs agree."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.base.spreadsheet_text import escape_formulas, unescape_formulas
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Listing, MemberRole, Membership, Series
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.gradebook.services.grade_export import write_csv, write_json
from kriterion.web.gradebook.services.student_results import (
    CountingRule,
    ExerciseResult,
    compute_points,
    list_columns,
    read_results,
)
from kriterion.web.repositories.models import Repository
from kriterion.web.review.models import RubricItem
from kriterion.web.review.services.reviewing import release_reviews, save_review
from kriterion.web.submissions.models import (
    Assessment,
    Submission,
    SubmissionState,
    SubmissionTests,
    TestPattern,
)
from tests.web.conftest import World, client_for


def build_url(name: str, world: World, **more: object) -> str:
    return reverse(f"gradebook:{name}", kwargs={"slug": world.course.slug, **more})


def submit(world: World, user: User, **fields: object) -> Submission:
    number = Submission.objects.filter(user=user).count() + 1
    values: dict[str, object] = {
        "activity": world.exercise,
        "course": world.course,
        "series": world.series,
        "number": number,
        "state": SubmissionState.FINISHED,
        "status": "wrong",
        "files": {"a.py": f"print({number})\n"},
        "file_names": ["a.py"],
        **fields,
    }
    return Submission.objects.create(user=user, **values)


@contextmanager
def count_queries() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as queries:
        yield queries


def get_result(
    world: World, user: User, counting: CountingRule = CountingRule.BEST
) -> ExerciseResult | None:
    (row,) = read_results(
        world.course, [user], list_columns(find_review_scope(world.tina, world.course)), counting
    )
    return row.results.get((world.series.pk, world.exercise.pk))


# Attempts as (status, accepted, earned, possible, penalty), and the index that counts by each rule.
ATTEMPTS: dict[str, tuple[list[tuple[str, bool, int | None, int | None, int]], int, int, str]] = {
    "the only one": ([("wrong", False, None, None, 0)], 0, 0, "0"),
    "a solution counts more than a later failure": (
        [("correct", True, None, None, 0), ("wrong", False, None, None, 0)],
        *(0, 1, "1"),
    ),
    "of two solutions the first": (
        [("correct", True, None, None, 0), ("correct", True, None, None, 0)],
        *(0, 1, "1"),
    ),
    "the most points": (
        [("wrong", False, 3, 10, 0), ("wrong", False, 7, 10, 0), ("wrong", False, 5, 10, 0)],
        *(1, 2, "7"),
    ),
    "points without the penalty": (
        [("wrong", False, 6, 10, 0), ("wrong", False, 8, 10, 50)],
        *(0, 1, "6"),
    ),
    "a late solution": ([("correct", True, None, None, 25)], 0, 0, "0.75"),
    "a solution in time counts more than a late one": (
        [("correct", True, 10, 10, 0), ("correct", True, 10, 10, 10)],
        *(0, 1, "10"),
    ),
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_the_submission_that_counts(world: World, name: str) -> None:
    attempts, best, latest, points = ATTEMPTS[name]
    created = [
        submit(
            world,
            world.ben,
            status=status,
            accepted=accepted,
            earned=earned,
            possible=possible,
            late_penalty=penalty,
        )
        for status, accepted, earned, possible, penalty in attempts
    ]
    result = get_result(world, world.ben)
    assert result is not None
    assert result.submission_id == created[best].pk
    assert result.earned == Decimal(points)
    assert result.attempts == len(created)
    last = get_result(world, world.ben, CountingRule.LATEST)
    assert last is not None and last.submission_id == created[latest].pk


def test_cancelled_and_failed_submissions_do_not_replace_a_result(world: World) -> None:
    solution = submit(world, world.ben, status="correct", accepted=True)
    submit(world, world.ben, state=SubmissionState.CANCELLED)
    submit(world, world.ben, state=SubmissionState.FAILED)
    submit(world, world.ben, state=SubmissionState.QUEUED)
    for counting in CountingRule:
        result = get_result(world, world.ben, counting)
        assert result is not None
        assert result.submission_id == solution.pk
        assert result.is_pending
        assert result.attempts == 3


def test_only_cancelled_submissions_are_no_result(world: World) -> None:
    submit(world, world.ben, state=SubmissionState.CANCELLED)
    assert get_result(world, world.ben) is None


def test_a_solution_with_an_open_essential_comment_does_not_count_as_solved(world: World) -> None:
    submit(world, world.ben, status="correct", accepted=True, essential=True)
    result = get_result(world, world.ben)
    assert result is not None and not result.is_solved and result.earned == 0


@pytest.mark.parametrize(
    ("earned", "penalty", "points"),
    [
        (10, 0, "10"),
        (10, 100, "0"),
        (7, 10, "6.3"),
        (1, 33, "0.67"),
        (None, 0, "0"),
        (3, 15, "2.55"),
    ],
)
def test_penalties_are_rounded_to_cents(earned: int | None, penalty: int, points: str) -> None:
    assert compute_points(earned, penalty) == Decimal(points)


# --- Pages and exports


@pytest.fixture
def graded(world: World) -> World:
    Series.objects.filter(pk=world.series.pk).update(late_penalty=20)
    submit(world, world.ada, status="correct", accepted=True, earned=10, possible=10)
    due = timezone.now() - timedelta(hours=1)
    submit(world, world.ben, status="wrong", earned=7, possible=10, late_penalty=20, due_at=due)
    Submission.objects.filter(pk=world.submission.pk).delete()
    return world


def test_the_page_and_all_exports_agree(graded: World) -> None:
    client = client_for(graded.tina)
    page = client.get(build_url("results", graded)).content.decode()
    assert "<strong>10</strong>" in page
    assert "<strong>5.6</strong>" in page
    assert "Late" in page
    text = client.get(build_url("grades-csv", graded)).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["username"]: row["total"] for row in rows} == {"ada": "10", "ben": "5.6"}
    for row in rows:
        cells = [row[name] for name in row if ": " in name]
        assert sum(Decimal(cell) for cell in cells if cell) == Decimal(row["total"])
    document = json.loads(client.get(build_url("grades-json", graded)).content)
    assert {student["username"]: student["total"] for student in document["students"]} == {
        "ada": 10.0,
        "ben": 5.6,
    }


def test_points_of_released_reviews_are_added_everywhere(graded: World) -> None:
    item = RubricItem.objects.create(course=graded.course, name="Style", points=4)
    for user in (graded.ada, graded.ben):
        submission = Submission.objects.get(user=user)
        scores = {item.pk: Decimal("2.5")}
        save_review(submission, graded.tina, comment="", scores=scores, seen=0, is_complete=True)
    before = get_result(graded, graded.ben)
    assert before is not None
    assert (before.earned, before.possible, before.reviewed) == (Decimal("5.6"), Decimal(10), None)
    release_reviews(graded.series, graded.exercise)
    after = get_result(graded, graded.ben)
    assert after is not None
    assert (after.earned, after.possible, after.reviewed) == (
        Decimal("8.1"),
        Decimal(14),
        Decimal("2.5"),
    )
    client = client_for(graded.tina)
    page = client.get(build_url("results", graded)).content.decode()
    assert "12.5/14" in page
    assert "8.1/14" in page
    document = json.loads(client.get(build_url("grades-json", graded)).content)
    assert {student["username"]: student["total"] for student in document["students"]} == {
        "ada": 12.5,
        "ben": 8.1,
    }


def test_the_archive_holds_the_submissions_that_count(graded: World) -> None:
    client = client_for(graded.tina)
    response = client.get(build_url("submissions-zip", graded, series_id=graded.series.pk))
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        names = set(archive.namelist())
        assert {"grades.csv", "grades.json", "ada/barcode/a.py", "ben/barcode/a.py"} == names


def test_grades_name_the_versions_that_judged_them(graded: World) -> None:
    submission = Submission.objects.get(user=graded.ada)
    Assessment.objects.create(
        submission=submission, attempt=1, document=b"", versions={"judge": "1a2b"}
    )
    document = json.loads(
        write_json(find_review_scope(graded.tina, graded.course), None, CountingRule.BEST)
    )
    (ada,) = [student for student in document["students"] if student["username"] == "ada"]
    assert [result["versions"] for result in ada["results"]] == [{"judge": "1a2b"}]


def test_names_of_files_stay_in_the_archive(graded: World) -> None:
    Submission.objects.filter(user=graded.ada).update(
        files={"../../evil/..\\x": "1"}, file_names=["../../evil/..\\x"]
    )
    response = client_for(graded.tina).get(
        build_url("submissions-zip", graded, series_id=graded.series.pk)
    )
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert not [name for name in archive.namelist() if ".." in name or "\\" in name]


def test_no_file_of_the_archive_replaces_another(graded: World) -> None:
    """Nor where names differ by case only, end with a dot or are those of devices."""
    repository = Repository.objects.create(name="another")
    twin = Activity.objects.create(repository=repository, path="barcode")
    Listing.objects.create(series=graded.series, activity=twin, position=1)
    submit(graded, graded.ada, activity=twin)
    for name in ("ada.", "ADA", f"{graded.ada.pk}-ada", "nul"):
        user = User.objects.create(username=name)
        Membership.objects.create(user=user, course=graded.course)
        submit(graded, user, files={"x.py": "1", "X.py": "2"}, file_names=["x.py", "X.py"])
    response = client_for(graded.tina).get(
        build_url("submissions-zip", graded, series_id=graded.series.pk)
    )
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        names = archive.namelist()
    assert len({name.casefold() for name in names}) == len(names)
    assert len(names) == 2 + 3 + 4 * 2
    assert {"_nul/barcode/x.py", "_nul/barcode/1-X.py"} <= set(names)
    assert not [name for name in names if name.startswith("nul/")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\t=1", "'\t'=1"),
        ("\ta", "'\ta"),
        ("a=1", "a=1"),
        ("a, -1", "a, -1"),
        ("a;=1", "a;'=1"),
        ("a; @b;-c", "a; '@b;'-c"),
        ('a;"=1"', 'a;"\'=1"'),
        ("a\n=1", "a\n'=1"),
        ("＝1", "'＝1"),
    ],
)
def test_formulas_are_disarmed(text: str, expected: str) -> None:
    assert escape_formulas(text) == expected
    assert unescape_formulas(expected) == text


@pytest.mark.parametrize("delimiter", ",;\t")
def test_no_cell_is_a_formula_for_whatever_separator(graded: World, delimiter: str) -> None:
    """Spreadsheets separate by semicolons where the decimal sign is a comma."""
    for name in ("a;=1", "a\t=1", "a\r\n=1", 'a;"=1"', "a\n;+1"):
        User.objects.filter(pk=graded.ada.pk).update(last_name=name)
        text = write_csv(find_review_scope(graded.tina, graded.course), None, CountingRule.BEST)
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=delimiter) for cell in row]
        assert [cell for cell in cells if cell[:1] in tuple("=+-@")] == []


def test_a_formula_as_a_name_is_disarmed_in_the_file(graded: World) -> None:
    User.objects.filter(pk=graded.ada.pk).update(last_name='=HYPERLINK("x")')
    assert "'=HYPERLINK" in write_csv(
        find_review_scope(graded.tina, graded.course), None, CountingRule.BEST
    )
    assert "=HYPERLINK" in write_json(
        find_review_scope(graded.tina, graded.course), None, CountingRule.BEST
    )


def test_the_number_of_queries_does_not_grow_with_students(graded: World) -> None:
    client = client_for(graded.tina)
    client.get(build_url("results", graded))
    with count_queries() as few:
        client.get(build_url("results", graded))
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(60))
    Membership.objects.bulk_create(Membership(user=user, course=graded.course) for user in users)
    for user in users[:20]:
        submit(graded, user)
    with count_queries() as many:
        page = client.get(build_url("results", graded))
    assert "s59" in page.content.decode()
    assert len(many) == len(few)


def test_stuck_and_silent_students_are_found(graded: World) -> None:
    for _ in range(5):
        submit(graded, graded.ben)
    silent = User.objects.create(username="silent.student")
    Membership.objects.create(user=silent, course=graded.course)
    client = client_for(graded.tina)

    def names(show: str) -> set[str]:
        page = client.get(build_url("results", graded), {"show": show})
        return {row.user.username for row, _, _ in page.context["rows"]}

    assert names("stuck") == {"ben"}
    assert names("silent") == {"silent.student"}
    submit(graded, graded.ben, accepted=True, status="correct")
    assert names("stuck") == set()
    assert names("nonsense") == {"ada", "ben", "silent.student"}


CLOSE: list[tuple[bool, str, list[dict[str, object]]]] = [
    (True, "most points", [{"earned": 8, "possible": 10}]),
    (False, "too few points", [{"earned": 7, "possible": 10}]),
    (False, "an exercise without points", [{"earned": 0, "possible": 0}]),
    (True, "most tests", [{"tests": (8, 2)}]),
    (False, "too few tests", [{"tests": (7, 3)}]),
    (False, "no tests, as after a compilation error", [{}]),
    (False, "points count, not tests", [{"earned": 1, "possible": 10, "tests": (9, 1)}]),
    (False, "it is solved", [{"tests": (9, 1)}, {"accepted": True, "tests": (10, 0)}]),
    (False, "it was solved before", [{"accepted": True}, {"tests": (9, 1)}]),
    (False, "the latest one is worse", [{"tests": (9, 1)}, {"tests": (1, 9)}]),
    (True, "the latest one is better", [{"tests": (1, 9)}, {"tests": (9, 1)}]),
    (False, "the machine failed", [{"tests": (9, 1), "state": SubmissionState.FAILED}]),
]


@pytest.mark.parametrize(
    ("is_close", "attempts"), [(row[0], row[2]) for row in CLOSE], ids=[row[1] for row in CLOSE]
)
def test_students_who_nearly_solved_an_exercise_are_found(
    world: World, is_close: bool, attempts: list[dict[str, object]]
) -> None:
    for number, attempt in enumerate(attempts):
        fields = dict(attempt)
        outcomes = fields.pop("tests", None)
        submission = submit(world, world.ben, **fields)
        if isinstance(outcomes, tuple):
            passed, failed = outcomes
            pattern = TestPattern.objects.create(
                activity=world.exercise,
                digest=str(number),
                passed=list(range(passed)),
                failed=list(range(failed)),
            )
            SubmissionTests.objects.create(submission=submission, pattern=pattern)
    client = client_for(world.tina)
    for series in ("", world.series.pk):
        page = client.get(build_url("results", world), {"show": "close", "series": series})
        names = {row.user.username for row, _, _ in page.context["rows"]}
        assert names == ({"ben"} if is_close else set())
    elsewhere: dict[str, str | int] = {"show": "close", "series": world.hidden_series.pk}
    other = client.get(build_url("results", world), elsewhere)
    assert not other.context["rows"]


def test_teachers_and_assistants_are_not_in_the_table(graded: World) -> None:
    Membership.objects.create(user=graded.cleo, course=graded.course, role=MemberRole.ASSISTANT)
    submit(graded, graded.cleo)
    page = client_for(graded.cleo).get(build_url("results", graded)).content.decode()
    assert "cleo" not in page.partition("<tbody>")[2]


def test_an_exercise_in_two_series_has_two_columns(graded: World) -> None:
    other = Series.objects.create(course=graded.course, name="Exam", position=9)
    Listing.objects.create(series=other, activity=graded.exercise)
    submit(graded, graded.ben, series=other, status="correct", accepted=True)
    (row,) = read_results(
        graded.course, [graded.ben], list_columns(find_review_scope(graded.tina, graded.course))
    )
    assert row.results[other.pk, graded.exercise.pk].is_solved
    assert not row.results[graded.series.pk, graded.exercise.pk].is_solved
