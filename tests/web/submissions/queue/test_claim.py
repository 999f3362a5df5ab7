"""Who is served when: the table of fairness, and that nobody is served twice."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Loss, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.claim import PATIENCE, claim_next, has_claimable, is_suspect
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
    give: HandIn, handed_in: str, served: str
) -> None:
    """Capital letters hand in what nobody waits for."""
    users = {name: User.objects.create_user(name) for name in set(handed_in.lower())}
    for letter in handed_in:
        give(users[letter.lower()], priority=LATER if letter.isupper() else LIVE)
    taken = []
    while row := claim_next("w"):
        name = User.objects.get(pk=row.user_id).username
        taken.append(name.upper() if row.priority == LATER else name)
        Submission.objects.filter(pk=row.pk).update(state=SubmissionState.FINISHED)
    assert "".join(taken) == served


def test_who_comes_while_a_crowd_of_one_is_served_is_next(
    give: HandIn, anna: User, bram: User
) -> None:
    for _ in range(20):
        give(anna)
    for _ in range(5):
        row = claim_next("w")
        assert row is not None and row.user_id == anna.pk
        Submission.objects.filter(pk=row.pk).update(state=SubmissionState.FINISHED)
    claim_next("w")  # one of anna's runs
    give(bram)
    row = claim_next("w")
    assert row is not None and row.user_id == bram.pk


def test_what_runs_counts_as_served(give: HandIn, anna: User, bram: User) -> None:
    give(anna)
    assert claim_next("w") is not None
    give(anna)
    give(bram)
    row = claim_next("w")
    assert row is not None and row.user_id == bram.pk


def test_who_has_waited_for_the_machine_is_not_taken_before_the_time(
    give: HandIn, anna: User
) -> None:
    given = give(anna)
    Submission.objects.filter(pk=given.pk).update(not_before=timezone.now() + timedelta(hours=1))
    assert not has_claimable()
    assert claim_next("w") is None
    Submission.objects.filter(pk=given.pk).update(not_before=clock.now())
    assert has_claimable()
    assert claim_next("w") is not None


def test_a_background_submission_that_waited_long_goes_now_and_then(
    give: HandIn, anna: User, bram: User
) -> None:
    old = give(anna, priority=LATER)
    give(bram)
    row = claim_next("w", background_first=True)
    assert row is not None and row.priority == LIVE  # it has not waited long
    Submission.objects.filter(pk=old.pk).update(created_at=timezone.now() - 2 * PATIENCE)
    give(bram)
    row = claim_next("w", background_first=True)
    assert row is not None and row.pk == old.pk


def test_one_slot_is_kept_for_those_who_wait() -> None:
    share = Share(3)
    for _ in range(2):
        assert share.background
        share.took(LATER)
    assert not share.background
    share.ended(LATER)
    assert share.background
    assert Share(1).background


def test_background_comes_first_once_in_so_many() -> None:
    share = Share(2)
    for _ in range(EVERY - 1):
        assert not share.background_first
        share.took(LIVE)
    assert share.background_first
    share.took(LATER)
    assert not share.background_first


def test_a_taken_submission_is_a_new_attempt(give: HandIn, anna: User) -> None:
    give(anna)
    row = claim_next("w")
    assert row is not None
    assert (row.state, row.attempt, row.worker) == (SubmissionState.RUNNING, 1, "w")
    assert row.lease_until is not None and row.lease_until > timezone.now()
    assert claim_next("w") is None


def test_what_a_process_died_with_can_be_left_out(give: HandIn, anna: User, bram: User) -> None:
    suspect, other = give(anna), give(bram)
    Loss.objects.create(submission=suspect, attempt=1, worker="dead")
    taken = claim_next("w", suspects=False)
    assert taken and taken.pk == other.pk and not is_suspect(taken)
    assert claim_next("w", suspects=False) is None
    assert has_claimable() and not has_claimable(suspects=False)
    Submission.objects.filter(pk=suspect.pk).update(attempt=1)
    taken = claim_next("w")
    assert taken and taken.pk == suspect.pk and is_suspect(taken)


@pytest.mark.django_db(transaction=True)
def test_many_takers_never_take_the_same(give: HandIn) -> None:
    users = [User.objects.create_user(f"user-{number}") for number in range(6)]
    given = [give(user) for user in users for _ in range(5)]

    def take_all(worker: int) -> list[int]:
        taken = []
        try:
            while row := claim_next(f"w{worker}"):
                taken.append(row.pk)
        finally:
            connection.close()
        return taken

    with ThreadPoolExecutor(4) as threads:
        taken = Counter(pk for each in threads.map(take_all, range(4)) for pk in each)
    assert taken == Counter(submission.pk for submission in given)
    assert set(Submission.objects.values_list("attempt", flat=True)) == {1}


@pytest.mark.django_db(transaction=True)
def test_a_user_who_hands_in_twice_at_once_gets_two_numbers(give: HandIn, anna: User) -> None:
    activity = give(anna).activity

    def hand_in_one(_: int) -> int:
        try:
            given = submit_files(anna, activity, {"a.py": ""}, language="en")
            assert isinstance(given, Submission)
            return given.number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        numbers = sorted(threads.map(hand_in_one, range(12)))
    assert numbers == list(range(2, 14))
    assert sorted(Submission.objects.values_list("turn", flat=True)) == list(range(13))
