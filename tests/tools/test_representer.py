import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.errors import ImageNotInstalled, MachineError, OperatorError
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.sandbox.directory_tree import Tree
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome, RejectedFile, Run
from kriterion.tools.exercism_tool import MAXIMUM_STREAM_BYTES, ExercismTool, ToolEnding
from kriterion.tools.representer import load_representer, plan, read
from kriterion_tools.contracts.exercism_representer.representer_files import MAXIMUM_CHARACTERS
from tests.rehearsed import FINE

EXERCISE = TrackExercise(
    slug="two-fer",
    configuration=MetaConfiguration(solution=("two_fer.py",), test=("two_fer_test.py",)),
    material={".meta/config.json": b"{}", "two_fer.py": b"pass", "two_fer_test.py": b"test"},
)
WRITTEN = {
    "representation.txt": b"PLACEHOLDER_1",
    "mapping.json": b'{"PLACEHOLDER_1": "x"}',
    "representation.json": b'{"version": 2}',
}


@pytest.fixture
def representer(tmp_path: Path) -> ExercismTool:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "run.sh").chmod(0o755)
    return load_representer(tmp_path)


def _plan(representer: ExercismTool, solution: dict[str, bytes], image: Image | None = None) -> Run:
    images = {} if image is None else {image.name: image}
    return plan(representer, EXERCISE, solution, images, lambda _: "")


def _collect_files(tree: Tree) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    if not tree.archive:
        return found
    with tarfile.open(fileobj=io.BytesIO(tree.archive)) as archive:
        for member in archive:
            file = archive.extractfile(member)
            found[member.name] = file.read() if file else b""
    return found


def test_a_representer_is_called_by_its_interface(representer: ExercismTool) -> None:
    run = _plan(representer, {"two_fer.py": b"mine"})
    script, slug, source, target = run.command
    assert (script, slug) == ("/opt/representer/bin/run.sh", "two-fer")
    assert source.endswith("/") and target.endswith("/")
    assert run.image.mounts == {"/opt/representer": representer.directory}
    assert run.working_directory == "/opt/representer"
    assert _collect_files(run.trees[source[:-1]])["two_fer.py"] == b"mine"
    assert _collect_files(run.trees[target[:-1]]) == {}
    assert {path.removeprefix(target) for path in run.collect} == {*WRITTEN, "representation.out"}


def test_the_input_has_the_students_files_over_those_of_the_exercise(
    representer: ExercismTool,
) -> None:
    handed_in = {
        "two_fer.py": b"mine",
        "helper.py": b"help",
        "two_fer_test.py": b"forged",
        ".meta/config.json": b"forged",
        "../escape": b"forged",
    }
    run = _plan(representer, handed_in)
    assert _collect_files(run.trees["/mnt/exercism-iteration"]) == {
        ".meta/config.json": b"{}",
        "two_fer.py": b"mine",
        "two_fer_test.py": b"test",
        "helper.py": b"help",
    }


def test_with_a_shared_directory_input_is_not_mistaken_for_output(
    representer: ExercismTool,
) -> None:
    forged = dict.fromkeys((*WRITTEN, "representation.out", "mapping.json/x"), b"forged")
    apart = _plan(representer, {**forged, "two_fer.py": b"mine"})
    assert _collect_files(apart.trees["/mnt/output"]) == {}
    together = _plan(replace(representer, one_directory=True), {**forged, "two_fer.py": b"mine"})
    *_, source, target = together.command
    assert source == target
    assert set(_collect_files(together.trees[source[:-1]])) == set(EXERCISE.material)


def test_an_image_determines_the_path_of_the_tool(representer: ExercismTool) -> None:
    image = Image(name="odd", mount_at="/srv/tool", path=("/x",))
    run = _plan(replace(representer, image="odd"), {}, image)
    assert run.command[0] == "/srv/tool/bin/run.sh"
    assert run.image.mounts == {"/srv/tool": representer.directory}
    assert run.image.path == ("/x",)


def test_an_image_with_a_home_gets_one_staged(representer: ExercismTool, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".profile").write_text("x")
    image = Image(name="homely", home=tmp_path / "home")
    run = _plan(replace(representer, image="homely"), {}, image)
    assert _collect_files(run.trees[run.home]) == {".profile": b"x"}


def test_an_image_may_contain_the_tool() -> None:
    brought = ExercismTool(directory=None, place="/opt/representer", image="exercism/x")
    run = _plan(brought, {}, Image(name="exercism/x", kind=ImageKind.ENGINE))
    assert run.command[0] == "/opt/representer/bin/run.sh"
    assert run.image.mounts == {}
    with pytest.raises(OperatorError, match="has no tool"):
        _plan(brought, {}, Image(name="exercism/x"))
    with pytest.raises(ImageNotInstalled):
        _plan(brought, {})


def test_a_script_that_is_not_executable_is_started_by_a_shell(tmp_path: Path) -> None:
    (tmp_path / "start").write_text("")
    run = _plan(load_representer(tmp_path, script="start"), {})
    assert run.command[:2] == ("/bin/sh", "/opt/representer/start")


def test_a_directory_without_the_script_is_not_a_tool(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"has no file 'bin/run\.sh'"):
        load_representer(tmp_path)


def test_a_run_without_a_private_file_system_is_laid_out_in_a_directory(
    representer: ExercismTool,
) -> None:
    run = plan(representer, EXERCISE, {}, {}, lambda _: "/tmp/below")
    assert all(place.startswith("/tmp/below/") for place in (run.home, *run.trees, *run.collect))
    assert run.working_directory == str(representer.directory)


def _make_outcome(files: dict[str, bytes | RejectedFile], **changes: object) -> Outcome:
    found = {f"/mnt/output/{name}": file for name, file in files.items()}
    return replace(FINE, files=found, **changes)  # type: ignore[arg-type]


KILLED = {"exit_status": None, "ending": Ending.CPU_LIMIT}
TOO_LONG = b"x" * (MAXIMUM_CHARACTERS + 1)


@pytest.mark.parametrize(
    ("files", "changes", "ending"),
    [
        pytest.param({}, {}, ToolEnding.FINISHED, id="as it should be"),
        pytest.param({"representation.json": None}, {}, ToolEnding.FINISHED, id="no version"),
        pytest.param({"mapping.json": None}, {}, ToolEnding.FINISHED, id="no mapping"),
        pytest.param({"representation.txt": None}, {}, ToolEnding.MISSING, id="no text"),
        pytest.param({"representation.txt": b"\xff"}, {}, ToolEnding.INVALID, id="no UTF-8"),
        pytest.param({}, {"exit_status": 1}, ToolEnding.CRASH, id="exit status 1"),
        pytest.param(
            {},
            {"exit_status": 137, "signal": 9, "ending": Ending.SIGNALLED},
            ToolEnding.CRASH,
            id="signal",
        ),
        pytest.param(
            {}, {**KILLED, "ending": Ending.MEMORY_LIMIT}, ToolEnding.MEMORY_LIMIT, id="memory"
        ),
        pytest.param(
            {}, {**KILLED, "ending": Ending.OUTPUT_LIMIT}, ToolEnding.OUTPUT_LIMIT, id="output"
        ),
        pytest.param(
            {},
            {"stderr": bytes(MAXIMUM_STREAM_BYTES + 1)},
            ToolEnding.OUTPUT_LIMIT,
            id="1 MiB of stderr",
        ),
        pytest.param({}, {"stdout": bytes(MAXIMUM_STREAM_BYTES)}, ToolEnding.FINISHED, id="1"),
        pytest.param({"mapping.json": TOO_LONG}, {}, ToolEnding.FILE_LIMIT, id="large file"),
        pytest.param(
            {"representation.out": TOO_LONG}, {}, ToolEnding.FINISHED, id="large debug file"
        ),
        pytest.param(
            {"mapping.json": "é".encode() * (MAXIMUM_CHARACTERS // 2)},
            {},
            ToolEnding.FINISHED,
            id="many bytes",
        ),
        pytest.param({}, KILLED, ToolEnding.COMPLETE, id="late"),
        pytest.param({"representation.json": None}, KILLED, ToolEnding.COMPLETE, id="late 2"),
        pytest.param({"mapping.json": None}, KILLED, ToolEnding.TIMEOUT, id="late, no mapping"),
        pytest.param({"mapping.json": b""}, KILLED, ToolEnding.TIMEOUT, id="late, empty"),
        pytest.param({"mapping.json": b'{"a'}, KILLED, ToolEnding.TIMEOUT, id="late, torn"),
        pytest.param({"mapping.json": TOO_LONG}, KILLED, ToolEnding.TIMEOUT, id="late, large"),
        pytest.param(
            {"representation.txt": RejectedFile("is not a regular file")},
            KILLED,
            ToolEnding.TIMEOUT,
            id="late, a link",
        ),
        pytest.param(
            {},
            {**KILLED, "ending": Ending.WALL_LIMIT},
            ToolEnding.COMPLETE,
            id="late by the clock",
        ),
    ],
)
def test_each_way_a_run_can_end_has_a_status(
    files: dict[str, bytes | RejectedFile | None],
    changes: dict[str, object],
    ending: ToolEnding,
) -> None:
    left = {name: file for name, file in {**WRITTEN, **files}.items() if file is not None}
    represented = read(_make_outcome(left, **changes))
    assert represented.ending is ending
    assert (represented.representation is not None) == ending.succeeded


def test_a_blank_text_is_no_representation_and_keeps_the_tools_reason() -> None:
    files: dict[str, bytes | RejectedFile] = {
        **WRITTEN,
        "representation.txt": b"\n",
        "representation.out": b"line 3: unexpected )\n",
    }
    represented = read(_make_outcome(files))
    assert represented.ending is ToolEnding.FINISHED
    assert represented.representation is None
    assert represented.reason == "line 3: unexpected )"
    assert represented.violations == ()


def test_an_invalid_file_is_reported_once() -> None:
    files: dict[str, bytes | RejectedFile] = {
        **WRITTEN,
        "mapping.json": RejectedFile("has 2 names"),
    }
    represented = read(_make_outcome(files))
    assert represented.representation is not None
    assert [str(violation) for violation in represented.violations] == ["mapping.json: has 2 names"]


def test_a_crashed_tool_is_not_blamed_for_missing_output() -> None:
    assert read(_make_outcome({}, exit_status=1)).violations == ()


def test_a_cancelled_run_is_a_machine_error() -> None:
    with pytest.raises(MachineError):
        read(_make_outcome({}, ending=Ending.CANCELLED, exit_status=None))
