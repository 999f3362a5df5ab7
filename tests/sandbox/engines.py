"""An engine to test with, where this machine has one, and an image made of this machine's files."""

import io
import os
import resource
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kriterion.sandbox.backends.containers.container import ask
from kriterion.sandbox.backends.containers.container_engine import ContainerEngine
from kriterion.sandbox.backends.containers.engine_command import LABEL, EngineName
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Outcome, Probe, Run

NAME = "localhost/kriterion-test"
_ENOUGH = 4096


# It has no programs of its own, and is shown this machine's.
IMAGE = Image(name=NAME, kind=ImageKind.ENGINE, readable=(Path("/usr"),))


@contextmanager
def engine_on_this_host(
    name: EngineName, directories: pytest.TempPathFactory
) -> Iterator[ContainerEngine]:
    """An engine that has the image. Skips the test if no engine works."""
    with engine_in(name, directories.mktemp("engine")) as (engine, probe):
        if not probe.works:
            pytest.skip(f"NO {name.upper()} ON THIS MACHINE: {probe.fault}\n{probe.fix}")
        yield engine


@contextmanager
def engine_in(name: EngineName, directory: Path) -> Iterator[tuple[ContainerEngine, Probe]]:
    """Yield an engine, and whether it works and has the image; `directory` is for its settings."""
    with pytest.MonkeyPatch.context() as patch:
        if "CONTAINERS_CONF" not in os.environ:
            file = directory / "containers.conf"
            file.write_text(_make_limits())
            patch.setenv("CONTAINERS_CONF", str(file))
        engine = ContainerEngine(name)
        probe = engine.probe()
        if not probe.works:
            yield engine, probe
            return
        _make_image(name.value)
        outcome = engine.run(Run(command=("/bin/true",), image=IMAGE))
        assert outcome.exit_status == 0, outcome
        yield engine, probe


@dataclass(frozen=True)
class InContainers:
    """Runs host commands in an image of this machine, and checks that no container is left."""

    engine: ContainerEngine

    def run(self, run: Run) -> Outcome:
        image = replace(run.image, name=NAME, kind=ImageKind.ENGINE, readable=IMAGE.readable)
        outcome = self.engine.run(replace(run, image=image))
        left = list_containers(self.engine)
        assert left == [], left
        return outcome


def list_containers(engine: ContainerEngine, pid: int | None = None) -> list[str]:
    """List the containers of this installation, or of one process, that the engine knows."""
    every = ("ps", "--all", "--filter", f"label={LABEL}", "--format", "{{.Names}}")
    whose = f"-{pid or os.getpid()}-"
    return [name for name in ask(engine.backend, *every).split() if whose in name]


def _make_image(engine: str) -> None:
    """Import an image of empty directories and of this machine's links into /usr.

    Do this once only, because an engine keeps every image that ever had the name.
    """
    if not subprocess.run((engine, "image", "inspect", NAME), capture_output=True).returncode:
        return
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in ("usr", "etc", "tmp", "home", "mnt", "proc", "sys", "dev", "run"):
            _add(archive, name, tarfile.DIRTYPE)
        for name in ("bin", "sbin", "lib", "lib64"):
            if Path("/", name).is_symlink():
                _add(archive, name, tarfile.SYMTYPE, str(Path("/", name).readlink()))
    imported = subprocess.run(
        (engine, "import", "-", NAME), input=packed.getvalue(), capture_output=True
    )
    assert imported.returncode == 0, imported.stderr


def _add(archive: tarfile.TarFile, name: str, kind: bytes, target: str = "") -> None:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.linkname = kind, 0o755, target
    archive.addfile(entry)


def _make_limits() -> str:
    """Return a configuration with which podman raises no limits, for users who may not."""
    wanted = []
    for name, number in {"nofile": resource.RLIMIT_NOFILE, "nproc": resource.RLIMIT_NPROC}.items():
        _, hard = resource.getrlimit(number)
        most = _ENOUGH if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH)
        wanted.append(f'"{name}={most}:{most}"')
    return f"[containers]\ndefault_ulimits = [{', '.join(wanted)}]\n"
