"""Plain processes run as requested, are reported as unconfined, and are cleaned up."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.process.unconfined import WARNING, UnconfinedSandbox
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.image import HOST, Image, ImageKind
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, Run
from tests.sandbox.conftest import find_processes

pytestmark = pytest.mark.machine


@pytest.fixture(params=["best groups", "sampled groups"])
def unconfined(request: pytest.FixtureRequest) -> UnconfinedSandbox:
    groups = None if request.param == "best groups" else SampledGroups("")
    return UnconfinedSandbox(warn=lambda _: None, groups=groups)


def execute(sandbox: UnconfinedSandbox, script: str, **options: Any) -> Outcome:
    limits = {key: options.pop(key) for key in Limits.__slots__ if key in options}
    command = ("/bin/sh", "-c", script)
    return sandbox.run(Run(command=command, image=HOST, limits=Limits(**limits), **options))


def _list_directories() -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"kriterion-run-*-{os.getpid()}-*"))


def test_every_run_is_warned_about_and_its_outcome_says_it_was_unconfined() -> None:
    warnings: list[str] = []
    sandbox = UnconfinedSandbox(warn=warnings.append)
    outcomes = [execute(sandbox, "exit 3") for _ in range(2)]
    assert warnings == [WARNING, WARNING]
    for outcome in outcomes:
        assert (outcome.exit_status, outcome.backend) == (3, "process")
        for kind in ("files", "network", "system calls"):
            assert outcome.enforced[kind] == "nothing"


def test_a_run_finds_its_trees_at_their_host_paths(unconfined: UnconfinedSandbox) -> None:
    root = unconfined.make_root()
    workdir = f"{root}/home/runner/workdir"
    outcome = execute(
        unconfined,
        "cat; cat given; pwd; echo $HOME; touch new ../new; env | grep -c SECRET",
        root=root,
        home=f"{root}/home/runner",
        working_directory=workdir,
        trees={f"{root}/mnt/x/judge": make_tree({"a": b""}), workdir: make_tree({"given": b"b\n"})},
        stdin=b"input\n",
    )
    assert outcome.stdout.decode() == f"input\nb\n{workdir}\n{root}/home/runner\n0\n"
    assert outcome.stderr == b""
    assert _list_directories() == []


def test_a_run_is_never_root(unconfined: UnconfinedSandbox) -> None:
    assert execute(unconfined, "id -u").stdout != b"0\n"


@pytest.mark.parametrize(
    ("script", "limits", "ending"),
    [
        ("while :; do :; done", {"cpu_seconds": 0.3}, Ending.CPU_LIMIT),
        ("sleep 60", {"idle_seconds": 0.3}, Ending.WALL_LIMIT),
        ("yes", {"output_bytes": 1000}, Ending.OUTPUT_LIMIT),
        (
            """many='import os, time
for _ in range(3):
    if os.fork() == 0:
        b = b"1" * (40 << 20)
        time.sleep(600)
os.wait()'
            python3 -c "$many" """,
            {"memory_bytes": 60 * MIB, "idle_seconds": 300},
            Ending.MEMORY_LIMIT,
        ),
    ],
)
def test_limits_are_enforced(
    unconfined: UnconfinedSandbox, script: str, limits: dict[str, Any], ending: Ending
) -> None:
    mark = f"{70_000 + os.getpid()}.25"
    outcome = execute(unconfined, f"sleep {mark} & {script}", **limits)
    assert outcome.ending is ending
    assert find_processes(mark) == []
    assert _list_directories() == []


def test_leftover_processes_are_ended(unconfined: UnconfinedSandbox) -> None:
    mark = f"{80_000 + os.getpid()}.25"
    assert execute(unconfined, f"sleep {mark} & (sleep {mark} &) & exit 0").exit_status == 0
    assert find_processes(mark) == []


def test_paths_of_mounts_are_rewritten_to_host_paths(
    unconfined: UnconfinedSandbox, tmp_path: Path
) -> None:
    image = Image(mounts={"/opt/x": tmp_path}, path=("/opt/x/bin",), variables={"X": "/opt/x/lib"})
    run = Run(command=("/bin/sh", "-c", "echo $PATH $X"), image=image)
    text = unconfined.run(run).stdout.decode()
    assert text.startswith(f"{tmp_path}/bin:")
    assert text.endswith(f" {tmp_path}/lib\n")


def test_directories_of_dead_hosts_are_swept(unconfined: UnconfinedSandbox) -> None:
    namespace = Path("/proc/self/ns/pid").stat().st_ino
    left = Path(tempfile.gettempdir()) / f"kriterion-run-{namespace}-{os.getpid()}-1-0-left"
    (left / "home").mkdir(parents=True)
    execute(unconfined, "true")
    assert not left.exists()


def test_an_image_other_than_this_machine_is_refused(unconfined: UnconfinedSandbox) -> None:
    for kind in (ImageKind.ROOTFS, ImageKind.ENGINE):
        with pytest.raises(OperatorError, match=kind.value):
            unconfined.run(Run(command=("true",), image=Image(kind=kind)))


def test_paths_owned_by_others_are_refused(unconfined: UnconfinedSandbox) -> None:
    with pytest.raises(OperatorError, match="cannot have files at /mnt/x"):
        execute(unconfined, "true", trees={"/mnt/x": make_tree({"a": b""})})


def test_no_process_of_a_run_leaves_a_core_file(unconfined: UnconfinedSandbox) -> None:
    outcome = execute(unconfined, "grep core /proc/self/limits")
    assert outcome.stdout.split() == [*b"Max core file size 0 0 bytes".split()]
