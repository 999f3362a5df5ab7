"""When a worker proves an image, and what it may claim meanwhile."""

import threading

import pytest
from django.db import DatabaseError

from kriterion.errors import ImageNotInstalled, MachineError, OperatorError
from kriterion.host.image_proof import ImageProof, ProofKind
from kriterion.web.submissions.queue.inability import Inabilities, NeededPart, Subject
from kriterion.web.submissions.worker.image_proofs import (
    FIRST_PAUSE_SECONDS,
    MACHINE_PAUSE_SECONDS,
    PROOF_SECONDS,
    ImageProofs,
)


class Bench:
    """Proofs with a clock that stands still, and with errors by image."""

    def __init__(self, *names: str) -> None:
        self.now = 1000.0
        self.names = list(names)
        self.errors: dict[str, Exception] = {}
        self.proved: list[str] = []
        self.inabilities = Inabilities(lambda: self.now)
        self.proofs = ImageProofs(
            self.inabilities,
            prove=self._prove,
            list_names=lambda: self.names,
            monotonic=lambda: self.now,
        )

    def _prove(self, name: str, stopped: threading.Event) -> ImageProof:
        self.proved.append(name)
        if name in self.errors:
            raise self.errors[name]
        return ImageProof(image=name, kind=ProofKind.START, identity="host", versions={})

    def prove_due(self, *waiting: str) -> list[str]:
        """Prove everything that is due now; return the names in order."""
        self.proved.clear()
        self.proofs.update(waiting)
        while self.proofs.prove_next(threading.Event()):
            pass
        return list(self.proved)


def test_nothing_may_be_claimed_before_it_is_proved() -> None:
    bench = Bench("a", "b")
    bench.proofs.update(())
    assert bench.proofs.usable == frozenset()
    bench.proofs.prove_next(threading.Event())
    assert bench.proofs.usable == {"a"}


def test_images_that_submissions_wait_for_are_proved_first() -> None:
    assert Bench("a", "b", "c").prove_due("new", "c") == ["new", "c", "a", "b"]


def test_a_failed_proof_is_an_inability_until_one_succeeds() -> None:
    bench = Bench("a", "b")
    bench.errors["a"] = ImageNotInstalled("no image a", name="a", fix="install a")
    bench.prove_due()
    assert bench.proofs.usable == {"b"}
    (published,) = bench.inabilities.to_json()
    assert (published["part"], published["label"]) == ("image", "a")
    assert published["reason"] == "no image a\ninstall a"
    bench.errors.clear()
    assert bench.prove_due() == []
    bench.now += FIRST_PAUSE_SECONDS
    assert bench.prove_due() == ["a"]
    assert bench.proofs.usable == {"a", "b"}
    assert bench.inabilities.to_json() == []


def test_the_pauses_between_failed_proofs_double_up_to_an_hour() -> None:
    bench = Bench("a")
    bench.errors["a"] = OperatorError("broken")
    bench.prove_due()
    pauses = []
    for _ in range(8):
        pauses.append(0)
        while not bench.prove_due():
            bench.now += FIRST_PAUSE_SECONDS
            pauses[-1] += 1
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_proof_that_the_machine_failed_is_soon_repeated() -> None:
    bench = Bench("a")
    bench.errors["a"] = MachineError("killed")
    bench.prove_due()
    bench.now += MACHINE_PAUSE_SECONDS
    assert bench.prove_due() == ["a"]


def test_a_proof_is_repeated_each_hour_and_counts_meanwhile() -> None:
    bench = Bench("a")
    bench.prove_due()
    bench.now += PROOF_SECONDS - 1
    assert bench.prove_due() == []
    bench.now += 1
    assert bench.proofs.usable == {"a"}
    bench.errors["a"] = OperatorError("the disk of images is gone")
    assert bench.prove_due() == ["a"]
    assert bench.proofs.usable == frozenset()


def test_submissions_for_an_image_in_doubt_wait_until_it_is_proved_again() -> None:
    bench = Bench("a", "b")
    bench.prove_due()
    bench.proofs.doubt("a")
    bench.proofs.doubt("unheard of")
    assert bench.proofs.usable == {"b"}
    assert bench.prove_due() == ["a"]
    assert bench.proofs.usable == {"a", "b"}


def test_what_a_submission_found_missing_is_proved_again() -> None:
    bench = Bench("a")
    bench.prove_due()
    bench.inabilities.record(Subject(part=NeededPart.IMAGE, name="a"), "unreadable", needs_run=True)
    assert bench.proofs.usable == frozenset()
    assert bench.prove_due() == ["a"]
    assert bench.proofs.usable == {"a"}


def test_a_retry_repeats_every_proof_at_once() -> None:
    bench = Bench("a", "b")
    bench.errors["b"] = OperatorError("broken")
    bench.prove_due()
    bench.errors.clear()
    bench.proofs.retry_now()
    assert bench.proofs.usable == {"a"}
    assert bench.prove_due() == ["b", "a"]
    assert bench.proofs.usable == {"a", "b"}


def test_an_image_that_nothing_needs_any_more_is_forgotten() -> None:
    bench = Bench("a", "b")
    bench.errors["b"] = OperatorError("broken")
    bench.prove_due()
    bench.names.clear()
    bench.prove_due()
    assert bench.proofs.usable == frozenset()
    assert bench.inabilities.to_json() == []


def test_an_outage_of_the_database_says_nothing_about_an_image() -> None:
    bench = Bench("a")
    bench.errors["a"] = DatabaseError("away")
    with pytest.raises(DatabaseError):
        bench.prove_due()
    assert bench.inabilities.to_json() == []
    bench.errors.clear()
    assert bench.prove_due() == ["a"]


def test_a_proof_that_was_stopped_says_nothing_about_an_image() -> None:
    bench = Bench("a")
    bench.errors["a"] = MachineError("the run was stopped")
    stopped = threading.Event()
    stopped.set()
    bench.proofs.update(())
    bench.proofs.prove_next(stopped)
    assert bench.inabilities.to_json() == []


def test_the_workers_row_says_what_was_proved_how_and_when() -> None:
    bench = Bench("b", "a")
    bench.prove_due()
    bench.now += 42
    published = bench.proofs.to_json()
    assert [row["image"] for row in published] == ["a", "b"]
    assert published[0]["kind"] == "start"
    assert published[0]["age_seconds"] == 42
