import os
import subprocess
import time
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image, ImageKind
from kriterion.tools.runtime import PLACE, ensure_kriterion_image


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """One runtime for all tests that only look at it; its maker lets nobody else read files."""
    data = tmp_path_factory.mktemp("data")
    data.chmod(0o711)
    before = os.umask(0o077)
    try:
        return ensure_kriterion_image(data)
    finally:
        os.umask(before)


@pytest.fixture
def runtime(image: Image) -> Path:
    return image.mounts[PLACE]


@pytest.mark.long(reason="builds the runtime")
def test_built_in_tools_find_their_libraries_in_the_runtime(image: Image) -> None:
    assert image.kind is ImageKind.HOST
    assert image.path == (f"{PLACE}/bin",)
    python = image.mounts[PLACE] / "bin" / "python3"
    code = "import msgspec, yaml, kriterion_tools.contracts.dodona_judge.output_records as o"
    code += "; print(o.__file__)"
    result = subprocess.run((python, "-c", code), capture_output=True, text=True, check=True)
    assert result.stdout.startswith(str(image.mounts[PLACE]))


def test_the_built_in_analyzer_finds_its_linter_in_the_runtime(runtime: Path) -> None:
    binaries = runtime / "bin"
    code = (
        "from kriterion_tools.analyzer.findings.linters import Linters; import ast_grep_py;"
        'linters = Linters({"a.py": "import os"}, ["F401"], "python", seconds=60);'
        'print(len(linters.matches()["F401"]))'
    )
    result = subprocess.run(
        (binaries / "python3", "-c", code), capture_output=True, text=True, check=True
    )
    assert result.stdout == "1\n"


def test_the_analyzers_rules_are_cached_in_the_runtime(runtime: Path) -> None:
    code = (
        "import sys; from kriterion_tools.analyzer.engine.shipped import load_rulebook;"
        'print(len(load_rulebook("python", "two-fer").rules) > 9, "yaml" in sys.modules)'
    )
    result = subprocess.run(
        (runtime / "bin" / "python3", "-c", code), capture_output=True, text=True, check=True
    )
    assert result.stdout == "True False\n"


def test_the_runtime_does_not_contain_the_host(runtime: Path) -> None:
    python = runtime / "bin" / "python3"
    result = subprocess.run(
        (python, "-c", "import kriterion.sandbox"), capture_output=True, check=False
    )
    assert b"ModuleNotFoundError" in result.stderr


def test_judges_find_the_fence_in_the_runtime(runtime: Path) -> None:
    binaries = runtime / "bin"
    result = subprocess.run(
        ("fence", "--", "sh", "-c", "echo inside; grep NoNewPrivs /proc/self/status"),
        env={"PATH": f"{binaries}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "inside\nNoNewPrivs:\t1\n"


def test_a_runtime_is_built_once(runtime: Path) -> None:
    built_at = runtime.stat().st_mtime_ns
    assert ensure_kriterion_image(runtime.parents[1]).mounts[PLACE] == runtime
    assert runtime.stat().st_mtime_ns == built_at


def test_every_user_can_read_a_runtime_whoever_built_it(runtime: Path) -> None:
    for file in (runtime, *runtime.rglob("*")):
        if not file.is_symlink():
            expected = 0o005 if file.is_dir() else 0o004
            assert file.stat().st_mode & expected == expected, file


def test_a_runtime_contains_no_path_of_this_machine(runtime: Path) -> None:
    for file in runtime.rglob("*.pyc"):
        assert str(runtime.parents[1]).encode() not in file.read_bytes(), file


def test_an_unwritable_data_directory_is_reported_with_the_fix() -> None:
    with pytest.raises(OperatorError, match="cannot be created") as raised:
        ensure_kriterion_image(Path("/proc/nowhere"))
    assert "KRITERION_DATA" in raised.value.fix


@pytest.mark.long(reason="builds the runtime")
def test_abandoned_builds_are_removed_and_those_in_use_kept(tmp_path: Path) -> None:
    runtimes = tmp_path / "runtime"
    ages = {"making-dead": 7200, "making-alive": 60, "oldest": 9000, "last": 5000}
    for name, seconds in ages.items():
        (runtimes / name).mkdir(parents=True)
        (runtimes / name / "file").touch()
        modified = time.time() - seconds
        os.utime(runtimes / name, (modified, modified))
    (created,) = ensure_kriterion_image(tmp_path).mounts.values()
    assert {place.name for place in runtimes.iterdir()} == {"making-alive", "last", created.name}
