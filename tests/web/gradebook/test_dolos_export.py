"""The archive that Dolos reads: each student's latest solution, and a table that describes them."""

import csv
import io
import zipfile

import pytest
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import CourseGroup, Membership
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.gradebook.services import dolos_export, grade_export
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.models import Submission, SubmissionState
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import submit


def download(world: World, query: str = "") -> dict[str, bytes]:
    address = reverse("gradebook:dolos-zip", args=[world.course.slug, world.exercise.pk])
    response = client_for(world.tina).get(f"{address}?{query}")
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_info(files: dict[str, bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files["info.csv"].decode())))


@pytest.fixture
def students(world: World) -> list[User]:
    Submission.objects.all().delete()
    created = [User.objects.create(username=f"student{number}") for number in range(3)]
    Membership.objects.bulk_create(Membership(user=user, course=world.course) for user in created)
    return created


def test_the_latest_assessed_solution_of_each_student_is_described(
    world: World, students: list[User]
) -> None:
    group = CourseGroup.objects.create(course=world.course, name="=Monday")
    group.members.add(Membership.objects.get(user=students[0]))
    submit(world, students[0])
    latest = submit(world, students[0], status="correct", files={"a.py": "print('later')"})
    submit(world, students[1], state=SubmissionState.QUEUED)
    odd = submit(world, students[2], file_names=["../../x.py"], files={"../../x.py": "\ud800"})
    files = download(world)
    first, second = read_info(files)
    assert first == {
        "filename": f"{latest.pk}/a.py",
        "full_name": "student0",
        "id": str(students[0].pk),
        "status": "correct",
        "submission_id": str(latest.pk),
        "name_en": world.exercise.name("en"),
        "name_nl": world.exercise.name("nl"),
        "exercise_id": str(world.exercise.pk),
        "created_at": latest.created_at.isoformat(),
        "labels": "'=Monday",
        "ignored": "",
    }
    assert files[first["filename"]] == b"print('later')"
    assert second["filename"] == f"{odd.pk}/_/_/x.py"
    assert set(files) == {"info.csv", first["filename"], second["filename"]}


def test_the_filter_of_the_list_applies(world: World, students: list[User]) -> None:
    submit(world, students[0], status="correct")
    submit(world, students[1])
    (row,) = read_info(download(world, "status=wrong"))
    assert row["full_name"] == "student1"
    page = client_for(world.tina).get(
        reverse("gradebook:submissions", args=[world.course.slug])
        + f"?activity={world.exercise.pk}"
    )
    assert f"/submissions/{world.exercise.pk}/dolos.zip?activity=" in page.content.decode()


def test_the_template_is_marked(world: World, students: list[User]) -> None:
    submit(world, students[0])
    scope = ReviewScope(course=world.course)
    content = dolos_export.write_dolos_archive(
        scope, world.exercise, SubmissionFilter(), "def f():\n    pass\n"
    )
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("info.csv").decode())))
        assert archive.read("template.py") == b"def f():\n    pass\n"
    assert [row["ignored"] for row in rows] == ["", "true"]


def test_a_file_without_a_suffix_gives_the_template_none(
    world: World, students: list[User]
) -> None:
    submit(world, students[0], file_names=["solution"], files={"solution": "x"})
    content = dolos_export.write_dolos_archive(
        ReviewScope(course=world.course), world.exercise, SubmissionFilter(), "pass\n"
    )
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.read("template") == b"pass\n"


def test_the_files_of_a_solution_are_one_text(world: World, students: list[User]) -> None:
    files = {"a.py": "a", "data.csv": "1", "lib/b.py": "b\n"}
    row = submit(world, students[0], file_names=["lib/b.py", "data.csv", "a.py"], files=files)
    packed = download(world)
    assert set(packed) == {"info.csv", f"{row.pk}/lib/b.py"}
    assert packed[f"{row.pk}/lib/b.py"] == b"b\na"
    assert dolos_export.join_files({"a.py": "a", "b.py": "b"}) == ("a.py", "a\nb")
    assert dolos_export.join_files({}) == ("", "")


def test_too_many_solutions_are_refused(
    world: World, students: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(world, students[0])
    monkeypatch.setattr(dolos_export, "MAX_ARCHIVE_BYTES", 10)
    address = reverse("gradebook:dolos-zip", args=[world.course.slug, world.exercise.pk])
    response = client_for(world.tina).get(address, follow=True)
    assert "too large for one archive" in response.content.decode()
    assert grade_export.MAX_ARCHIVE_BYTES > 2**20


def test_an_exercise_of_another_course_is_not_found(world: World) -> None:
    address = reverse("gradebook:dolos-zip", args=[world.course.slug, 2**70])
    assert client_for(world.tina).get(address).status_code == 404
