"""Snippets: code of a lesson, a tutorial or a playground, run in the sandbox and forgotten."""

import shutil
import threading
from dataclasses import dataclass

from django.utils.translation import gettext

from kriterion.errors import KriterionError
from kriterion.markup.visible import visible
from kriterion.sandbox.run import MIB, Ending, Limits, Run
from kriterion.sandbox.tree import tree_of
from kriterion.store.models import User
from kriterion.submissions.intake import Refusal
from kriterion.tools.images import find_image
from kriterion.work.machine import this_machine

MAXIMUM_CHARACTERS = 65_535
MAXIMUM_AT_ONCE = 2  # here; who hands something in does not wait for who plays
WAIT_SECONDS = 10.0
_LIMITS = Limits(
    cpu_seconds=5.0,
    wall_seconds=20.0,
    idle_seconds=5.0,
    memory_bytes=256 * MIB,
    processes=16,
    output_bytes=128 * 1024,
)

_TOPLEVEL = ("ocaml", "-no-version", "-noprompt", "-color", "never")
_PLACE = "/mnt/snippet"
_PRELUDE = "prelude.ml"

_slots = threading.BoundedSemaphore(MAXIMUM_AT_ONCE)
_running: set[int] = set()
_lock = threading.Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What a snippet printed, and, when it did not end by itself, why."""

    output: str
    told: str = ""


def run_snippet(user: User, code: str, *, prelude: str = "") -> Ran | Refusal:
    """Run OCaml phrases as its toplevel does, after those of a prelude, which print nothing.

    One snippet of a user runs at a time.
    """
    if len(code) + len(prelude) > MAXIMUM_CHARACTERS:
        return Refusal(gettext("The code is too long to be run."))
    if shutil.which("ocaml") is None:
        return Refusal(gettext("OCaml is not installed on the server, so code cannot be run."))
    with _lock:
        if user.pk in _running:
            return Refusal(gettext("Your last code is still running; wait for it to end."))
        _running.add(user.pk)
    try:
        if not _slots.acquire(timeout=WAIT_SECONDS):
            return Refusal(gettext("Many people run code at the moment; try again shortly."))
        try:
            return _ran(code, prelude)
        finally:
            _slots.release()
    except KriterionError:
        return Refusal(gettext("The machine had trouble; try again shortly."))
    finally:
        with _lock:
            _running.discard(user.pk)


def _ran(code: str, prelude: str) -> Ran:
    installation = this_machine()
    image = find_image(None, installation.images)
    outcome = installation.sandbox.run(
        Run(
            command=(*_TOPLEVEL, "-init", f"{_PLACE}/{_PRELUDE}"),
            image=image,
            trees={_PLACE: tree_of({_PRELUDE: _written(prelude)})},
            stdin=_written(_ended(code)),
            limits=_LIMITS,
            root=installation.new_root(image),
        )
    )
    printed = (outcome.stdout + outcome.stderr).decode(errors="replace")
    return Ran(output=visible(printed).strip("\n"), told=_told(outcome.ending))


def _written(code: str) -> bytes:
    return code.encode("utf-8", "replace")


def _ended(code: str) -> str:
    """The phrases with an end: the toplevel waits for one."""
    code = code.rstrip()
    return (code if code.endswith(";;") else f"{code}\n;;") + "\n"


def _told(ending: Ending) -> str:
    match ending:
        case Ending.CPU_LIMIT | Ending.WALL_LIMIT:
            return gettext("It was stopped, for it took too long.")
        case Ending.MEMORY_LIMIT:
            return gettext("It was stopped, for it took too much memory.")
        case Ending.OUTPUT_LIMIT:
            return gettext("It was stopped, for it printed too much.")
    return ""
