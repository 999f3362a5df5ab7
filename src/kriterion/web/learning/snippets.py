"""Run snippets of lessons, tutorials and playgrounds in the sandbox, without storing them."""

import secrets
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from kriterion.markup.visible_text import make_visible
from kriterion.refusals import Refusal, RefusalKind
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.run import MIB, Ending, Limits, Run
from kriterion.tools.images import find_image
from kriterion.tools.programs.ocaml_phrases import (
    PRINT_RESULT,
    print_mark,
    separate_phrases,
)
from kriterion.web.accounts.models import User
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.tools.machine import this_machine
from kriterion_tools.errors import KriterionError

MAXIMUM_CHARACTERS = 65_535
MAXIMUM_BEFORE = 200  # earlier snippets
MAXIMUM_AT_ONCE = 2  # per process, so that submissions do not wait for snippets
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
_SNIPPET_DIRECTORY = "/mnt/snippet"

_slots = threading.BoundedSemaphore(MAXIMUM_AT_ONCE)
_running: set[int] = set()
_lock = threading.Lock()


TOO_LONG = RefusalKind("snippet.too-long", gettext_noop("The code is too long to run."))
NO_COMPILER = RefusalKind(
    "snippet.no-compiler",
    gettext_noop("OCaml is not installed on the server, so code cannot be run."),
)
STILL_RUNNING = RefusalKind(
    "snippet.still-running",
    gettext_noop("Your previous code is still running. Wait until it finishes."),
)
BUSY = RefusalKind(
    "snippet.busy",
    gettext_noop("Too many people are running code right now. Try again in a moment."),
)
SERVER_FAILED = RefusalKind(
    "snippet.server-failed",
    gettext_noop("Something went wrong on the server. Try again in a moment."),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SnippetOutput:
    """A snippet's output; `note` says which limit stopped it, if any."""

    output: str
    note: str = ""


def run_snippet(user: User, code: str, *, before: Sequence[str] = ()) -> SnippetOutput | Refusal:
    """Run OCaml phrases as the toplevel does, after others whose output is not shown.

    An error in one snippet ends that one alone, as when typed into the toplevel. Each user runs one
    snippet at a time.
    """
    if len(code) + sum(map(len, before)) > MAXIMUM_CHARACTERS or len(before) > MAXIMUM_BEFORE:
        return Refusal(TOO_LONG)
    if shutil.which("ocaml") is None:
        return Refusal(NO_COMPILER)
    with _lock:
        if user.pk in _running:
            return Refusal(STILL_RUNNING)
        _running.add(user.pk)
    try:
        release_connection()
        if not _slots.acquire(timeout=WAIT_SECONDS):
            return Refusal(BUSY)
        try:
            return _run_phrases(code, before)
        finally:
            _slots.release()
    except KriterionError:
        return Refusal(SERVER_FAILED)
    finally:
        with _lock:
            _running.discard(user.pk)


def _run_phrases(code: str, before: Sequence[str]) -> SnippetOutput:
    installation = this_machine()
    release_connection()  # the run may take seconds
    image = find_image(None, installation.images)
    files = {f"{number}.ml": _encode(snippet) for number, snippet in enumerate(before)}
    mark = secrets.token_hex()  # secret, so that a snippet cannot fake the end
    uses = "".join(f'#use "{_SNIPPET_DIRECTORY}/{name}";;\n' for name in files)
    outcome = installation.sandbox.run(
        Run(
            command=_TOPLEVEL,
            image=image,
            trees={_SNIPPET_DIRECTORY: make_tree(files)},
            stdin=_encode(uses + print_mark(mark) + separate_phrases(code)),
            limits=_LIMITS,
            root=installation.make_root(image),
        )
    )
    output = _cut_at_mark(mark, outcome.stdout) + _cut_at_mark(mark, outcome.stderr)
    return SnippetOutput(
        output=make_visible(output).strip("\n"), note=describe_limit(outcome.ending)
    )


def _cut_at_mark(mark: str, output: bytes) -> str:
    """Return the output after the mark, or all of it without a mark."""
    text = output.decode(errors="replace")
    before, separator, rest = text.partition(f"{mark}\n")
    return rest.removeprefix(PRINT_RESULT) if separator else before


def _encode(code: str) -> bytes:
    return code.encode("utf-8", "replace")


def describe_limit(ending: Ending) -> str:
    """Say which limit stopped a run; return "" if none did."""
    match ending:
        case Ending.CPU_LIMIT | Ending.WALL_LIMIT:
            return gettext("Stopped: the time limit was exceeded.")
        case Ending.MEMORY_LIMIT:
            return gettext("Stopped: the memory limit was exceeded.")
        case Ending.OUTPUT_LIMIT:
            return gettext("Stopped: the output limit was exceeded.")
    return ""
