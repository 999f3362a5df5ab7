import io
import json
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kriterion_tools
from kriterion.errors import ImageNotInstalled, MachineError, OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.directory_tree import Tree, load_tree
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import MIB, Ending, Outcome, Run
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import GRACE_SECONDS, Judge, load_judge, plan, read
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.errors import ContractViolation
from tests.rehearsed import FINE

IMAGES = {"dodona-echo": Image(name="dodona-echo")}
SUBMISSION = SubmittedFiles(file_name="solution.py", source=b"print(1)\n", language="nl")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    directory = tmp_path / "judge"
    directory.mkdir()
    (directory / "run").write_text("#!/bin/sh\n")
    (directory / "run").chmod(0o755)
    (directory / "config.json").write_text('{"image": "dodona-echo", "depth": {"a": 1, "b": 2}}')
    return load_judge(directory)


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    directory = tmp_path / "echo"
    (directory / "evaluation").mkdir(parents=True)
    (directory / "evaluation" / "suite.yaml").write_text("tabs: []")
    return Exercise(
        id="echo",
        directory=directory,
        repository=tmp_path,
        programming_language="python",
        resources=directory / "evaluation",
        evaluation={"time_limit": 10, "memory_limit": 50_000_000, "depth": {"b": 3}},
    )


def _read_stdin(run: Run) -> dict[str, Any]:
    configuration = json.loads(run.stdin)
    assert isinstance(configuration, dict)
    return configuration


def _collect_files(tree: Tree) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    if not tree.archive:  # nothing to unpack
        return found
    with tarfile.open(fileobj=io.BytesIO(tree.archive)) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                found[member.name.removeprefix("./")] = file.read()
    return found


def test_a_judge_finds_everything_at_the_configured_paths(judge: Judge, exercise: Exercise) -> None:
    run = plan(judge, exercise, SUBMISSION, IMAGES)
    stdin = _read_stdin(run)
    assert run.command == (f"{stdin['judge']}/run",)
    assert run.working_directory == stdin["workdir"] == "/home/runner/workdir"
    assert _collect_files(run.trees[stdin["resources"]]) == {"suite.yaml": b"tabs: []"}
    assert _collect_files(run.trees[stdin["workdir"]]) == {}
    assert set(_collect_files(run.trees[stdin["judge"]])) == {"run", "config.json"}
    place, _, name = stdin["source"].rpartition("/")
    assert _collect_files(run.trees[place]) == {name: SUBMISSION.source}


def test_configuration_layers_override_each_other(judge: Judge, exercise: Exercise) -> None:
    stdin = _read_stdin(plan(judge, exercise, SUBMISSION, IMAGES))
    assert stdin["depth"] == {"a": 1, "b": 3}
    assert stdin["time_limit"] == 10
    assert stdin["network_enabled"] is False
    assert stdin["programming_language"] == "python"
    assert stdin["natural_language"] == "nl"


def test_shared_files_of_the_repository_are_copied(
    judge: Judge, exercise: Exercise, tmp_path: Path
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "more.ml").write_text("let one = 1")
    (tmp_path / "lib" / "out.ml").symlink_to("/etc/passwd")
    shared = {f"../lib/{name}": tmp_path / "lib" / name for name in ("more.ml", "out.ml", "no.ml")}
    run = plan(judge, replace(exercise, shared_files=shared), SUBMISSION, IMAGES)
    configuration = _read_stdin(run)
    (name, path), *others = configuration["shared_files"].items()
    assert (name, others) == ("../lib/more.ml", [])
    place, _, number = path.rpartition("/")
    assert _collect_files(run.trees[place])[number] == b"let one = 1"
    assert "shared_files" not in _read_stdin(plan(judge, exercise, SUBMISSION, IMAGES))


def test_each_run_has_its_own_paths(judge: Judge, exercise: Exercise) -> None:
    places = {_read_stdin(plan(judge, exercise, SUBMISSION, IMAGES))["judge"] for _ in range(3)}
    assert len(places) == 3


def test_time_has_a_grace_period_and_memory_excludes_staged_files(
    judge: Judge, exercise: Exercise
) -> None:
    run = plan(judge, exercise, SUBMISSION, IMAGES)
    assert run.limits.cpu_seconds == run.limits.idle_seconds == 10 + GRACE_SECONDS
    assert run.limits.wall_seconds > 2 * run.limits.cpu_seconds
    staged_bytes = sum(len(tree.archive) for tree in run.trees.values())
    assert run.limits.memory_bytes == 50_000_000 + staged_bytes


def test_the_image_of_the_exercise_precedes_that_of_the_judge(
    judge: Judge, exercise: Exercise
) -> None:
    images = {name: Image(name=name, path=(f"/{name}",)) for name in ("dodona-echo", "other")}
    assert plan(judge, exercise, SUBMISSION, images).image is images["dodona-echo"]
    chosen = Exercise(
        id="echo",
        directory=exercise.directory,
        repository=exercise.repository,
        evaluation={"image": "other"},
    )
    assert plan(judge, chosen, SUBMISSION, images).image is images["other"]
    with pytest.raises(ImageNotInstalled, match="image 'dodona-echo' is not on this machine"):
        plan(judge, exercise, SUBMISSION, {})


def test_a_language_the_judge_lacks_becomes_english(tmp_path: Path, exercise: Exercise) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    for languages, asked in ((None, "nl"), (("en", "fr"), "en"), (("nl",), "nl"), (("fr",), "fr")):
        judge = load_judge(tmp_path, languages=languages)
        assert _read_stdin(plan(judge, exercise, SUBMISSION, IMAGES))["natural_language"] == asked


def test_an_image_with_a_home_gets_one_staged(
    judge: Judge, exercise: Exercise, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".profile").write_text("x")
    image = Image(name="dodona-echo", home=tmp_path / "home")
    run = plan(judge, exercise, SUBMISSION, {"dodona-echo": image})
    assert _collect_files(run.trees[run.home]) == {".profile": b"x"}


@pytest.mark.parametrize("value", ["ten", None, True, -1, 0, 1e400], ids=repr)
def test_an_invalid_limit_is_the_judges_fault(
    tmp_path: Path, exercise: Exercise, value: object
) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    judge = Judge(directory=tmp_path, configuration={"time_limit": value})
    unlimited = Exercise(id="e", directory=tmp_path, repository=tmp_path)
    with pytest.raises(ContractViolation, match="time_limit"):
        plan(judge, unlimited, SUBMISSION, IMAGES)


def test_a_directory_without_run_is_not_a_judge(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="has no file 'run'"):
        load_judge(tmp_path)


def test_a_run_that_is_not_executable_is_reported_with_the_fix(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("#!/bin/sh\n")
    with pytest.raises(OperatorError, match="not executable") as raised:
        load_judge(tmp_path)
    assert raised.value.fix == f"chmod a+rx {tmp_path / 'run'}"


def test_a_judge_needs_no_configuration(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    assert load_judge(tmp_path).configuration == {}


def test_the_size_of_a_configuration_is_limited(tmp_path: Path) -> None:
    """Teachers' judges are cloned from anywhere, and are loaded for each submission."""
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    with (tmp_path / "config.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OperatorError, match="more than 262,144 bytes"):
        load_judge(tmp_path)


@pytest.mark.parametrize("text", [b"[]", b"{", b"\xff", b"null", b"[" * 100_000], ids=repr)
def test_a_configuration_that_is_not_an_object_is_the_judges_fault(
    tmp_path: Path, text: bytes
) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "config.json").write_bytes(text)
    with pytest.raises(ContractViolation, match=r"config\.json"):
        load_judge(tmp_path)


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        (Ending.CPU_LIMIT, Status.TIME_LIMIT_EXCEEDED),
        (Ending.WALL_LIMIT, Status.TIME_LIMIT_EXCEEDED),
        (Ending.MEMORY_LIMIT, Status.MEMORY_LIMIT_EXCEEDED),
        (Ending.OUTPUT_LIMIT, Status.OUTPUT_LIMIT_EXCEEDED),
    ],
)
def test_a_judge_killed_at_a_limit_keeps_its_output(ending: Ending, status: Status) -> None:
    output = JudgeOutput()
    output.feed(b'{"command": "start-judgement"}{"command": "start-tab", "title": "Half"}{"comm')
    outcome = Outcome(
        ending=ending,
        exit_status=None,
        signal=None,
        stdout=b"",
        stderr=b"",
        wall_seconds=1.0,
        cpu_seconds=None,
        peak_memory_bytes=None,
        backend="rehearsed",
    )
    verdict = read(REPORTING, output, outcome, load_translator("en"))
    assert verdict.status is status
    assert not verdict.accepted
    assert [tab.description for tab in verdict.output.groups] == ["Half"]


def test_a_run_without_a_private_file_system_is_laid_out_in_a_directory(
    judge: Judge, exercise: Exercise
) -> None:
    run = plan(judge, exercise, SUBMISSION, IMAGES, lambda _: "/tmp/below")
    configuration = _read_stdin(run)
    assert {run.root, configuration["workdir"]} == {"/tmp/below", "/tmp/below/home/runner/workdir"}
    places = (run.home, run.working_directory, *run.trees, *run.command, configuration["judge"])
    assert all(place.startswith("/tmp/below/") for place in places)


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("allowed", [True, False])
def test_the_network_exists_if_requested_and_permitted(
    judge: Judge, exercise: Exercise, asked: bool, allowed: bool
) -> None:
    asking = replace(exercise, evaluation={**exercise.evaluation, "network_enabled": asked})
    images = {"dodona-echo": Image(network=allowed)}
    run = plan(judge, asking, SUBMISSION, images)
    assert run.network is (asked and allowed)
    assert run.network_refused is (asked and not allowed)
    assert _read_stdin(run)["network_enabled"] is run.network  # the judge is told what it gets


def test_file_sizes_are_limited_by_the_image(judge: Judge, exercise: Exercise) -> None:
    default = plan(judge, exercise, SUBMISSION, IMAGES).limits
    assert (default.file_bytes, default.scratch_bytes) == (64 * MIB, 256 * MIB)
    images = {"dodona-echo": Image(file_bytes=100 * MIB, tmp_bytes=512 * MIB)}
    limits = plan(judge, exercise, SUBMISSION, images).limits
    assert (limits.file_bytes, limits.scratch_bytes) == (100 * MIB, 512 * MIB)


def test_a_judge_declares_which_of_its_files_a_run_gets(tmp_path: Path, exercise: Exercise) -> None:
    for name in ("run", "lib", "notes"):
        (tmp_path / name).write_text("")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "config.json").write_text('{"run_files": ["run", "lib"]}')
    (tree, *_) = plan(load_judge(tmp_path), exercise, SUBMISSION, IMAGES).trees.values()
    assert tree == load_tree(tmp_path, names=("run", "lib"))
    assert b"notes" not in tree.archive


@pytest.mark.parametrize(
    "named",
    ['"run"', "[1]", '["lib"]', '["run", "nowhere"]', '["run", ".."]', '["run", "lib/x"]', "[]"],
)
def test_declared_files_missing_from_the_judge_are_its_authors_fault(
    tmp_path: Path, named: str
) -> None:
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "x").write_text("")
    (tmp_path / "config.json").write_text(f'{{"run_files": {named}}}')
    with pytest.raises(ContractViolation, match="run_files"):
        load_judge(tmp_path)


def _make_ended(exit_status: int, stderr: bytes) -> Outcome:
    return replace(FINE, exit_status=exit_status, stderr=stderr)


REPORTING = Judge(directory=Path(), configuration={"reports_machine_failures": True})
NO_ROOM = b"a warning\nmachine error: no descriptor can be passed on\n"


def test_a_judge_can_report_a_machine_failure() -> None:
    with pytest.raises(MachineError, match="the machine failed: no descriptor can be passed on"):
        read(REPORTING, JudgeOutput(), _make_ended(75, NO_ROOM), load_translator("en"))


@pytest.mark.parametrize("configuration", [{}, {"reports_machine_failures": "yes"}])
def test_messages_quoted_from_a_student_are_no_machine_failure(
    configuration: dict[str, object],
) -> None:
    judge = Judge(directory=Path(), configuration=configuration)
    verdict = read(judge, JudgeOutput(), _make_ended(75, NO_ROOM), load_translator("en"))
    assert verdict.status is Status.INTERNAL_ERROR


def test_the_built_in_judges_report_machine_failures() -> None:
    for name in ("suite_judge", "learn_ocaml_judge"):
        assert load_judge(Path(kriterion_tools.__file__).parent / name).reports_machine_failures


@pytest.mark.parametrize(
    ("exit_status", "stderr"),
    [
        (1, b"machine error: no descriptor can be passed on\n"),
        (0, b"machine error: no descriptor can be passed on\n"),
        (75, b""),
        (75, b"Traceback (most recent call last):\n"),
        (75, b"machine error: x\nanother line"),
    ],
)
def test_any_other_exit_of_a_judge_is_its_own(exit_status: int, stderr: bytes) -> None:
    verdict = read(
        REPORTING, JudgeOutput(), _make_ended(exit_status, stderr), load_translator("en")
    )
    assert verdict.status is Status.INTERNAL_ERROR


def test_a_judge_gets_the_main_file_as_source_and_the_others_beside_it(
    judge: Judge, exercise: Exercise
) -> None:
    several = replace(SUBMISSION, other_files={"lib/words.py": b"W = []\n"})
    run = plan(judge, exercise, several, IMAGES)
    configuration = _read_stdin(run)
    source = run.trees[configuration["source"].removesuffix("/source")]
    assert _collect_files(source) == {"source": SUBMISSION.source}
    files = run.trees[configuration["files"]]
    assert _collect_files(files) == {"solution.py": SUBMISSION.source, "lib/words.py": b"W = []\n"}


def test_a_single_file_judge_is_not_told_of_other_files(judge: Judge, exercise: Exercise) -> None:
    assert "files" not in _read_stdin(plan(judge, exercise, SUBMISSION, IMAGES))
