"""Run a Dodona judge on a submission, and read its output.

Source: dodona-edu/dodona e7be6f0d2, app/runners/submission_runner.rb (layout, layers, limits).
"""

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kriterion.errors import MachineError, OperatorError
from kriterion.exercises.exercise import MAXIMUM_SHARED_BYTES, Exercise
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.sandbox.directory_tree import Tree, load_tree, make_tree
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Ending, Limits, Outcome, Run
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.images import find_image, limit_files
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect
from kriterion_tools.contracts.dodona_judge.judge_configuration import (
    encode_configuration,
    merge_configuration,
    read_judge_configuration,
)
from kriterion_tools.contracts.dodona_judge.machine_failure import find_machine_failure
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, decide
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.errors import ContractViolation
from kriterion_tools.translation.translator import Translator

_NETWORK = "network_enabled"
_REPORTS_MACHINE_FAILURES = "reports_machine_failures"
_REPORTS_POINTS = "reports_points"
_RUN_FILES = "run_files"
_RUN = "run"
_SHARED_FILES = "shared_files"
MAXIMUM_CONFIGURATION_BYTES = 256 * 1024
WORKDIR = "/home/runner/workdir"
HOME = "/home/runner"

# Dodona kills at the limit and then waits ten seconds; judges count on finishing just before it.
GRACE_SECONDS = 2.0
# A busy machine makes a run longer, not slower in computing: only CPU time and idle time count
# against the exercise's limit. The run is given up after this many times as much real time: with a
# tenth of a processor, the verdict is still the same.
PATIENCE = 10.0

_LIMITS = {
    Ending.CPU_LIMIT: Status.TIME_LIMIT_EXCEEDED,
    Ending.WALL_LIMIT: Status.TIME_LIMIT_EXCEEDED,
    Ending.MEMORY_LIMIT: Status.MEMORY_LIMIT_EXCEEDED,
    Ending.OUTPUT_LIMIT: Status.OUTPUT_LIMIT_EXCEEDED,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Judge:
    """A judge repository on this machine.

    `configuration` is its config.json. `image` is from its record, else from its config.json.
    `languages` are the natural languages it supports; None for any. `dialect` is how to read its
    output.
    """

    directory: Path
    configuration: Mapping[str, Any]
    image: str | None = None
    languages: tuple[str, ...] | None = None
    dialect: Dialect = DODONAS

    @property
    def reports_machine_failures(self) -> bool:
        """Whether it reports machine failures, and student code cannot forge such a report."""
        return self.configuration.get(_REPORTS_MACHINE_FAILURES) is True

    @property
    def reports_points(self) -> bool:
        """Whether it gives points, in a message that student code cannot forge."""
        return self.configuration.get(_REPORTS_POINTS) is True

    @property
    def run_files(self) -> tuple[str, ...] | None:
        """The entries of its directory that a run receives; None for all."""
        named = self.configuration.get(_RUN_FILES)
        return None if named is None else tuple(named)


def load_judge(
    directory: Path,
    *,
    image: str | None = None,
    languages: tuple[str, ...] | None = None,
    dialect: Dialect = DODONAS,
) -> Judge:
    """Load the judge in a directory.

    Raises OperatorError if it cannot be run, ContractViolation if its config.json is invalid.
    """
    run = directory / _RUN
    if not run.is_file():
        raise OperatorError(
            f"{directory}: is not a judge: it has no file 'run'",
            fix="name the directory of a judge repository (the one its executable 'run' is in)",
        )
    if not os.access(run, os.R_OK) or not run.stat().st_mode & 0o111:
        raise OperatorError(f"{run}: is not executable", fix=f"chmod a+rx {run}")
    configuration = read_judge_configuration(_read_content(directory / "config.json"))
    _check_run_files(configuration.get(_RUN_FILES), directory)
    named = configuration.get("image")
    return Judge(
        directory=directory,
        configuration=configuration,
        image=image or (named if isinstance(named, str) else None),
        languages=languages,
        dialect=dialect,
    )


def _check_run_files(named: Any, directory: Path) -> None:
    """Raise ContractViolation unless they name entries of the directory."""
    if named is None:
        return
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        what = f"must be a list of names, not {named!r:.60}"
        raise ContractViolation(
            "config.json", _RUN_FILES, what, code="judge.config.invalid-run-files"
        )
    if _RUN not in named:
        what = f"does not contain {_RUN!r}"
        raise ContractViolation(
            "config.json", _RUN_FILES, what, code="judge.config.run-files-without-run"
        )
    for name in named:
        if name in ("", ".", "..") or "/" in name or not os.path.lexists(directory / name):
            what = f"{name!r:.60} is not in the judge's directory"
            raise ContractViolation(
                "config.json", _RUN_FILES, what, code="judge.config.missing-run-file"
            )


def own_root(_: Image) -> str:
    """Return the root of a run that has its own file system."""
    return ""


def is_network_requested(judge: Judge, exercise: Exercise) -> bool:
    """Whether the judge or, overriding it, the exercise requests the network."""
    own = judge.configuration.get(_NETWORK)
    return exercise.evaluation.get(_NETWORK, own) is True


def plan(
    judge: Judge,
    exercise: Exercise,
    submission: SubmittedFiles,
    images: Mapping[str, Image],
    make_root: Callable[[Image], str] = own_root,
) -> Run:
    """Plan a judge's run on a submission, in the layout of Dodona's containers.

    `make_root` returns the directory in which that layout begins.
    """
    image = find_image(choose_image_name(judge, exercise), images)
    root = make_root(image)
    mount = f"{root}/mnt/{secrets.token_urlsafe(16)}"
    workdir, home = root + WORKDIR, root + HOME
    configuration = merge_configuration(
        judge_config=judge.configuration,
        evaluation=exercise.evaluation,
        programming_language=exercise.programming_language,
        natural_language=_choose_language(judge, submission.language),
        places={
            "resources": f"{mount}/resources",
            "source": f"{mount}/submission/source",
            "judge": f"{mount}/judge",
            "workdir": workdir,
        },
    )
    wants_network = configuration.get(_NETWORK) is True
    if wants_network and not image.network:
        configuration[_NETWORK] = False  # tell the judge what it gets
    shared = _load_shared_files(exercise)
    if shared:
        configuration[_SHARED_FILES] = {
            name: f"{mount}/shared/{number}" for number, name in enumerate(shared)
        }
    if submission.other_files:
        configuration["files"] = f"{mount}/files"
    trees = {
        f"{mount}/judge": load_tree(judge.directory, names=judge.run_files),
        f"{mount}/resources": _load_directory(exercise.resources),
        f"{mount}/submission": make_tree({"source": submission.source}),
        workdir: _load_directory(exercise.workdir),
        **({f"{mount}/files": make_tree(submission.files)} if submission.other_files else {}),
        **({f"{mount}/shared": _make_numbered_tree(shared)} if shared else {}),
    }
    if image.home is not None:
        trees = {home: load_tree(image.home), **trees}
    staged_bytes = sum(len(tree.archive) for tree in trees.values())
    return Run(
        command=(f"{mount}/judge/run",),
        image=image,
        trees=trees,
        stdin=encode_configuration(configuration),
        working_directory=workdir,
        home=home,
        # A judge killed at a limit has already written what it found so far.
        variables={"PYTHONUNBUFFERED": "1"},
        limits=limit_files(image, _read_limits(configuration, staged_bytes)),
        network=wants_network and image.network,
        network_refused=wants_network and not image.network,
        root=root,
    )


def read(judge: Judge, output: JudgeOutput, outcome: Outcome, translator: Translator) -> Verdict:
    """Read what the judge found, from its output and the ending of its run.

    Raises MachineError if a judge that may report a machine failure does so.
    """
    output.close()
    if judge.reports_machine_failures:
        failed = find_machine_failure(outcome.exit_status, outcome.stderr)
        if failed is not None:
            raise MachineError(f"the judge says that the machine failed: {failed}")
    return decide(
        output,
        exit_status=outcome.exit_status,
        limit=_LIMITS.get(outcome.ending),
        translator=translator,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
    )


def _read_limits(configuration: Mapping[str, Any], staged_bytes: int) -> Limits:
    seconds = _read_positive(configuration, "time_limit") + GRACE_SECONDS
    return Limits(
        cpu_seconds=seconds,
        idle_seconds=seconds,
        wall_seconds=seconds * PATIENCE,
        # Staged files are in memory here and on disk at Dodona: they do not count against the
        # memory limit.
        memory_bytes=int(_read_positive(configuration, "memory_limit")) + staged_bytes,
    )


def _read_positive(configuration: Mapping[str, Any], key: str) -> float:
    value = configuration.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e15:
        what = f"must be a positive number, not {value!r}"
        raise ContractViolation(
            "run configuration", key, what, code="judge.run-configuration.invalid-limit"
        )
    return float(value)


def choose_image_name(judge: Judge, exercise: Exercise) -> str | None:
    """Return the name of the image for judging a submission; None for this machine itself."""
    named = exercise.evaluation.get("image")
    return named if isinstance(named, str) else judge.image


def _choose_language(judge: Judge, language: str) -> str:
    """Return the student's language if the judge has it, else English, else its first one."""
    if judge.languages is None or language in judge.languages:
        return language
    return "en" if "en" in judge.languages or not judge.languages else judge.languages[0]


_NOTHING: Tree = make_tree({})


def _load_directory(directory: Path | None) -> Tree:
    return _NOTHING if directory is None else load_tree(directory)


def _load_shared_files(exercise: Exercise) -> dict[str, bytes]:
    """Return the content of the exercise's shared files; what cannot be read is left out."""
    files = Files(exercise.repository)
    contents: dict[str, bytes] = {}
    for name, path in exercise.shared_files.items():
        with suppress(Unreadable):
            below = path.relative_to(exercise.repository)
            contents[name] = files.load_below(below, at_most=MAXIMUM_SHARED_BYTES)
    return contents


def _make_numbered_tree(contents: Mapping[str, bytes]) -> Tree:
    return make_tree({str(number): content for number, content in enumerate(contents.values())})


def _read_content(file: Path) -> bytes | None:
    """Return the file's content, or None if it does not exist."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MAXIMUM_CONFIGURATION_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OperatorError(f"{file}: cannot be read: {error.strerror}") from error
    if len(content) > MAXIMUM_CONFIGURATION_BYTES:
        raise OperatorError(f"{file}: has more than {MAXIMUM_CONFIGURATION_BYTES:,} bytes")
    return content
