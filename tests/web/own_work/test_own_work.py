"""Archives of one's own work: complete, bounded, without what is withheld, and safe to unpack."""

import asyncio
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import PurePosixPath, PureWindowsPath
from secrets import token_hex
from zipfile import ZipFile

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, SubmissionRecord
from kriterion.web.courses.feedback_policy import FeedbackTime
from kriterion.web.exams.models import Exam
from kriterion.web.own_work.views import stream
from kriterion.web.own_work.work_archive import choose_work, write_archive
from kriterion.web.review.models import Review, ReviewThread, ThreadMessage
from kriterion.web.submissions.models import Assessment, Draft, Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import World, client_for

ODD_NAMES = (
    *("../../etc/passwd", "CON.py", "a.py", "A.py", "nul", "x" * 300 + ".py", "..", "a:b?.py"),
    *("é.py", "e\u0301.py", "日本語" * 60 + ".ml", "C:\\windows\\a.py", "half\ud83d.py", "/abs.py"),
)


def finish(submission: Submission, *tabs: Tab) -> None:
    output = FullOutput(accepted=False, status=Status.WRONG, groups=tabs)
    judge = JudgeRecord(status=Status.WRONG, accepted=False, summary="1 failed", feedback=output)
    record = AssessmentRecord(
        submission=SubmissionRecord(exercise="e", file_name="a.py", source="", language="en"),
        judge=judge,
    )
    submission.state, submission.status = SubmissionState.FINISHED, Status.WRONG.value
    submission.finished_at = timezone.now()
    submission.save()
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))


def make_tab(title: str, text: str, permission: Permission = Permission.STUDENT) -> Tab:
    message = Message(description=text)
    return Tab(
        description=title,
        permission=permission,
        groups=(Context(accepted=False, messages=(message,)),),
    )


def pack(world: World, course: bool = False) -> ZipFile:
    world.ada.__dict__.pop("course_roles", None)
    chosen = choose_work(world.ada, world.course if course else None, "en")
    archive = ZipFile(io.BytesIO(b"".join(write_archive(chosen))))
    assert archive.testzip() is None
    return archive


def read_feedback(archive: ZipFile) -> str:
    [name] = [name for name in archive.namelist() if name.endswith("-feedback.txt")]
    return archive.read(name).decode()


def test_an_archive_has_submissions_feedback_drafts_and_an_index(world: World) -> None:
    finish(world.submission, make_tab("Tests", "<b>you</b> printed 2"))
    thread = ReviewThread.objects.create(submission=world.submission, file="a.py", line=1)
    ThreadMessage.objects.create(thread=thread, author_name="Tina", text="Why print?")
    Review.objects.create(submission=world.submission, comment="Neat.", released_at=timezone.now())
    Draft.objects.create(user=world.ada, activity=world.exercise, files={"a.py": "print(3)\n"})
    Submission.objects.create(
        user=world.ben, activity=world.exercise, number=1, files={"ben.py": "secret"}
    )
    archive = pack(world)
    assert archive.namelist() == [
        "index.html",
        "index.json",
        "programming/Barcode/0001/a.py",
        "programming/Barcode/0001-feedback.txt",
        "drafts/Barcode/a.py",
    ]
    assert archive.read("programming/Barcode/0001/a.py") == b"print(1)\n"
    assert archive.read("drafts/Barcode/a.py") == b"print(3)\n"
    feedback = read_feedback(archive)
    for text in ("1 failed", "<b>you</b> printed 2", "Why print?", "Tina", "Neat."):
        assert text in feedback
    index = json.loads(archive.read("index.json"))
    assert [entry["number"] for entry in index["work"]] == [1, None]
    assert index["work"][0]["status"] == "wrong"
    assert index["work"][0]["feedback"] == "programming/Barcode/0001-feedback.txt"
    page = archive.read("index.html").decode()
    assert 'href="programming/Barcode/0001/a.py"' in page


def test_earlier_drafts_are_in_the_archive(world: World) -> None:
    draft = Draft.objects.create(user=world.ada, activity=world.exercise, files={"a.py": "3"})
    for revision, conflicting in ((1, False), (2, False), (2, True)):
        text = f"{revision} {conflicting}"
        draft.versions.create(revision=revision, conflicting=conflicting, files={"a.py": text})
    other = Draft.objects.create(user=world.ben, activity=world.exercise, files={"a.py": "secret"})
    other.versions.create(revision=1, files={"a.py": "secret"})
    archive = pack(world)
    paths = [name for name in archive.namelist() if name.startswith("earlier-drafts/")]
    assert len(set(paths)) == 3
    assert paths[0] == "earlier-drafts/Barcode/0001/a.py"
    texts = [archive.read(path).decode() for path in paths]
    assert texts == ["1 False", "2 False", "2 True"]
    index = json.loads(archive.read("index.json"))
    assert [entry["state"] for entry in index["work"]].count("earlier draft") == 3
    assert "Earlier draft" in archive.read("index.html").decode()


def test_feedback_that_students_never_see_stays_out(world: World) -> None:
    finish(
        world.submission,
        make_tab("Tests", "for everybody"),
        make_tab("Hidden", "for staff only", Permission.STAFF),
    )
    ReviewThread.objects.create(submission=world.submission, is_draft=True).messages.create(
        author_name="Tina", text="not released"
    )
    Review.objects.create(submission=world.submission, comment="not released")
    feedback = read_feedback(pack(world))
    assert "for everybody" in feedback
    assert "for staff only" not in feedback
    assert "not released" not in feedback


def test_withheld_feedback_stays_withheld(world: World) -> None:
    finish(world.submission, make_tab("Public", "seen now"), make_tab("Other", "seen later"))
    world.series.closes_at = timezone.now() + timedelta(days=1)
    world.series.feedback = FeedbackTime.AFTER_DEADLINE.value
    world.series.tab_feedback = {"Public": FeedbackTime.AT_ONCE.value}
    world.series.save()
    archive = pack(world)
    feedback = read_feedback(archive)
    assert "seen now" in feedback
    assert "not shown yet" in feedback
    assert "seen later" not in feedback
    assert "1 failed" not in feedback
    entry = json.loads(archive.read("index.json"))["work"][0]
    assert (entry["status"], entry["accepted"], entry["earned"]) == (None, None, None)
    assert "wrong" not in archive.read("index.html").decode().lower()
    world.series.closes_at = timezone.now() - timedelta(days=1)
    world.series.save()
    assert "seen later" in read_feedback(pack(world))


def test_an_archive_of_a_course_has_that_course_only(world: World) -> None:
    Submission.objects.create(
        user=world.ada, activity=world.exercise, number=2, files={"b.py": "elsewhere"}
    )
    assert "without-course/Barcode/0002/b.py" in pack(world).namelist()
    assert "without-course/Barcode/0002/b.py" not in pack(world, course=True).namelist()
    assert "programming/Barcode/0001/a.py" in pack(world, course=True).namelist()


def test_odd_names_can_be_unpacked_on_every_system(world: World) -> None:
    files = {name.encode("utf-8", "replace").decode(): name for name in ODD_NAMES}
    world.submission.files = {name: f"text {n}" for n, name in enumerate(files)}
    world.submission.file_names = [*files]
    world.submission.save()
    other = world.hidden_exercise
    other.names = {"en": "barcode"}  # differs from the other exercise by case only
    other.save()
    world.exercise.names = {"en": "Barcode"}
    world.exercise.save()
    Submission.objects.create(
        user=world.ada, course=world.course, activity=other, number=1, files={"a.py": "x"}
    )
    archive = pack(world)
    names = archive.namelist()
    contents = {archive.read(name).decode() for name in names if "/0001/" in name}
    assert {f"text {n}" for n in range(len(files))} <= contents
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert not PurePosixPath(name).is_absolute() and not PureWindowsPath(name).drive
        assert len(name) < 240
        for part in name.split("/"):
            assert part not in {"", ".", ".."} and len(part.encode()) <= 200
            assert not re.search(r'[<>:"\\|?*\x00-\x1f]', part)
            assert not re.match(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)", part)
            assert part == part.rstrip(". ")
    index = json.loads(archive.read("index.json"))
    assert {name for entry in index["work"] for name in entry["files"]} <= {*names}


@pytest.mark.long(reason="stores thousands of submissions")
def test_two_thousand_submissions_are_sent_in_pieces(world: World) -> None:
    Submission.objects.bulk_create(
        Submission(
            user=world.ada,
            activity=world.exercise,
            course=world.course,
            number=number,
            files={"a.py": f"print({number})\n", "data.txt": token_hex(100)},
        )
        for number in range(2, 2001)
    )
    queries = 0

    def count(execute: Callable[..., object], *arguments: object) -> object:
        nonlocal queries
        queries += 1
        return execute(*arguments)

    with connection.execute_wrapper(count):
        *chunks, directory = write_archive(choose_work(world.ada, None, "en"))
    assert queries < 350  # three readings of 20 at a time; nothing for each submission
    assert len(chunks) > 5
    assert max(map(len, chunks)) < 80 * 1024
    archive = ZipFile(io.BytesIO(b"".join([*chunks, directory])))
    assert len(archive.namelist()) == 4001
    assert len(json.loads(archive.read("index.json"))["work"]) == 2000


def test_a_second_archive_has_to_wait(world: World) -> None:
    client = client_for(world.ada)
    address = reverse("own-work:archive")
    first = client.get(address)
    assert first["Content-Type"] == "application/zip"
    assert first["Content-Disposition"] == 'attachment; filename="kriterion.zip"'
    second = client.get(address, {"course": world.course.pk}, follow=True)
    assert b"half a minute" in second.content
    assert client_for(world.ben).get(address)["Content-Type"] == "application/zip"


@pytest.mark.parametrize("course", ["0", "x", "999999", ""])
def test_a_course_without_own_submissions_is_not_found(world: World, course: str) -> None:
    response = client_for(world.ben).get(reverse("own-work:archive"), {"course": course})
    assert response.status_code == 404


def test_what_an_exam_hides_is_not_in_an_archive(world: World) -> None:
    Exam.objects.create(series=world.series)
    client = client_for(world.ada)
    assert b"Programming" not in client.get(reverse("own-work:archives")).content
    answer = client.get(reverse("own-work:archive"), {"course": world.course.pk})
    assert answer.status_code in {302, 403, 404}


def test_an_archive_is_written_in_the_language_of_the_page() -> None:
    from django.utils.translation import get_language

    def write() -> Iterator[bytes]:
        yield (get_language() or "").encode()
        yield (get_language() or "").encode()

    async def collect() -> list[bytes]:
        return [chunk async for chunk in stream(write(), "nl")]

    assert asyncio.run(collect()) == [b"nl", b"nl"]
