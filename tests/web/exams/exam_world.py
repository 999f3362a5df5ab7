"""What tests of exams share: the small world with a running exam in it."""

from datetime import timedelta

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Series
from kriterion.web.exams.exam_setup import save_exam, set_password
from kriterion.web.exams.models import Exam, ExamEntry
from tests.web.conftest import World, client_for


def make_exam(
    series: Series, *, password: str = "", networks: tuple[str, ...] = (), hours: float = 1
) -> Exam:
    """An exam that began an hour ago and ends in `hours`."""
    now = timezone.now()
    exam = Exam(series=series, networks=list(networks))
    if password:
        set_password(exam, password)
    save_exam(exam, starts_at=now - timedelta(hours=1), ends_at=now + timedelta(hours=hours))
    return exam


def end_exam(exam: Exam) -> None:
    """End the exam for students without extra time."""
    now = timezone.now()
    save_exam(exam, starts_at=now - timedelta(hours=3), ends_at=now - timedelta(hours=1))


def enter(client: Client, exam: Exam, password: str = "", address: str = "127.0.0.1") -> None:
    client.post(build_address("enter", exam), {"password": password}, REMOTE_ADDR=address)


def hand_in(client: Client, exam: Exam) -> None:
    client.post(build_address("hand-in", exam))


def enter_as(user: User, exam: Exam, password: str = "") -> Client:
    client = client_for(user)
    enter(client, exam, password)
    assert ExamEntry.objects.filter(exam=exam, user=user).exists()
    return client


def build_address(route: str, exam: Exam) -> str:
    return reverse(f"exams:{route}", args=[exam.series.course.slug, exam.series_id])


def submit(client: Client, world: World, text: str = "print(2)") -> HttpResponse:
    address = reverse("submit", args=[world.exercise.pk])
    return client.post(  # type: ignore[return-value]
        address, {"series": world.series.pk, "name": "a.py", "text": text}
    )
