"""Fixtures that build the grader from its sources and run it in the sandbox."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import kriterion_tools
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Limits, Outcome, Run
from kriterion_tools.learn_ocaml_judge.bundle import write_bundle
from kriterion_tools.learn_ocaml_judge.grader_configuration import GraderConfiguration
from tests.places import find_shared_directory, make_once

JUDGE = Path(kriterion_tools.__file__).parent / "learn_ocaml_judge"

NONCE = "0123456789abcdef"

# The grader's channel becomes the run's stdout, all other output its stderr. The bundle is a file,
# as in the judge.
THROUGH_SHELL = (
    "/bin/sh",
    "-c",
    'cat >/tmp/bundle; exec </tmp/bundle; rm /tmp/bundle; exec "$0" "$@" 3>&1 >&2',
)

_PLACE = "/opt/grader"

Item = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Graded:
    """Everything the grader sent about a submission, and how its process ended."""

    answers: list[dict[str, Any]]
    outcome: Outcome
    mode: dict[str, str]
    lost: str

    @property
    def report(self) -> list[Item]:
        """The report. Fails if there is none."""
        assert "report" in self.answers[-1], (self.answers, self.outcome.stderr)
        return list(self.answers[-1]["report"])

    @property
    def failure(self) -> dict[str, Any]:
        """The reason why there is no report. Fails if there is a report."""
        assert "failure" in self.answers[-1], (self.answers, self.outcome.stderr)
        return dict(self.answers[-1]["failure"])

    @property
    def progress(self) -> list[str]:
        """All status lines."""
        return [answer["progress"] for answer in self.answers if "progress" in answer]

    @property
    def results(self) -> list[tuple[str, Any]]:
        """Text and result of every message of the report, in order."""
        return [
            (_get_text(item["message"]), item["result"]) for item in _list_messages(self.report)
        ]

    @property
    def points(self) -> int:
        """The points of a report without minima; 0 without a report."""
        if not self.answers or "report" not in self.answers[-1]:
            return 0
        return max(sum(result for _, result in self.results if isinstance(result, int)), 0)

    @property
    def failed(self) -> bool:
        """Whether the report has a failure or a penalty."""
        return any(
            result == "failure" or (isinstance(result, int) and result <= 0)
            for _, result in self.results
        )

    @property
    def text(self) -> str:
        """The report as text, one message per line."""
        return "\n".join(text for text, _ in self.results)


def _list_messages(items: list[Item]) -> Iterator[Item]:
    for item in items:
        if "section" in item:
            yield from _list_messages(item["contents"])
        else:
            yield item


def _get_text(inlines: list[dict[str, str]]) -> str:
    return " ".join(inline.get("text", "\n") for inline in inlines)


@pytest.fixture(scope="session")
def bubblewrap() -> Bubblewrap:
    """A real sandbox. Skips the test if this machine has none."""
    sandbox = Bubblewrap()
    probe = sandbox.probe()
    if not probe.works:
        pytest.skip(f"NO SANDBOX ON THIS MACHINE: {probe.fault}\n{probe.fix}")
    return sandbox


# A root file system with another supported compiler; docs/author/learn-ocaml-judge.md.
OCAML_ROOT = os.environ.get("KRITERION_OCAML_ROOT", "")
_HERE, _IN_ROOT = "here", "root"
# The parameters for tests with each compiler.
COMPILERS = (
    _HERE,
    pytest.param(_IN_ROOT, marks=pytest.mark.long(reason="the same with another compiler")),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests marked `each_compiler` with each compiler, others with the machine's own."""
    if metafunc.definition.get_closest_marker("each_compiler"):
        metafunc.parametrize("compiler", COMPILERS, indirect=True, scope="session")


@pytest.fixture(scope="session")
def compiler(request: pytest.FixtureRequest) -> str:
    """Which compiler builds and runs the grader: the machine's own, or that of the root."""
    return str(getattr(request, "param", _HERE))


@pytest.fixture(scope="session")
def base(compiler: str) -> Image:
    """The image with the compiler."""
    if compiler == _IN_ROOT and not OCAML_ROOT:
        pytest.skip("set KRITERION_OCAML_ROOT to a root file system with OCaml")
    if compiler == _IN_ROOT:
        return Image(kind=ImageKind.ROOTFS, directory=Path(OCAML_ROOT))
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")
    return Image()


@pytest.fixture(scope="session")
def release(base: Image, bubblewrap: Bubblewrap) -> str:
    """The compiler's release of OCaml."""
    outcome = bubblewrap.run(Run(command=("ocamlc", "-version"), image=base))
    return outcome.stdout.decode().strip()


@pytest.fixture(scope="session")
def grader(
    compiler: str,
    base: Image,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The output directory of `build`, made once for all workers of a session.

    Tests with different compilers alternate, and each change of the compiler sets this up again.
    """

    def build(directory: Path) -> None:
        if compiler == _IN_ROOT:
            _build_inside(request.getfixturevalue("bubblewrap"), base, directory)
        else:
            subprocess.run((str(JUDGE / "build"), str(directory)), check=True, timeout=300)

    return make_once(find_shared_directory(tmp_path_factory), f"grader-{compiler}", build)


def _build_inside(bubblewrap: Bubblewrap, base: Image, directory: Path) -> None:
    """Build the grader with the compiler of an image, and unpack the result."""
    build = "/judge/build /tmp/built >&2 && tar -C /tmp/built -c ."
    outcome = bubblewrap.run(
        Run(
            command=("/bin/sh", "-c", build),
            image=replace(base, mounts={"/judge": JUDGE}),
            limits=Limits(cpu_seconds=100, wall_seconds=300, output_bytes=64 << 20),
        )
    )
    assert outcome.exit_status == 0, outcome.stderr
    unpack = ("tar", "-C", str(directory), "--no-same-owner", "-x")
    subprocess.run(unpack, input=outcome.stdout, check=True)


Grade = Callable[..., Graded]


@pytest.fixture(scope="session")
def grade(grader: Path, base: Image, bubblewrap: Bubblewrap) -> Grade:
    """Grade a submission to an exercise, given as a directory or as files (name → text)."""

    def run(
        submission: str | bytes,
        exercise: Path | Mapping[str, str | bytes],
        *,
        name: str = "solution.ml",
        seed: int = 1,
        call_seconds: float | None = 5,
        memory_bytes: int | None = 200_000_000,
        cpu_seconds: float = 20,
        options: tuple[str, ...] = (),
    ) -> Graded:
        command = (
            *(*THROUGH_SHELL, f"{_PLACE}/grader", "--channel", "3"),
            *("--name", name, "--seed", str(seed)),
            *(() if call_seconds is None else ("--call-seconds", f"{call_seconds:g}")),
            *(() if memory_bytes is None else ("--memory-bytes", str(memory_bytes))),
            *options,
        )
        outcome = bubblewrap.run(
            Run(
                command=command,
                image=replace(base, mounts={_PLACE: grader}),
                stdin=_bundle(submission, exercise),
                limits=Limits(cpu_seconds=cpu_seconds, wall_seconds=3 * cpu_seconds),
            )
        )
        messages = [json.loads(line) for line in outcome.stdout.splitlines()]
        assert all(answer.pop("nonce") == NONCE for answer in messages)
        mode: dict[str, str] = next(
            (answer["mode"] for answer in reversed(messages) if "mode" in answer), {}
        )
        lost = next((answer["lost"] for answer in messages if "lost" in answer), "")
        others = [answer for answer in messages if not {"mode", "lost", "slow"} & set(answer)]
        return Graded(answers=others, outcome=outcome, mode=mode, lost=lost)

    return run


def _bundle(submission: str | bytes, exercise: Path | Mapping[str, str | bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        directory = exercise if isinstance(exercise, Path) else Path(name)
        if not isinstance(exercise, Path):
            for file, text in exercise.items():
                (directory / file).parent.mkdir(parents=True, exist_ok=True)
                (directory / file).write_bytes(_encode_text(text))
        solution = Path(name) / "handed in"
        solution.write_bytes(_encode_text(submission))
        configuration = GraderConfiguration(
            exercise=str(directory),
            solution=str(solution),
            seed=0,
            time_seconds=1,
            call_seconds=1,
            memory_bytes=0,
        )
        with os.fdopen(write_bundle(configuration, NONCE), "rb") as bundle:
            return bundle.read()


def _encode_text(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
