"""The pages of re-judgings, as teachers, assistants and students see them."""

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.rejudging.models import (
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
)
from kriterion.web.rejudging.services.control import start_rejudging
from kriterion.web.submissions.models import Submission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import client_for
from tests.web.rejudging.rejudging_trial import TrialWorker, finish_dry_run, make_assessed

pytestmark = pytest.mark.django_db

CORRECT, WRONG = Status.CORRECT, Status.WRONG


def build_url(name: str, course: Course, **more: object) -> str:
    return reverse(f"rejudging:{name}", kwargs={"slug": course.slug, **more})


def get_page(client: Client, rejudging: Rejudging, kind: str = "") -> str:
    address = build_url("rejudging", rejudging.course, rejudging_id=rejudging.pk)
    return client.get(address, {"kind": kind} if kind else {}).content.decode()


def finish_new_dry_run(course: Course, tina: User) -> Rejudging:
    return finish_dry_run(start_rejudging(course, RejudgingChoice.ALL, by=tina))


def test_a_teacher_starts_reviews_and_applies(
    course: Course, tina: User, anna: User, bram: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    make_assessed(course, bram, was=WRONG, becomes=WRONG)
    client = client_for(tina)
    request = {"scope": f"series-{course.series.get().pk}", "choice": "latest"}
    response = client.post(build_url("start", course), request, follow=True)
    rejudging = Rejudging.objects.get()
    assert rejudging.series == course.series.get()
    assert "Selecting submissions" in response.content.decode()
    finish_dry_run(rejudging)
    page = get_page(client, rejudging)
    assert "Changed results" in page
    assert "Apply 1 changed result" in page
    assert "anna" in page
    assert "bram" not in page
    assert "bram" in get_page(client, rejudging, "same")
    apply = build_url("apply", course, rejudging_id=rejudging.pk)
    response = client.post(apply, {"what": "outcomes"}, follow=True)
    assert "1 result is being applied." in response.content.decode()
    TrialWorker().run_all()
    assert "applied" in get_page(client, rejudging)
    assert Submission.objects.filter(accepted=True).count() == 1
    actions = list(AuditEntry.objects.values_list("action", flat=True).order_by("pk"))
    assert actions == ["rejudging.start", "rejudging.apply"]


def test_only_selected_results_are_applied(
    course: Course, tina: User, anna: User, bram: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    assessed = make_assessed(course, bram, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    client = client_for(tina)
    apply = build_url("apply", course, rejudging_id=rejudging.pk)
    response = client.post(apply, {"what": "selection", "proposal": ["x", "-1"]}, follow=True)
    assert "Nothing was applied" in response.content.decode()
    chosen = rejudging.proposals.get(submission=assessed)
    client.post(apply, {"what": "selection", "proposal": [chosen.pk]})
    TrialWorker().run_all()
    assert list(Submission.objects.filter(accepted=True)) == [assessed]
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY


def test_a_student_sees_nothing_until_it_is_applied(course: Course, tina: User, anna: User) -> None:
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    Membership.objects.create(course=course, user=anna)
    client = client_for(anna)
    addresses = [reverse("submission", args=[submission.pk]), reverse("submissions")]
    before = [
        client.get(each).context["shown" if not at else "rows"] for at, each in enumerate(addresses)
    ]
    rejudging = finish_new_dry_run(course, tina)
    for address in (
        build_url("list", course),
        build_url("rejudging", course, rejudging_id=rejudging.pk),
    ):
        assert client.get(address).status_code == 404
    after = [
        client.get(each).context["shown" if not at else "rows"] for at, each in enumerate(addresses)
    ]
    assert before == after
    client_for(tina).post(build_url("apply", course, rejudging_id=rejudging.pk), {"what": "all"})
    TrialWorker().run_all()
    assert client.get(addresses[0]).context["shown"].word == "Correct"


def test_an_assistant_reviews_and_changes_nothing(
    course: Course, tina: User, anna: User, bram: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    Membership.objects.create(course=course, user=bram, role=MemberRole.ASSISTANT)
    client = client_for(bram)
    page = get_page(client, rejudging)
    assert "anna" in page
    assert "<button" not in page.partition("<main")[2].partition("</main")[0]
    assert client.get(build_url("start", course)).status_code == 404
    for name, data in (("apply", {"what": "all"}), ("change", {"to": "discard"})):
        address = build_url(name, course, rejudging_id=rejudging.pk)
        assert client.post(address, data).status_code == 404
    assert not Proposal.objects.filter(chosen=True).exists()


def test_a_rejudging_belongs_to_its_course(course: Course, tina: User, anna: User) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    other = Course.objects.create(slug="other", name="Other")
    Membership.objects.create(course=other, user=tina, role=MemberRole.TEACHER)
    client = client_for(tina)
    assert client.get(build_url("rejudging", other, rejudging_id=rejudging.pk)).status_code == 404
    apply = build_url("apply", other, rejudging_id=rejudging.pk)
    assert client.post(apply, {"what": "all"}).status_code == 404
    scope = {"scope": f"series-{course.series.get().pk}", "choice": "all"}
    assert (
        client.post(build_url("start", other), scope).status_code == 200
    )  # the form, with its fault
    assert not Rejudging.objects.filter(course=other).exists()


@pytest.mark.parametrize(
    ("to", "state", "paused"),
    [
        ("pause", RejudgingState.SELECTING, True),
        ("discard", RejudgingState.DISCARDING, False),
        ("nonsense", RejudgingState.SELECTING, False),
        ("retry", RejudgingState.SELECTING, False),
    ],
)
def test_a_teacher_pauses_or_discards(
    course: Course, tina: User, to: str, state: str, paused: bool
) -> None:
    rejudging = start_rejudging(course, RejudgingChoice.ALL, by=tina)
    client_for(tina).post(build_url("change", course, rejudging_id=rejudging.pk), {"to": to})
    rejudging.refresh_from_db()
    assert (rejudging.state, rejudging.paused) == (state, paused)


def test_a_submission_that_changed_since_is_listed_as_outdated(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    Submission.objects.update(attempt=2)
    page = get_page(client_for(tina), rejudging)
    assert "outdated: the submission has changed since" in page
    assert 'name="proposal"' not in page


def test_hostile_names_and_comments_are_shown_as_text(
    course: Course, tina: User, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(username="<script>x</script>\u202e")
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    proposal = rejudging.proposals.get()
    hostile = "<img src=x onerror=alert(1)>\u202e"
    proposal.before = {**proposal.before, "comments": [hostile], "comment_count": 30}
    proposal.save()
    page = get_page(client_for(tina), rejudging)
    assert "<script>x" not in page
    assert "<img src=x" not in page
    assert "\u202e" not in page
    assert "and 29 more" in page


def test_the_number_of_queries_does_not_grow_with_the_proposals(
    course: Course, tina: User, django_assert_max_num_queries: object
) -> None:
    for number in range(60):
        user = User.objects.create(username=f"student{number}")
        make_assessed(course, user, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    client = client_for(tina)
    client.get(build_url("list", course))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page = get_page(client, rejudging)
    assert page.count('name="proposal"') == 50
    assert "page=2" in page


def test_only_administrators_read_why_the_machine_failed(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = finish_new_dry_run(course, tina)
    rejudging.proposals.update(state=ProposalState.FAILED, failure="no space in /srv")
    root = User.objects.create(username="root", role="administrator")
    assert "/srv" not in get_page(client_for(tina), rejudging, "failed")
    assert "/srv" in get_page(client_for(root), rejudging, "failed")


def test_staff_read_which_versions_made_each_assessment(
    course: Course, tina: User, anna: User
) -> None:
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    Membership.objects.create(course=course, user=anna)
    address = reverse("submission", args=[submission.pk])
    before = client_for(tina).get(address).content.decode()
    assert "python 1" in before
    rejudging = finish_new_dry_run(course, tina)
    assert client_for(tina).get(address).content.decode().count("python 2") == 0
    client_for(tina).post(build_url("apply", course, rejudging_id=rejudging.pk), {"what": "all"})
    TrialWorker().run_all()
    page = client_for(tina).get(address).content.decode()
    history = page.partition('id="assessment-history"')[2].partition("</details>")[0]
    assert "python 1" in history
    assert "python 2" in history
    assert "Wrong" in history
    assert "replaced by tina" in history
    hers = client_for(anna).get(address).content.decode()
    assert "assessment-history" not in hers
    assert "python" not in hers.partition("<main")[2]
