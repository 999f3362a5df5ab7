"""Fixtures of the sandbox's tests: a real sandbox, where this machine supports one."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Limits, Outcome, Run

Execute = Callable[..., Outcome]


@pytest.fixture(scope="session")
def bubblewrap() -> Bubblewrap:
    sandbox = Bubblewrap()
    probe = sandbox.probe()
    if not probe.works:
        pytest.skip(f"NO SANDBOX ON THIS MACHINE: {probe.fault}\n{probe.fix}")
    return sandbox


@pytest.fixture(params=["best groups", "sampled groups"])
def sandbox(request: pytest.FixtureRequest, bubblewrap: Bubblewrap) -> Bubblewrap:
    """The sandbox with the best groups of this machine, and the one without cgroups."""
    return bubblewrap if request.param == "best groups" else Bubblewrap(groups=SampledGroups(""))


@pytest.fixture
def execute(bubblewrap: Bubblewrap) -> Execute:
    """Run a command, or a shell script, in the host's image."""

    def run(command: str | tuple[str, ...], **options: Any) -> Outcome:
        return execute_in(bubblewrap, command, **options)

    return run


def execute_in(sandbox: Bubblewrap, command: str | tuple[str, ...], **options: Any) -> Outcome:
    # The usual limit of real time ends what a busy machine makes wait; idleness is still limited.
    limits: dict[str, Any] = {"wall_seconds": 600.0}
    limits |= {key: options.pop(key) for key in Limits.__slots__ if key in options}
    watching = {key: options.pop(key) for key in ("receive", "cancelled") if key in options}
    if isinstance(command, str):
        command = ("/bin/sh", "-c", command)
    options = {"image": HOST, **options}
    return sandbox.run(Run(command=command, limits=Limits(**limits), **options), **watching)


def make_own_mark(mark: str) -> str:
    """Make a mark unique to this process, as another pytest may run on this machine."""
    return f"{mark}{os.getpid()}"


def wait_until_gone(mark: str) -> None:
    """Wait until no process has a text in its command line, since killed processes take a while."""
    deadline = time.monotonic() + 60
    while processes := find_processes(mark):
        assert time.monotonic() < deadline, processes
        time.sleep(0.02)


def find_processes(mark: str) -> list[int]:
    """Find the other processes of this machine that have a text in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if mark.encode() in command:
                found.append(int(entry.name))
    return found
