"""Long-lived tools: their requests, and answers that are read like the result of a run."""

import json
import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import MIB, Ending
from kriterion.sandbox.session import SessionAnswer
from kriterion.tools.catalog import SHIPPED_REPRESENTER
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding
from kriterion.tools.representer import (
    PLACE,
    WANTED,
    Represent,
    load_representer,
    open_representer,
    plan,
    read,
)
from kriterion.tools.resident_tool import can_stay, make_outcome
from tests.rehearsed import FINE, Rehearsed
from tests.sandbox.conftest import find_processes

EXERCISE = TrackExercise(
    slug="two-fer",
    configuration=MetaConfiguration(solution=("two_fer.py",), test=("two_fer_test.py",)),
    material={"two_fer_test.py": b"test"},
)
WRITTEN = {"representation.txt": "PLACEHOLDER_1", "mapping.json": '{"PLACEHOLDER_1": "x"}'}
SOURCE = b"def two_fer(name):\n    return name\n"


def make_answer(content: object) -> SessionAnswer:
    return SessionAnswer(content=json.dumps(content).encode())


@pytest.fixture
def staying(tmp_path: Path) -> ExercismTool:
    (tmp_path / "bin").mkdir()
    for name in ("run.sh", "requests.sh"):
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    return load_representer(tmp_path)


def test_a_tool_with_a_request_script_can_keep_running(staying: ExercismTool) -> None:
    assert staying.staying == "bin/requests.sh"
    assert staying.directory is not None
    assert can_stay(staying, {})
    container = Image(name="box", kind=ImageKind.ENGINE)
    assert not can_stay(replace(staying, image="box"), {"box": container})
    homely = Image(name="box", home=staying.directory)
    assert not can_stay(replace(staying, image="box"), {"box": homely})
    (staying.directory / "bin" / "requests.sh").chmod(0o644)
    assert not can_stay(load_representer(staying.directory), {})


def test_a_request_holds_the_contents_of_the_input_directory(staying: ExercismTool) -> None:
    sandbox = Rehearsed(answers=[make_answer(WRITTEN)])
    with open_representer(staying, images={}, sandbox=sandbox, make_root=lambda _: "") as represent:
        representation = represent(EXERCISE, {"two_fer.py": b"\xff", "two_fer_test.py": b"forged"})
    (run,), (request,) = sandbox.runs, sandbox.requests
    assert run.command == ("/opt/representer/bin/requests.sh",)
    assert run.image.mounts == {"/opt/representer": staying.directory}
    assert not run.trees
    assert json.loads(request) == {
        "slug": "two-fer",
        "files": {"two_fer_test.py": "dGVzdA==", "two_fer.py": "/w=="},
    }
    assert representation.representation is not None
    assert representation.representation.mapping == {"PLACEHOLDER_1": "x"}


@pytest.mark.parametrize(
    ("answer", "ending", "violation"),
    [
        (make_answer({**WRITTEN, "other.txt": "ignored"}), ToolEnding.FINISHED, ""),
        (make_answer({"mapping.json": "{}"}), ToolEnding.MISSING, "representation.txt: is missing"),
        (make_answer([]), ToolEnding.MISSING, "its answer is not an object of texts"),
        (make_answer({"representation.txt": 1}), ToolEnding.MISSING, "its answer is not an object"),
        (
            SessionAnswer(content=b"\xff{"),
            ToolEnding.MISSING,
            "its answer is not an object of texts",
        ),
        (
            SessionAnswer(content=b"[" * 100_000),
            ToolEnding.MISSING,
            "its answer is not an object of texts",
        ),
        (
            SessionAnswer(content=None, violation="announces 9 bytes"),
            ToolEnding.MISSING,
            "announces 9",
        ),
        (SessionAnswer(content=None, ending=Ending.EXITED, exit_status=3), ToolEnding.CRASH, ""),
        (
            SessionAnswer(content=None, ending=Ending.EXITED, exit_status=0),
            ToolEnding.MISSING,
            "missing",
        ),
        (SessionAnswer(content=None, ending=Ending.CPU_LIMIT), ToolEnding.TIMEOUT, ""),
        (SessionAnswer(content=None, ending=Ending.MEMORY_LIMIT), ToolEnding.MEMORY_LIMIT, ""),
        (SessionAnswer(content=None, ending=Ending.OUTPUT_LIMIT), ToolEnding.OUTPUT_LIMIT, ""),
        (
            make_answer({**WRITTEN, "representation.txt": "x" * 600_000}),
            ToolEnding.FILE_LIMIT,
            "",
        ),
    ],
)
def test_an_answer_has_the_result_of_a_run(
    staying: ExercismTool, answer: SessionAnswer, ending: ToolEnding, violation: str
) -> None:
    sandbox = Rehearsed(answers=[answer])
    with open_representer(staying, images={}, sandbox=sandbox, make_root=lambda _: "") as represent:
        representation = represent(EXERCISE, {"two_fer.py": SOURCE})
    assert representation.ending is ending
    assert (representation.representation is not None) == ending.succeeded
    text = " ".join(map(str, representation.violations))
    assert violation in text if violation else not text


def test_limits_reached_by_an_answer_are_those_of_the_run() -> None:
    answer = SessionAnswer(content=b"{}", enforced={"memory": "cgroup v1"})
    assert make_outcome(answer, wanted=WANTED, backend="").enforced == {"memory": "cgroup v1"}


def test_a_tool_that_cannot_keep_running_is_started_each_time(staying: ExercismTool) -> None:
    files = {f"/mnt/output/{name}": text.encode() for name, text in WRITTEN.items()}
    sandbox = Rehearsed(replace(FINE, files=files))
    alone = replace(staying, staying=None)
    with open_representer(alone, images={}, sandbox=sandbox, make_root=lambda _: "") as represent:
        found = [represent(EXERCISE, {"two_fer.py": SOURCE}) for _ in range(2)]
    assert [run.command[1] for run in sandbox.runs] == ["two-fer", "two-fer"]
    assert all(represented.representation for represented in found)


# ── ours, in the sandbox ─────────────────────────────────────────────────────────────────────────

SUFFIXES = (
    *("sh", "c", "cs", "cpp", "go", "hs", "java", "js"),
    *("kt", "ml", "php", "py", "rb", "rs", "tsx", "ts"),
)
PROGRAM = "kriterion_tools.representer"
MANY_NAMES = b"".join(b"x%d\n" % number for number in range(200_000))
NAMELESS = TrackExercise(slug="any", configuration=MetaConfiguration(solution=("any",)))


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.fixture(scope="module")
def ours(installation: Installation) -> ExercismTool:
    settings = ToolSettings(name="kriterion", directory=SHIPPED_REPRESENTER, image="kriterion")
    return load_track_tool(settings, place=PLACE, data=installation.settings.data)


@pytest.fixture
def represent(installation: Installation, ours: ExercismTool) -> Iterator[Represent]:
    with open_representer(
        ours,
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
    ) as represent:
        yield represent


@pytest.mark.machine
def test_the_built_in_tool_gives_the_same_results_when_kept_running(
    installation: Installation, ours: ExercismTool, represent: Represent
) -> None:
    for source in (SOURCE, b"def two_fer(:\n", b"\xff\x00"):
        solution = {"two_fer.py": source}
        run = plan(ours, EXERCISE, solution, installation.images, installation.make_root)
        alone = read(installation.sandbox.run(run))
        among_many = represent(EXERCISE, solution)
        assert among_many.ending is alone.ending is ToolEnding.FINISHED
        assert among_many.representation == alone.representation
        assert among_many.reason == alone.reason
        assert among_many.violations == alone.violations == ()


@pytest.mark.long(reason="sends very deep code in every language")
@pytest.mark.machine
def test_deeply_nested_code_in_every_language_harms_no_request(
    represent: Represent,
) -> None:
    deep = b"(" * 100_000 + b"1" + b")" * 100_000
    expected = represent(EXERCISE, {"two_fer.py": SOURCE})
    for suffix in SUFFIXES:
        representation = represent(NAMELESS, {f"any.{suffix}": deep})
        assert representation.ending is ToolEnding.FINISHED
        assert representation.representation is not None or representation.reason
        assert represent(EXERCISE, {"two_fer.py": SOURCE}).representation == expected.representation


@pytest.mark.long(reason="starts a process for each request")
@pytest.mark.machine
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"x = 1\n" * 900_000, "larger than"),
        (b"x = 1\n" * 330_000, "more than 1,000,000 parts"),
        (MANY_NAMES, "longer than 512,000"),
        (bytes(range(256)) * 1000, "is not UTF-8"),
        (b"x = 1\0\n", "is NUL"),
        (b"\0\0\0\x02{}" * 1000, "is NUL"),  # a frame within a frame
        (b"x = '''\n" + b"(" * 1_000_000, "any.py"),
    ],
    ids=["5 MB", "many parts", "many names", "binary", "NUL", "frames", "noise"],
)
def test_an_invalid_request_is_refused_and_the_next_answered(
    represent: Represent, source: bytes, reason: str
) -> None:
    representation = represent(NAMELESS, {"any.py": source})
    assert (representation.ending, representation.representation) == (ToolEnding.FINISHED, None)
    assert reason in representation.reason
    assert represent(EXERCISE, {"two_fer.py": SOURCE}).representation is not None


@pytest.mark.machine
def test_a_process_killed_during_a_request_costs_only_that_request(represent: Represent) -> None:
    assert represent(EXERCISE, {"two_fer.py": SOURCE}).representation is not None
    before = dict(read_ticks(PROGRAM))
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(represent, NAMELESS, {"any.py": MANY_NAMES})
        kill_at_work(PROGRAM, before)
        assert future.result().ending is ToolEnding.CRASH
    assert represent(EXERCISE, {"two_fer.py": SOURCE}).representation is not None


def kill_at_work(mark: str, before: Mapping[int, int]) -> None:
    """Kill the process that computes, of those started from here whose command line has a text."""
    while True:
        for process, ticks in read_ticks(mark):
            if ticks - before.get(process, 0) > 5:
                os.kill(process, 9)
                return
        time.sleep(0.01)


def read_ticks(mark: str) -> Iterator[tuple[int, int]]:
    """Such processes, and how long each has computed."""
    for process in find_processes(mark):
        try:
            status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            if is_ours(process):
                yield process, int(status[11])
        except OSError:
            continue


def is_ours(process: int) -> bool:
    while process > 1 and process != os.getpid():
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return process == os.getpid()


@pytest.mark.machine
def test_running_out_of_memory_costs_only_one_request(
    installation: Installation, ours: ExercismTool
) -> None:
    with open_representer(
        replace(ours, memory_bytes=100 * MIB),
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
    ) as represent:
        representation = represent(NAMELESS, {"any.py": MANY_NAMES})
        assert representation.ending in (
            ToolEnding.MEMORY_LIMIT,
            ToolEnding.CRASH,
        )  # or a MemoryError
        assert represent(EXERCISE, {"two_fer.py": SOURCE}).representation is not None


@pytest.mark.machine
@pytest.mark.long(reason="ten thousand requests")
def test_memory_is_bounded_over_ten_thousand_requests(represent: Represent) -> None:
    peaks = []
    for number in range(10_000):
        source = SOURCE.replace(b"name", b"name%d" % number) + b"# %d\n" % number
        representation = represent(EXERCISE, {"two_fer.py": source})
        assert representation.representation is not None
        assert representation.representation.mapping["PLACEHOLDER_2"] == f"name{number}"
        peaks.append(representation.outcome.peak_memory_bytes or 0)
    assert max(peaks) < 4 * max(peaks[:200])


@pytest.mark.machine
@pytest.mark.parametrize("unsafe", [False, True])
def test_threads_get_their_own_answers(ours: ExercismTool, unsafe: bool) -> None:
    installation = Installation(unsafe=unsafe)
    with open_representer(
        ours,
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
        at_once=2,
    ) as represent:

        def ask(number: int) -> bool:
            source = SOURCE.replace(b"name", b"name%d" % number)
            representation = represent(EXERCISE, {"two_fer.py": source}).representation
            return (
                representation is not None
                and representation.mapping["PLACEHOLDER_2"] == f"name{number}"
            )

        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(ask, range(300)))
