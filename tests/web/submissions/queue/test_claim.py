"""The order of claims: fairness between users, and no submission claimed twice."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Loss, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.claim import claim_next, has_claimable, is_suspect
from kriterion.web.submissions.queue.order.claim_statements import PATIENCE, select_first_rows
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.worker.background_share import EVERY, Share
from tests.web.queue_fixtures import HandIn

LIVE, LATER = Priority.INTERACTIVE, Priority.BACKGROUND


# Who hands in what, in this order, before anything is taken; and in which order it is taken.
@pytest.mark.parametrize(
    ("handed_in", "served"),
    [
        ("", ""),
        ("a", "a"),
        ("aab", "aba"),
        ("aaab", "abaa"),
        ("aaabbcc", "abcabca"),
        ("abab", "abab"),
        ("aaaabc", "abcaaa"),
        ("A", "A"),
        ("Aa", "aA"),
        ("AAAb", "bAAA"),
        ("AABb", "bABA"),
    ],
)
def test_everybody_is_served_before_anybody_is_served_twice(
    submit: HandIn, handed_in: str, served: str
) -> None:
    """Capital letters hand in what nobody waits for."""
    users = {name: User.objects.create_user(name) for name in set(handed_in.lower())}
    for letter in handed_in:
        submit(users[letter.lower()], priority=LATER if letter.isupper() else LIVE)
    taken = []
    while row := claim_next("w"):
        name = User.objects.get(pk=row.user_id).username
        taken.append(name.upper() if row.priority == LATER else name)
        Submission.objects.filter(pk=row.pk).update(state=SubmissionState.FINISHED)
    assert "".join(taken) == served


def test_a_user_who_arrives_during_anothers_crowd_is_next(
    submit: HandIn, anna: User, bram: User
) -> None:
    for _ in range(20):
        submit(anna)
    for _ in range(5):
        row = claim_next("w")
        assert row is not None and row.user_id == anna.pk
        Submission.objects.filter(pk=row.pk).update(state=SubmissionState.FINISHED)
    claim_next("w")  # one of anna's runs
    submit(bram)
    row = claim_next("w")
    assert row is not None and row.user_id == bram.pk


def test_a_running_submission_counts_as_served(submit: HandIn, anna: User, bram: User) -> None:
    submit(anna)
    assert claim_next("w") is not None
    submit(anna)
    submit(bram)
    row = claim_next("w")
    assert row is not None and row.user_id == bram.pk


def test_a_submission_waiting_to_be_retried_is_not_claimed_early(
    submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    Submission.objects.filter(pk=given.pk).update(not_before=timezone.now() + timedelta(hours=1))
    assert not has_claimable()
    assert claim_next("w") is None
    Submission.objects.filter(pk=given.pk).update(not_before=clock.now())
    assert has_claimable()
    assert claim_next("w") is not None


def test_a_background_submission_that_waited_long_is_sometimes_claimed_first(
    submit: HandIn, anna: User, bram: User
) -> None:
    old = submit(anna, priority=LATER)
    submit(bram)
    row = claim_next("w", background_first=True)
    assert row is not None and row.priority == LIVE  # it has not waited long
    Submission.objects.filter(pk=old.pk).update(created_at=timezone.now() - 2 * PATIENCE)
    submit(bram)
    row = claim_next("w", background_first=True)
    assert row is not None and row.pk == old.pk


def test_one_slot_is_reserved_for_interactive_submissions() -> None:
    share = Share(3)
    for _ in range(2):
        assert share.may_claim_background
        share.record_claim(LATER)
    assert not share.may_claim_background
    share.record_end(LATER)
    assert share.may_claim_background
    assert Share(1).may_claim_background


def test_background_submissions_have_a_fixed_share_of_claims() -> None:
    share = Share(2)
    for _ in range(EVERY - 1):
        assert not share.prefers_background
        share.record_claim(LIVE)
    assert share.prefers_background
    share.record_claim(LATER)
    assert not share.prefers_background


def test_a_look_for_background_submissions_that_finds_none_is_repeated_as_rarely() -> None:
    share = Share(2)
    looked = []
    for _ in range(4 * EVERY):
        looked.append(share.prefers_background)
        share.record_claim(LIVE)
    assert looked == ([False] * (EVERY - 1) + [True]) * 4


def test_a_claim_is_a_new_attempt(submit: HandIn, anna: User) -> None:
    submit(anna)
    row = claim_next("w")
    assert row is not None
    assert (row.state, row.attempt, row.worker) == (SubmissionState.RUNNING, 1, "w")
    assert row.lease_until is not None and row.lease_until > timezone.now()
    assert claim_next("w") is None


def test_what_a_process_died_with_can_be_left_out(submit: HandIn, anna: User, bram: User) -> None:
    suspect, other = submit(anna), submit(bram)
    Loss.objects.create(submission=suspect, attempt=1, worker="dead")
    taken = claim_next("w", suspects=False)
    assert taken and taken.pk == other.pk and not is_suspect(taken)
    assert claim_next("w", suspects=False) is None
    assert has_claimable() and not has_claimable(suspects=False)
    Submission.objects.filter(pk=suspect.pk).update(attempt=1)
    taken = claim_next("w")
    assert taken and taken.pk == suspect.pk and is_suspect(taken)


def test_one_silent_worker_is_no_suspicion(submit: HandIn, anna: User) -> None:
    """A machine that loses its power falls silent with all it runs, which is run again at once."""
    given = submit(anna)
    Submission.objects.update(attempt=1)
    Loss.objects.create(submission=given, attempt=1, worker="silent", is_silent=True)
    assert has_claimable(suspects=False)
    Loss.objects.create(submission=given, attempt=2, worker="silent too", is_silent=True)
    assert not has_claimable(suspects=False)
    taken = claim_next("w")
    assert taken and is_suspect(taken)


@pytest.mark.django_db(transaction=True)
def test_concurrent_claims_never_get_the_same_submission(submit: HandIn) -> None:
    users = [User.objects.create_user(f"user-{number}") for number in range(6)]
    given = [submit(user) for user in users for _ in range(5)]

    def claim_all(worker: int) -> list[int]:
        taken = []
        try:
            while row := claim_next(f"w{worker}"):
                taken.append(row.pk)
        finally:
            connection.close()
        return taken

    with ThreadPoolExecutor(4) as threads:
        taken = Counter(pk for claimed in threads.map(claim_all, range(4)) for pk in claimed)
    assert taken == Counter(submission.pk for submission in given)
    assert set(Submission.objects.values_list("attempt", flat=True)) == {1}


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_submissions_of_one_user_get_two_numbers(
    submit: HandIn, anna: User
) -> None:
    activity = submit(anna).activity

    def submit_one(_: int) -> int:
        try:
            given = submit_files(anna, activity, {"a.py": ""}, language="en")
            assert isinstance(given, Submission)
            return given.number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        numbers = sorted(threads.map(submit_one, range(12)))
    assert numbers == list(range(2, 14))
    assert sorted(Submission.objects.values_list("turn", flat=True)) == list(range(13))


@pytest.mark.parametrize(
    ("images", "claimed"),
    [
        (None, "ABC-"),
        ({"ocaml", "python"}, "ABC-"),
        ({"ocaml"}, "AC-"),
        ({"python"}, "B-"),
        (set(), "-"),
    ],
)
def test_a_worker_claims_only_for_its_images_and_unknown_ones(
    submit: HandIn, anna: User, images: set[str] | None, claimed: str
) -> None:
    for text, image in {"A": "ocaml", "B": "python", "C": "ocaml", "-": ""}.items():
        submission = submit(anna, text)
        Submission.objects.filter(pk=submission.pk).update(image=image)
    taken = ""
    while has_claimable(images=images):
        row = claim_next("w", images=images)
        assert row is not None
        taken += row.files["a.py"]
    assert taken == claimed
    assert claim_next("w", images=images) is None


def test_the_order_of_claims_is_the_same_over_all_images(
    submit: HandIn, anna: User, bram: User
) -> None:
    """Whatever is live precedes the background, and turns alternate, across images."""
    for user, image, priority in (
        (bram, "b", LATER),
        (anna, "a", LIVE),
        (anna, "b", LIVE),
        (bram, "b", LIVE),
        (bram, "a", LIVE),
        (anna, "a", LATER),
    ):
        submission = submit(user, priority=priority)
        Submission.objects.filter(pk=submission.pk).update(image=image)
    by_order = Submission.objects.order_by("priority", "turn", "pk")
    expected = list(by_order.values_list("pk", flat=True))
    claimed = []
    while row := claim_next("w", images={"a", "b", "c"}):
        claimed.append(row.pk)
    assert claimed == expected


def test_a_background_submission_that_has_waited_long_comes_first_in_its_image_too(
    submit: HandIn, anna: User
) -> None:
    live = submit(anna)
    late = submit(anna, priority=LATER)
    Submission.objects.filter(pk=live.pk).update(image="b")
    Submission.objects.filter(pk=late.pk).update(
        image="a", created_at=timezone.now() - 2 * PATIENCE
    )
    first = claim_next("w", background_first=True, images={"b"})
    assert first is not None and first.pk == live.pk
    second = claim_next("w", background_first=True, images={"a"})
    assert second is not None and second.pk == late.pk


def test_submissions_for_other_images_cost_a_claim_nothing(
    submit: HandIn, exercise: Activity, anna: User
) -> None:
    last = submit(anna)
    Submission.objects.filter(pk=last.pk).update(image="mine", turn=9)
    Submission.objects.bulk_create(
        Submission(user=anna, activity=exercise, number=number, image="other", turn=0)
        for number in range(2, 3001)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    ready = Submission.objects.filter(state=SubmissionState.QUEUED, priority=LIVE)
    plan = select_first_rows(ready, frozenset({"", "mine"})).explain()
    assert plan.count("submission_waits_for_image") == 2
    assert "submission_waits " not in plan
    row = claim_next("w", images={"mine"})
    assert row is not None and row.pk == last.pk
