"""Collecting the files of a run, whatever it left in their place."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.backends.process.unconfined import UnconfinedSandbox
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.execution.results import MAXIMUM_FILES, Results
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, RejectedFile, Run
from tests.sandbox.conftest import find_processes, make_own_mark
from tests.sandbox.engines import InContainers, engine_on_this_host

PLACE = "/mnt/q/output"


class Executes(Protocol):
    def run(self, run: Run) -> Outcome: ...


class InProcesses:
    """Runs what is for a file system of its own as a plain process, below a root."""

    def __init__(self) -> None:
        self._sandbox = UnconfinedSandbox(warn=lambda _: None)

    def run(self, run: Run) -> Outcome:
        root = self._sandbox.make_root()
        outcome = self._sandbox.run(
            replace(
                run,
                root=root,
                home=root + run.home,
                working_directory=root + run.working_directory,
                trees={root + place: tree for place, tree in run.trees.items()},
                collect=tuple(root + name for name in run.collect),
            )
        )
        assert not Path(root).exists()
        return replace(
            outcome, files={name.removeprefix(root): at for name, at in outcome.files.items()}
        )


@pytest.fixture(scope="module", params=["bubblewrap", "plain processes", *EngineName])
def backend(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Executes]:
    """Every way to run something."""
    if request.param == "bubblewrap":
        yield request.getfixturevalue("bubblewrap")
    elif request.param == "plain processes":
        yield InProcesses()
    else:
        with engine_on_this_host(EngineName(request.param), tmp_path_factory) as engine:
            yield InContainers(engine)


def run_and_collect(
    sandbox: Executes, script: str, *names: str, limits: Limits | None = None
) -> Outcome:
    """What is collected after a script that works in the place where results are expected."""
    run = Run(
        command=("/bin/sh", "-c", script),
        image=HOST,
        trees={PLACE: make_tree({})},
        working_directory=PLACE,
        collect=tuple(name if name[0] == "/" else f"{PLACE}/{name}" for name in names),
        limits=limits or Limits(output_bytes=MIB, idle_seconds=1),
    )
    before = set(Path("/proc/self/fd").iterdir())
    outcome = sandbox.run(run)
    assert set(Path("/proc/self/fd").iterdir()) == before
    return outcome


@pytest.mark.machine
def test_files_are_collected_from_every_writable_path(backend: Executes) -> None:
    outcome = run_and_collect(
        backend,
        "printf one >result.json; mkdir -p deep/er; printf '\\0\\377' >deep/er/file;"
        " printf home >~/x; >empty",
        *("result.json", "deep/er/file", "/home/runner/x", "empty", "missing", "no/dir"),
    )
    assert outcome.files == {
        f"{PLACE}/result.json": b"one",
        f"{PLACE}/deep/er/file": b"\0\377",
        "/home/runner/x": b"home",
        f"{PLACE}/empty": b"",
    }


@pytest.mark.machine
def test_files_are_collected_without_cgroups_too(sandbox: Bubblewrap) -> None:
    outcome = run_and_collect(sandbox, "printf one >f; printf tmp >/tmp/x", "f", "/tmp/x")
    assert outcome.files == {f"{PLACE}/f": b"one", "/tmp/x": b"tmp"}


@pytest.mark.machine
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("ln -s /etc/passwd f", "cannot be opened"),
        ("ln -s ../../../../etc/shadow f", "cannot be opened"),
        ("ln -s other f; echo >other", "cannot be opened"),
        ("ln -s /proc/self/environ f", "cannot be opened"),
        ("ln -s /nowhere f", "cannot be opened"),
        ("mkfifo f", "is not a regular file"),
        ("mkdir f", "is not a regular file"),
        ("python3 -c \"import socket; socket.socket(1).bind('f')\"", "cannot be opened"),
        ("echo x >f; ln f g", "has 2 names"),
        ("truncate -s 1000001 f", "has 1,000,001 bytes, and 1,000,000 are allowed"),
        ("head -c 1000001 /dev/zero >f", "has 1,000,001 bytes"),
    ],
)
def test_only_regular_files_are_collected(backend: Executes, script: str, reason: str) -> None:
    found = run_and_collect(backend, script, "f", limits=Limits(output_bytes=1_000_000)).files[
        f"{PLACE}/f"
    ]
    assert isinstance(found, RejectedFile)
    assert reason in found.reason


@pytest.mark.machine
@pytest.mark.parametrize(
    "script",
    [
        "ln -s /etc d",
        "ln -s /proc/1/root/etc d",
        "mkdir /tmp/real; echo x >/tmp/real/passwd; ln -s /tmp/real d",
        "echo x >d",
        "cd ..; rm -rf output; ln -s /etc output",
        "cd /mnt; mv q other; ln -s / q",
    ],
)
def test_links_on_the_path_are_not_followed(backend: Executes, script: str) -> None:
    files = run_and_collect(backend, script, "d/passwd").files
    assert all(isinstance(file, RejectedFile) for file in files.values()), files


@pytest.mark.machine
def test_the_total_size_of_files_is_limited(backend: Executes) -> None:
    names = [f"f{number}" for number in range(4)]
    script = f"for f in {' '.join(names)}; do head -c 400000 /dev/zero >$f; done"
    files = run_and_collect(backend, script, *names, limits=Limits(output_bytes=1_000_000)).files
    assert [isinstance(files[f"{PLACE}/{name}"], bytes) for name in names] == [
        *(True, True, False, False)
    ]


@pytest.mark.long(reason="starts many runs")
@pytest.mark.machine
@pytest.mark.parametrize(
    "script",
    [
        "for n in $(seq 20000); do echo >$n; done",
        "python3 -c \"import os\nfor _ in range(3000): os.mkdir('d'); os.chdir('d')\"",
        "touch -- '--rf' \"$(printf 'a\\nb')\" \"$(printf '\\377\\033[2J')\" $(printf %0255d 1)",
        "mkdir shut; echo >shut/x; chmod 0 shut",
    ],
)
def test_other_leftovers_are_removed_with_the_run(backend: Executes, script: str) -> None:
    limits = Limits(output_bytes=MIB, memory_bytes=256 * MIB)
    outcome = run_and_collect(backend, f"{script}\nprintf fine >f", "f", limits=limits)
    assert outcome.files == {f"{PLACE}/f": b"fine"}


@pytest.mark.machine
def test_names_may_be_any_text(backend: Executes) -> None:
    names = ("with space", "new\nline", "--rf", "\udcff", "*")
    script = "printf x >'with space'; printf x >'new\nline'; printf x >--rf; printf x >'*'"
    script += "; printf x >\"$(printf '\\377')\""
    assert list(run_and_collect(backend, script, *names).files.values()) == [b"x"] * 5


@pytest.mark.long(reason="waits for limits")
@pytest.mark.machine
def test_files_of_an_aborted_run_are_collected_unchanged(
    backend: Executes,
) -> None:
    mark = make_own_mark("76.25")
    script = f"printf done >f; (while :; do printf more >>f; sleep 0.01; done) & sleep {mark}"
    limits = Limits(wall_seconds=4, output_bytes=MIB)
    outcome = run_and_collect(backend, script, "f", limits=limits)
    assert outcome.ending is Ending.WALL_LIMIT
    found = outcome.files[f"{PLACE}/f"]
    assert isinstance(found, bytes)
    assert found.startswith(b"donemore")
    assert find_processes(mark) == []


@pytest.mark.machine
def test_files_outside_the_root_of_a_plain_process_are_not_collected(tmp_path: Path) -> None:
    sandbox = UnconfinedSandbox(warn=lambda _: None)
    root = sandbox.make_root()
    with pytest.raises(ValueError, match="is not a file that a run can write"):
        sandbox.run(Run(command=("true",), image=HOST, root=root, collect=("/etc/passwd",)))
    assert not Path(root).exists()
    with pytest.raises(OperatorError, match="cannot have files at /tmp/x"):
        sandbox.run(Run(command=("true",), image=HOST, collect=("/tmp/x",)))


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "relative", "/mnt/../etc/passwd", "/mnt", "/tmpfile", "/proc/self/mem"]
)
def test_paths_the_run_cannot_write_are_not_collected(name: str) -> None:
    with pytest.raises(ValueError, match="is not a file that a run can write"):
        Results(Run(command=("true",), image=HOST, collect=(name,)))


def test_the_number_of_files_is_limited() -> None:
    names = tuple(f"/tmp/{number}" for number in range(MAXIMUM_FILES + 1))
    with pytest.raises(ValueError, match="at most"):
        Results(Run(command=("true",), image=HOST, collect=names))


def test_links_within_the_file_system_are_not_collected_either(tmp_path: Path) -> None:
    """Without a sandbox, and so on every machine."""
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp" / "real").write_text("x")
    (tmp_path / "tmp" / "link").symlink_to("real")
    results = Results(Run(command=("true",), image=HOST, collect=("/tmp/real", "/tmp/link")))
    results._held["/tmp"] = os.open(tmp_path / "tmp", os.O_PATH)
    files = results.collect()
    results.close()
    assert files["/tmp/real"] == b"x"
    assert isinstance(files["/tmp/link"], RejectedFile)
