"""Run an Exercism tool, `bin/run.sh SLUG INPUT/ OUTPUT/`, and classify how it ended.

Source: exercism/docs 19e037f, building/tooling (interface, docker); exercism/tooling-invoker
0fa87bb (the definition of success).
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from pathlib import Path

from kriterion.errors import MachineError, OperatorError
from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.directory_tree import load_tree, make_tree
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, RejectedFile, Run
from kriterion.submissions.file_names import filter_files
from kriterion.tools.images import find_image, limit_files
from kriterion_tools.errors import ContractViolation

SECONDS = 20.0
MEMORY_BYTES = 3 * 1024 * MIB
STAYING = "requests.sh"  # a script beside the tool's that answers requests
MAXIMUM_STREAM_BYTES = MIB  # for stdout and stderr each; more is a failure

# The window excludes what other runs use; after this many times as much real time, a run ends
# however busy the machine is (docs/decisions/0017).
_PATIENCE = 10.0
_MAXIMUM_FILE_BYTES = 32 * MIB  # for any file a tool writes
_INPUT = "/mnt/exercism-iteration"  # as at Exercism
_OUTPUT = "/mnt/output"
_HOME = "/home/runner"


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputFiles:
    """The output files of a kind of tool.

    The first required file is the result itself. Only files for `debugging` may exceed the maximum
    number of characters.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...]
    debugging: tuple[str, ...]
    maximum_characters: int

    @property
    def parsed(self) -> tuple[str, ...]:
        """The files that are parsed."""
        return (*self.required, *self.optional)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (*self.parsed, *self.debugging)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExercismTool:
    """A tool on this machine.

    `directory` is its repository, shown to runs at `place`, read-only; None if it is in the image.
    `command` starts it there. With `one_directory`, input and output share a directory, as at
    Exercism; some tools require that. `staying` is the script that answers requests; None without
    one.
    """

    directory: Path | None
    place: str
    command: tuple[str, ...] = ("bin/run.sh",)
    image: str | None = None
    one_directory: bool = False
    staying: str | None = None
    seconds: float = SECONDS
    memory_bytes: int = MEMORY_BYTES


@unique
class ToolEnding(StrEnum):
    """How a tool's run ended, considering everything. The first that applies counts."""

    OUTPUT_LIMIT = "output limit"  # too much on stdout or stderr
    MEMORY_LIMIT = "memory limit"
    COMPLETE = "complete, then timeout"  # all required files existed when it was stopped
    TIMEOUT = "timeout"
    CRASH = "crash"  # an exit status other than 0, or a signal
    FILE_LIMIT = "file limit"  # an output file is too large
    MISSING = "missing output"  # exit status 0, but the result is missing or not a file
    INVALID = "invalid output"  # its result violates the contract
    FINISHED = "finished"

    @property
    def succeeded(self) -> bool:
        """Whether its files count."""
        return self in (ToolEnding.FINISHED, ToolEnding.COMPLETE)


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolOutput:
    """A tool's output, after success or failure.

    `files` are those that could be read, by name; `violations` say why others could not.
    """

    ending: ToolEnding
    files: Mapping[str, bytes]
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


def load_tool(directory: Path, *, place: str, script: str = "bin/run.sh") -> ExercismTool:
    """Load the tool in a directory. Raises OperatorError without a script."""
    file = directory / script
    if not file.is_file():
        raise OperatorError(
            f"{directory}: is not an Exercism tool: it has no file {script!r}",
            fix="name the directory of the tool's repository, or its script",
        )
    # Exercism's images start some of them by sh, and their files need not be executable.
    executable = file.stat().st_mode & 0o111
    command = (script,) if executable else ("/bin/sh", script)
    beside = file.with_name(STAYING)
    staying = str(beside.relative_to(directory)) if os.access(beside, os.X_OK) else None
    return ExercismTool(directory=directory, place=place, command=command, staying=staying)


def plan(
    tool: ExercismTool,
    exercise: TrackExercise,
    solution: Mapping[str, bytes],
    images: Mapping[str, Image],
    make_root: Callable[[Image], str],
    *,
    wanted: OutputFiles,
) -> Run:
    """Plan a run on the files of a solution.

    The student's files take precedence over the exercise's own of the same name, where allowed. The
    output directory starts without such files, so everything in it is the tool's.
    """
    files = collect_input_files(exercise, solution)
    run = plan_run(tool, tool.command, images, make_root)
    source = run.root + _INPUT
    target = source if tool.one_directory else run.root + _OUTPUT
    if tool.one_directory:
        files = {name: file for name, file in files.items() if not _is_output_name(name, wanted)}
    return replace(
        run,
        command=(*run.command, exercise.slug, f"{source}/", f"{target}/"),
        trees={**run.trees, target: make_tree({}), source: make_tree(files)},
        collect=tuple(f"{target}/{name}" for name in wanted.names),
    )


def plan_run(
    tool: ExercismTool,
    command: tuple[str, ...],
    images: Mapping[str, Image],
    make_root: Callable[[Image], str],
) -> Run:
    """Plan a run of one of a tool's scripts, without input."""
    image = find_image(tool.image, images)
    root = make_root(image)
    place = image.mount_at or tool.place
    home = root + _HOME
    trees = {} if image.home is None else {home: load_tree(image.home)}
    if tool.directory is not None:
        image = replace(image, mounts={**image.mounts, place: tool.directory})
    elif image.kind is ImageKind.HOST:
        raise OperatorError(
            f"image {image.name}: has no tool at {place}, and no directory is set",
            fix="add the directory of the tool's repository in kriterion.toml",
        )
    *interpreter, script = command
    return Run(
        command=(*interpreter, f"{place}/{script}"),
        image=image,
        trees=trees,
        working_directory=str(tool.directory) if root and tool.directory else place,
        home=home,
        limits=limit_files(
            image,
            Limits(
                window_seconds=tool.seconds,
                # More than all processors provide: the window decides, or real time.
                cpu_seconds=tool.seconds * _PATIENCE * (os.cpu_count() or 1),
                wall_seconds=tool.seconds * _PATIENCE,
                memory_bytes=tool.memory_bytes,
                # For both streams and all files together: so each one's own limit decides.
                output_bytes=2 * _MAXIMUM_FILE_BYTES,
                file_bytes=_MAXIMUM_FILE_BYTES,
            ),
        ),
        root=root,
    )


def collect_input_files(exercise: TrackExercise, solution: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the content of a tool's input directory (path → content)."""
    configuration = exercise.configuration
    kept = filter_files(
        solution,
        solution=configuration.solution,
        tests=configuration.test,
        editor=configuration.editor,
        material=exercise.material,
    ).kept
    return {**exercise.material, **kept}


def read(outcome: Outcome, wanted: OutputFiles) -> ToolOutput:
    """Read a tool's output after its run. Raises MachineError if that was cancelled."""
    if outcome.ending is Ending.CANCELLED:
        raise MachineError("the run was cancelled")
    documents = {path.rpartition("/")[2]: file for path, file in outcome.files.items()}
    files: dict[str, bytes] = {}
    violations: list[ContractViolation] = []
    for name in wanted.names:
        file = documents.get(name)
        if isinstance(file, RejectedFile):
            violations.append(
                ContractViolation(name, "", file.reason, code="tool-output.unusable-file")
            )
        elif file is not None:
            files[name] = file
    return ToolOutput(
        ending=_find_ending(outcome, files, wanted),
        files=files,
        violations=tuple(violations),
        outcome=outcome,
    )


def add_file_violations(
    output: ToolOutput,
    found: Iterable[ContractViolation],
    *,
    unusable: Collection[str],
    wanted: OutputFiles,
) -> ToolOutput:
    """Return the output with its parsed files' violations.

    `found` are the violations in them; `unusable` names the files that cannot be used at all.
    """
    reported = {violation.document for violation in output.violations}
    fresh = tuple(violation for violation in found if violation.document not in reported)
    # The output of a tool that failed is incomplete, which is not a violation.
    wrote = output.ending.succeeded or output.ending is ToolEnding.MISSING
    return replace(
        output,
        ending=_classify_ending(output.ending, set(unusable) - reported, wanted),
        violations=output.violations + (fresh if wrote else ()),
    )


def _classify_ending(ending: ToolEnding, unusable: set[str], wanted: OutputFiles) -> ToolEnding:
    if ending is ToolEnding.COMPLETE and unusable:  # it was stopped while writing
        return ToolEnding.TIMEOUT
    if ending is ToolEnding.FINISHED and wanted.required[0] in unusable:
        return ToolEnding.INVALID
    return ending


def _find_ending(
    outcome: Outcome,
    files: Mapping[str, bytes],
    wanted: OutputFiles,
) -> ToolEnding:
    flooded = max(len(outcome.stdout), len(outcome.stderr)) > MAXIMUM_STREAM_BYTES
    if outcome.ending is Ending.OUTPUT_LIMIT or flooded:
        return ToolEnding.OUTPUT_LIMIT
    if outcome.ending is Ending.MEMORY_LIMIT:
        return ToolEnding.MEMORY_LIMIT
    if outcome.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT):
        return ToolEnding.COMPLETE if _is_complete(files, wanted) else ToolEnding.TIMEOUT
    if outcome.exit_status != 0:
        return ToolEnding.CRASH
    if any(_is_too_long(files[name], wanted) for name in wanted.parsed if name in files):
        return ToolEnding.FILE_LIMIT
    return ToolEnding.FINISHED if wanted.required[0] in files else ToolEnding.MISSING


def _is_complete(files: Mapping[str, bytes], wanted: OutputFiles) -> bool:
    """Whether all required files exist, are not empty, and are not too long."""
    return all(files.get(name) for name in wanted.required) and not any(
        _is_too_long(files[name], wanted) for name in wanted.parsed if name in files
    )


def _is_too_long(content: bytes, wanted: OutputFiles) -> bool:
    """Compare characters, as the invoker does; invalid UTF-8 counts by its replacements."""
    return (
        len(content) > wanted.maximum_characters
        and len(content.decode(errors="replace")) > wanted.maximum_characters
    )


def _is_output_name(name: str, wanted: OutputFiles) -> bool:
    """Whether an input file has the name of an output file."""
    return name.partition("/")[0] in wanted.names
