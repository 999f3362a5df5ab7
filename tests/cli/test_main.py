import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kriterion.cli.exit_status import FAILED, FINE
from kriterion.cli.main import COMMANDS, kriterion, main

Run = Callable[..., Result]

KRITERION = (sys.executable, "-m", "kriterion.cli.main")
BARCODE = Path(__file__).parents[2] / "examples" / "exercises" / "barcode"


def _run_kriterion(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((*KRITERION, *arguments), capture_output=True, text=True, check=False)


def test_help_names_every_command() -> None:
    result = _run_kriterion("--help")
    assert result.returncode == 0
    assert [name for name in COMMANDS if name not in result.stdout] == []
    assert "\nCommands:\n" in result.stdout


@pytest.mark.long(reason="starts every command")
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_examples(command: str) -> None:
    result = _run_kriterion(command, "--help")
    assert result.returncode == 0
    assert "Examples:" in result.stdout
    assert f"kriterion {command}" in result.stdout


def test_help_imports_only_what_it_shows() -> None:
    code = (
        "import sys, kriterion.cli.main as m; sys.argv = ['kriterion', '--help']; m.main();"
        "print(sorted({'rich', 'msgspec', 'pygments', 'nh3', 'yaml'} & set(sys.modules)))"
    )
    result = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "status"), [(("asses",), 2), (("assess",), 2), (("--version",), 0)]
)
def test_the_exit_status_says_whose_fault_it_was(arguments: tuple[str, ...], status: int) -> None:
    result = _run_kriterion(*arguments)
    assert result.returncode == status
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments", [("check",), ("represent", "--explain", "."), ("assess", str(BARCODE))]
)
def test_no_error_message_controls_the_terminal(arguments: tuple[str, ...]) -> None:
    result = _run_kriterion(*arguments, "red\x1b[31m")
    assert result.returncode == 2
    assert "red\N{SYMBOL FOR ESCAPE}[31m" in result.stderr
    assert "\x1b" not in result.stderr


def test_a_crash_does_not_look_like_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(kriterion, "main", crash)
    assert main() == 3


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_for_each_shell(run: Run, shell: str) -> None:
    assert "_KRITERION_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_command_works_without_standard_streams(closing: str, tmp_path: Path) -> None:
    """The first file that it opened took the number of the stream, and was written to."""
    (tmp_path / "judged").touch()
    result = subprocess.run(
        ("/bin/sh", "-c", f'exec "$0" "$@" {closing}', *KRITERION, "feedback", "judged"),
        capture_output=True,
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (FINE, b"")
    assert bool(result.stdout) == (">&-" not in closing.split())
    assert (tmp_path / "judged").read_bytes() == b""


def test_a_full_disk_behind_standard_output_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            (*KRITERION, "--help"), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert result.returncode == FAILED
    assert result.stderr == "kriterion: the output cannot be written: No space left on device\n"


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run((*KRITERION, "--help"), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (result.returncode, result.stderr) == (FINE, b"")
