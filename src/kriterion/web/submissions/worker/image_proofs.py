"""Which images a worker has proved: it claims only submissions that need one of these."""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError

from kriterion.errors import MachineError
from kriterion.host.image_proof import ImageProof
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import Inabilities, NeededPart, Subject

PROOF_SECONDS = 3600.0  # after which a proof is repeated; meanwhile it counts
MACHINE_PAUSE_SECONDS = 10.0  # after a proof that failed because of the machine
FIRST_PAUSE_SECONDS = 60.0  # after another failed proof; doubled after each
LONGEST_PAUSE_SECONDS = 3600.0

Prove = Callable[[str, threading.Event], ImageProof]


@dataclass(slots=True)
class _State:
    """What is known about one image; the times are monotonic."""

    proof: ImageProof | None = None
    proved_at: float = 0.0
    due_at: float = float("-inf")
    failures: int = 0


class ImageProofs:
    """The proofs of one worker; a failed one is an inability of the worker."""

    def __init__(
        self,
        inabilities: Inabilities,
        *,
        prove: Prove,
        list_names: Callable[[], Collection[str]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`prove` raises what is wrong with an image. `list_names` returns the images of all tools,
        those that are proved quickly first.
        """
        self._inabilities = inabilities
        self._prove = prove
        self._list_names = list_names
        self._monotonic = monotonic
        self._states: dict[str, _State] = {}  # in the order in which they are proved
        self._lock = threading.Lock()

    @property
    def usable(self) -> frozenset[str]:
        """The images for which submissions may be claimed."""
        missing = self._inabilities.list_missing_images()
        with self._lock:
            return frozenset(
                name
                for name, state in self._states.items()
                if state.proof is not None and name not in missing
            )

    def update(self, waiting: Collection[str]) -> None:
        """Update the images: those of all tools, the ones that submissions wait for first."""
        names = list(dict.fromkeys((*waiting, *self._list_names())))
        missing = self._inabilities.list_missing_images()
        for name in missing - {*names}:  # nothing needs it any more
            self._inabilities.clear(Subject(part=NeededPart.IMAGE, name=name))
        with self._lock:
            former = self._states
            self._states = {name: former.get(name) or _State() for name in names}
            for name in missing & {*names}:
                if self._states[name].proof is not None:  # a submission showed that it fails
                    self._states[name] = _State()

    def prove_next(self, stopped: threading.Event) -> bool:
        """Prove an image that is due; return whether there was one.

        Raises DatabaseError if the database is away, which says nothing about the image.
        """
        name = self._find_due()
        if name is None:
            return False
        subject = Subject(part=NeededPart.IMAGE, name=name)
        try:
            proof = self._prove(name, stopped)
        except DatabaseError:
            raise
        except Exception as error:  # any error means that the image cannot be used
            if not stopped.is_set():
                self._record_failure(name, error)
                self._inabilities.record(subject, describe_error(error), label=name)
            return True
        now = self._monotonic()
        with self._lock:
            self._states[name] = _State(proof=proof, proved_at=now, due_at=now + PROOF_SECONDS)
        self._inabilities.clear(subject)
        return True

    def doubt(self, name: str) -> None:
        """Stop using an image until it is proved again: a run in it failed unexplained."""
        with self._lock:
            if name in self._states:
                self._states[name] = _State()

    def retry_now(self) -> None:
        """Repeat every proof: something was installed or fixed. Until then, proofs count."""
        with self._lock:
            for state in self._states.values():
                state.due_at = float("-inf")

    def to_json(self) -> list[Mapping[str, Any]]:
        """Return the proofs for the worker's row."""
        now = self._monotonic()
        usable = self.usable
        with self._lock:
            return [
                {
                    "image": name,
                    "kind": state.proof.kind.value,
                    "judge": state.proof.judge,
                    "seconds": round(state.proof.seconds, 2),
                    "identity": state.proof.identity,
                    "versions": dict(state.proof.versions),
                    "age_seconds": round(now - state.proved_at),
                }
                for name, state in sorted(self._states.items())
                if state.proof is not None and name in usable
            ]

    def _find_due(self) -> str | None:
        """Return the first image that is due; those that cannot be used come first."""
        now = self._monotonic()
        with self._lock:
            due = [name for name, state in self._states.items() if state.due_at <= now]
            return min(due, key=lambda name: self._states[name].proof is not None, default=None)

    def _record_failure(self, name: str, error: Exception) -> None:
        with self._lock:
            failures = self._states.get(name, _State()).failures + 1
            pause = min(FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 16), LONGEST_PAUSE_SECONDS)
            if isinstance(error, MachineError | OSError | MemoryError):
                pause = MACHINE_PAUSE_SECONDS
            self._states[name] = _State(due_at=self._monotonic() + pause, failures=failures)
