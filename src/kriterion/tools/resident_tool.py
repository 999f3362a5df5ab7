"""An Exercism tool that stays: one process for many solutions.

It receives what would be in its input directory and returns what it would leave
(docs/author/representers.md). So an answer is read like a run's output, and means the same.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome, RejectedFile
from kriterion.sandbox.session import SessionAnswer, SessionSandbox
from kriterion.sandbox.sessions import Sessions
from kriterion.tools.exercism_tool import ExercismTool, OutputFiles, collect_input_files, plan_run
from kriterion.tools.images import find_image

# Runs the tool on an exercise and a student's files, with the outcome that a run would have.
Ask = Callable[[TrackExercise, Mapping[str, bytes]], Outcome]

_ANSWER = msgspec.json.Decoder(dict[str, str])


class _Request(msgspec.Struct, frozen=True):
    """A request; the files' contents are encoded in base 64."""

    slug: str
    files: dict[str, bytes]


def can_stay(tool: ExercismTool, images: Mapping[str, Image]) -> bool:
    """Whether a tool can stay: containers answer no requests, and a home is for one run only."""
    image = find_image(tool.image, images)
    return tool.staying is not None and image.kind is not ImageKind.ENGINE and image.home is None


@contextmanager
def open_tool(
    tool: ExercismTool,
    *,
    wanted: OutputFiles,
    images: Mapping[str, Image],
    sandbox: SessionSandbox,
    at_once: int,
) -> Iterator[Ask]:
    """Start a tool that can stay, for `at_once` threads. Raises as Sandbox.run does."""
    assert tool.staying is not None
    # It has no files of its own; where a sandbox needs a root, each process gets another one.
    run = plan_run(tool, (tool.staying,), images, lambda _: "")
    with Sessions(sandbox, maximum=at_once) as sessions:

        def ask(exercise: TrackExercise, solution: Mapping[str, bytes]) -> Outcome:
            request = _Request(slug=exercise.slug, files=collect_input_files(exercise, solution))
            answer = sessions.ask(run.command[0], run, msgspec.json.encode(request))
            return make_outcome(answer, wanted=wanted, backend=sandbox.backend)

        yield ask


def make_outcome(answer: SessionAnswer, *, wanted: OutputFiles, backend: str) -> Outcome:
    """Return the answer as a run's outcome. An invalid answer is a result that is not a file."""
    violation = answer.violation
    files: dict[str, bytes | RejectedFile] = {}
    if answer.content is not None:
        try:
            written = _ANSWER.decode(answer.content)
        except msgspec.DecodeError as error:
            violation = f"its answer is not an object of texts: {error}"
        else:
            files = {name: written[name].encode() for name in wanted.names if name in written}
    if violation:
        files = {wanted.required[0]: RejectedFile(violation)}
    answered = answer.content is not None or bool(violation)
    return Outcome(
        ending=answer.ending or Ending.EXITED,
        exit_status=0 if answered else answer.exit_status,
        signal=None,
        stdout=b"",
        stderr=answer.stderr,
        wall_seconds=answer.wall_seconds,
        cpu_seconds=answer.cpu_seconds,
        peak_memory_bytes=answer.peak_memory_bytes,
        backend=backend,
        enforced=answer.enforced,
        files=files,
    )
