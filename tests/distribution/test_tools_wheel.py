"""kriterion-tools is of use by itself: without the host, and without Django."""

import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import kriterion_tools
from kriterion_tools.languages import LANGUAGES
from tests.distribution.wheels import (
    ROOT,
    TOOLS,
    build_wheel,
    copy_clone,
    copy_libraries,
    install,
    make_environment,
)

SOLUTION = (
    'import os\ndef two_fer(name):\n    if name == None:\n        name = "you"\n    return name\n'
)

wheel_test = pytest.mark.long(reason="builds a wheel and installs it with what it needs")


def test_the_host_requires_tools_of_its_own_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"kriterion-tools=={kriterion_tools.__version__}" in project["dependencies"]


@pytest.fixture(scope="module")
def tools_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    clone = copy_clone(tmp_path_factory.mktemp("clone"))
    built = build_wheel(clone, TOOLS)
    assert built.returncode == 0, built.stderr
    [file] = (clone / "out").glob("*.whl")
    return file


@pytest.fixture(scope="module")
def requirements(tools_wheel: Path) -> list[str]:
    with zipfile.ZipFile(tools_wheel) as archive:
        [name] = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    return [
        line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")
    ]


@pytest.fixture(scope="module")
def environment(
    tools_wheel: Path, requirements: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """An environment with the tools and nothing but what they say that they need."""
    made = make_environment(tmp_path_factory.mktemp("alone") / "environment")
    copy_libraries(made, requirements)
    install(made, tools_wheel)
    return made


def _run(
    environment: Path, program: str, *arguments: str | Path, given: bytes = b"", cwd: Path
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        (environment / "bin" / program, *arguments),
        input=given,
        cwd=cwd,
        env={"PATH": f"{environment / 'bin'}:/usr/bin:/bin"},
        capture_output=True,
        check=False,
    )


@pytest.fixture
def solution(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in/two_fer.py").write_text(SOLUTION)
    return tmp_path


@wheel_test
def test_a_wheel_contains_the_tools_and_no_host(tools_wheel: Path, requirements: list[str]) -> None:
    with zipfile.ZipFile(tools_wheel) as archive:
        names = archive.namelist()
    packages = {name.partition("/")[0] for name in names}
    assert {package for package in packages if not package.endswith(".dist-info")} == {
        "kriterion_tools"
    }
    assert "kriterion_tools/py.typed" in names
    assert "kriterion_tools/suite_judge/run" in names
    assert "kriterion_tools/learn_ocaml_judge/grader/main.ml" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {language.grammar for language in LANGUAGES} <= set(requirements)


@wheel_test
def test_the_tools_need_no_django(environment: Path, tmp_path: Path) -> None:
    for module in ("django", "uvicorn", "pygments", "kriterion"):
        assert _run(environment, "python", "-c", f"import {module}", cwd=tmp_path).returncode == 1
    assert _run(environment, "python", "-m", "pip", "check", cwd=tmp_path).returncode == 0
    code = """if True:
        import importlib, pkgutil, kriterion_tools
        for module in pkgutil.walk_packages(kriterion_tools.__path__, "kriterion_tools."):
            if not module.name.endswith("__main__") and ".sample." not in module.name:
                importlib.import_module(module.name)
    """
    result = _run(environment, "python", "-c", code, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")


@wheel_test
def test_the_representer_works_alone(environment: Path, solution: Path) -> None:
    result = _run(environment, "kriterion-represent", "two-fer", "in/", "out/", cwd=solution)
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads((solution / "out/mapping.json").read_text())
    assert (solution / "out/representation.txt").read_text()


@wheel_test
def test_the_analyzer_works_alone(environment: Path, solution: Path) -> None:
    result = _run(environment, "kriterion-analyze", "two-fer", "in/", "out/", cwd=solution)
    assert (result.returncode, result.stderr) == (0, b"")
    comments = json.loads((solution / "out/analysis.json").read_text())["comments"]
    pointers = {comment if isinstance(comment, str) else comment["comment"] for comment in comments}
    assert "python.general.comparison-to-none" in pointers
    assert "python.general.unused-import" in pointers  # ruff's


@wheel_test
@pytest.mark.parametrize("program", ["kriterion-suite-judge", "run"])
def test_the_suite_judge_works_alone(environment: Path, tmp_path: Path, program: str) -> None:
    darts = ROOT / "examples/exercises/darts"
    (tmp_path / "work").mkdir()
    configuration: dict[str, Any] = {
        "resources": str(darts / "evaluation"),
        "source": str(darts / "solution/solution.py"),
        "workdir": str(tmp_path / "work"),
        "time_limit": 20,
        "memory_limit": 100_000_000,
        "programming_language": "python",
        "natural_language": "en",
    }
    if program == "run":
        [judge] = environment.glob("lib/python*/site-packages/kriterion_tools/suite_judge")
        program = str(judge / "run")
    content = json.dumps(configuration).encode()
    result = _run(environment, program, given=content, cwd=tmp_path / "work")
    assert (result.returncode, result.stderr) == (0, b"")
    last = json.loads(result.stdout.splitlines()[-1])
    assert (last["command"], last["accepted"]) == ("close-judgement", True)


@wheel_test
def test_the_fence_works_alone(environment: Path, tmp_path: Path) -> None:
    result = _run(environment, "kriterion-fence", "--", "/bin/echo", "fenced", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, b"fenced\n")


@wheel_test
def test_a_source_distribution_builds_the_same_wheel(tools_wheel: Path, tmp_path: Path) -> None:
    clone = copy_clone(tmp_path / "clone")
    hatch = (sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path))
    subprocess.run(hatch, cwd=clone / TOOLS, check=True, capture_output=True)
    [archive] = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    sources = archive.with_name(archive.name.removesuffix(".tar.gz"))
    built = build_wheel(sources)
    assert built.returncode == 0, built.stderr
    [wheel] = (sources / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as ours, zipfile.ZipFile(tools_wheel) as others:
        assert set(ours.namelist()) == set(others.namelist())
