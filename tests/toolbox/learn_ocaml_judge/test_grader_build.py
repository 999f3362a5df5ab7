"""The build of the grader, and the program's usage message."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import JUDGE

pytestmark = pytest.mark.machine


def _build(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = (str(JUDGE / "build"), *arguments)
    return subprocess.run(command, capture_output=True, timeout=120, **options)  # type: ignore[call-overload,no-any-return]


def test_without_ocaml_the_build_says_what_to_install(tmp_path: Path) -> None:
    result = _build(str(tmp_path / "grader"), env={"PATH": str(tmp_path)})
    assert result.returncode == 3
    [reason, fix] = result.stderr.decode().splitlines()
    assert "OCaml" in reason
    assert fix == "apt-get install ocaml"
    assert not (tmp_path / "grader").exists()


# Releases close to the supported ones, and far from them.
UNSUPPORTED = [
    *("4.13.0", "4.13.10", "4.13.1+flambda", "4.14.2", "5.2.1", "5.3.0+flambda", "5.3.1", "5.4.0"),
    *("5.9.1", "13.1", "4.13.1 5.3.0", ""),
]


@pytest.mark.parametrize("version", UNSUPPORTED)
def test_an_unsupported_compiler_is_refused_with_its_version(tmp_path: Path, version: str) -> None:
    library = tmp_path / "compiler-libs"
    library.mkdir()
    (library / "ocamlcommon.cma").touch()
    compiler = tmp_path / "ocamlc"
    compiler.write_text(f'#!/bin/sh\n[ "$1" = -where ] && echo {tmp_path} || echo "{version}"\n')
    compiler.chmod(0o755)
    for arguments in ("--fingerprint", str(tmp_path / "grader")):
        result = _build(arguments, env={"PATH": str(tmp_path)})
        [reason, fix] = result.stderr.decode().splitlines()
        assert result.returncode == 3
        assert reason.endswith(f"{compiler} is {version}")
        assert "4.13.1 or 5.3.0" in fix
    assert not (tmp_path / "grader").exists()


def test_each_supported_release_has_its_modules() -> None:
    """All of them and no others, because their interfaces are shared."""
    releases = sorted((JUDGE / "grader").glob("ocaml-*"))
    interfaces = {file.stem for file in (JUDGE / "grader").glob("release_*.mli")}
    assert [release.name for release in releases] == ["ocaml-4.13.1", "ocaml-5.3.0"]
    for release in releases:
        assert {file.stem for file in release.glob("*.ml")} == interfaces


def test_a_build_needs_one_directory() -> None:
    assert _build().returncode == 2


@pytest.mark.long(reason="builds the grader")
@pytest.mark.skipif(shutil.which("ocamlc") is None, reason="NO OCAML: apt-get install ocaml")
def test_a_build_silently_replaces_an_older_one(tmp_path: Path) -> None:
    for _ in range(2):
        result = _build(str(tmp_path))
        assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert {file.name for file in tmp_path.iterdir()} == {"grader", "interfaces"}


def test_the_program_prints_its_usage(grader: Path) -> None:
    for arguments in ((), ("--seed", "1"), ("--channel", "one"), ("other",)):
        result = subprocess.run(
            (str(grader / "grader"), *arguments), capture_output=True, stdin=subprocess.DEVNULL
        )
        assert result.returncode == 2
        assert b"--channel" in result.stderr
