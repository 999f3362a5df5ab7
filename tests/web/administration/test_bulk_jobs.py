"""Bulk jobs: the page for administrators, and the command."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import Rejudging, RejudgingChoice, RejudgingState
from kriterion.web.rejudging.services.control import start_rejudging
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import client_for
from tests.web.rejudging.rejudging_trial import (
    TrialWorker,
    finish_dry_run,
    make_assessed,
    make_course,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def course(exercise: Activity, anna: User) -> Course:
    made = make_course(exercise)
    for number in range(1, 5):
        make_assessed(made, anna, was=Status.WRONG, becomes=Status.CORRECT, number=number)
    return made


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create(username="root", role=Role.ADMINISTRATOR)


def bulk(*words: object) -> str:
    output = io.StringIO()
    call_command("bulk", *map(str, words), stdout=output)
    return output.getvalue()


def test_administrators_see_how_far_each_job_is(course: Course, root: User) -> None:
    rejudging = start_rejudging(course, RejudgingChoice.ALL, by=root)
    worker = TrialWorker()
    while rejudging.proposals.filter(state="proposed").count() < 2:
        assert worker.run_next()
    Rejudging.objects.update(rate=0.5)
    content = client_for(root).get(reverse("administration:bulk")).content.decode()
    assert 'value="2" max="4"' in content
    assert "0.5 a second" in content
    assert "about less than a minute left" in content


def test_administrators_pause_resume_and_cancel_a_job(course: Course, root: User) -> None:
    rejudging = start_rejudging(course, RejudgingChoice.ALL, by=root)
    client = client_for(root)
    address = reverse("administration:bulk-change", args=[rejudging.pk])
    client.post(address, {"to": "pause"})
    rejudging.refresh_from_db()
    assert rejudging.paused
    assert not TrialWorker().run_next()
    client.post(address, {"to": "resume"})
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.READY
    client.post(address, {"to": "cancel"})
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.DISCARDED
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["rejudging.pause", "rejudging.resume", "rejudging.discard"]


def test_the_number_of_queries_does_not_grow_with_the_jobs(
    course: Course, root: User, django_assert_max_num_queries: object
) -> None:
    client, address = client_for(root), reverse("administration:bulk")
    for _ in range(12):
        Rejudging.objects.create(course=course, choice="all", state=RejudgingState.DISCARDED)
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        client.get(address)


def test_the_command_runs_a_job_from_its_start_to_its_application(course: Course) -> None:
    assert bulk("start", course.slug, "--which", "all").split("\t")[1:] == [
        course.slug,
        "started\n",
    ]
    rejudging = Rejudging.objects.get()
    assert bulk("pause", rejudging.pk) == f"{rejudging.pk}: paused\n"
    with pytest.raises(CommandError, match="cannot pause it; it is paused"):
        bulk("pause", rejudging.pk)
    assert "\tpaused\t" in bulk("list")
    bulk("resume", rejudging.pk)
    finish_dry_run(rejudging)
    assert "\tready\t4/4\t" in bulk("list")
    assert bulk("apply", rejudging.pk) == "4 results are being applied\n"
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.APPLIED
    with pytest.raises(CommandError, match="cannot cancel it; it is applied"):
        bulk("cancel", rejudging.pk)
    assert AuditEntry.objects.filter(actor_name="kriterion manage").count() == 4


def test_the_command_names_what_it_does_not_find(course: Course) -> None:
    with pytest.raises(CommandError, match="nowhere: there is no such course"):
        bulk("start", "nowhere")
    with pytest.raises(CommandError, match="name courses, or use --all-courses"):
        bulk("start")
    with pytest.raises(CommandError, match="99: there is no such job; under way: none"):
        bulk("cancel", 99)
    bulk("start", "--all-courses", "--tools", "representer")
    assert Rejudging.objects.get().tools == "representer"
