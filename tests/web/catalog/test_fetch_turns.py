"""Repositories of different owners are fetched at the same time, in turns."""

import threading
from pathlib import Path

import pytest

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.fetch_turns import FetchTurns
from kriterion.web.database.background import start_in_background
from kriterion.web.repositories.models import Repository, RepositoryState
from tests.web.rehearsal import wait_until

SITE = None
ANN, BEN, CAS, DIA = range(1, 5)


class Fetches:
    """Fetches that last until they are ended, in threads of their own."""

    def __init__(self, most: int) -> None:
        self._turns = FetchTurns(most)
        self._endings: list[tuple[int | None, threading.Event]] = []
        self.threads: list[threading.Thread] = []
        self.running: list[int | None] = []

    def start(self, owner: int | None) -> None:
        """Start one, and wait until it has its turn or waits for it."""
        ending, waiting = threading.Event(), len(self._turns._waiting) + len(self.running)

        def run() -> None:
            with self._turns.take(owner):
                self.running.append(owner)
                ending.wait()
                self.running.remove(owner)

        self._endings.append((owner, ending))
        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()
        wait_until(lambda: len(self._turns._waiting) + len(self.running) > waiting)

    def end(self, owner: int | None) -> None:
        """End the owner's oldest one."""
        ended = next(pair for pair in self._endings if pair[0] == owner)
        self._endings.remove(ended)
        ended[1].set()

    def end_all(self) -> None:
        for _, ending in self._endings:
            ending.set()
        for thread in self.threads:
            thread.join()


def test_an_owner_holds_up_nobody_else() -> None:
    fetches = Fetches(most=3)
    for owner in (ANN, ANN, ANN, BEN, SITE):
        fetches.start(owner)
    wait_until(lambda: sorted(fetches.running, key=str) == [ANN, BEN, SITE])
    fetches.end(ANN)
    wait_until(lambda: fetches.running == [BEN, SITE, ANN])
    fetches.end_all()
    assert fetches.running == []


def test_of_many_owners_those_who_came_first_are_next() -> None:
    fetches = Fetches(most=2)
    for owner in (ANN, BEN, ANN, CAS, DIA):
        fetches.start(owner)
    assert fetches.running == [ANN, BEN]
    fetches.end(BEN)  # Ann's second one waited longer than Cas, but Ann has her turn
    wait_until(lambda: fetches.running == [ANN, CAS])
    fetches.end(ANN)
    wait_until(lambda: fetches.running == [CAS, ANN])
    fetches.end_all()


@pytest.mark.django_db(transaction=True)
def test_a_slow_host_of_one_teacher_does_not_hold_up_another(
    tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    slow, quick = (
        Repository.objects.create(
            name=name, owner=User.objects.create(username=name, role=Role.TEACHER)
        )
        for name in ("slow", "quick")
    )
    host_answers = threading.Event()

    def copy(repository: Repository, tell: object) -> str:
        if repository.pk == slow.pk:
            host_answers.wait()
        return ""

    monkeypatch.setattr(repository_fetching, "_replace_copy", copy)
    waiting = start_in_background("slow", lambda: repository_fetching._fetch_waiting(slow.pk))
    wait_until(lambda: Repository.objects.get(pk=slow.pk).state == RepositoryState.READING)
    repository_fetching.fetch(quick)
    assert Repository.objects.get(pk=quick.pk).state == RepositoryState.READY
    assert Repository.objects.get(pk=slow.pk).state == RepositoryState.READING
    host_answers.set()
    waiting.join()
    assert Repository.objects.get(pk=slow.pk).state == RepositoryState.READY
