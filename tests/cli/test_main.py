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


def _kriterion(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((*KRITERION, *arguments), capture_output=True, text=True, check=False)


def test_help_names_every_command() -> None:
    done = _kriterion("--help")
    assert done.returncode == 0
    assert [name for name in COMMANDS if name not in done.stdout] == []
    assert "\nCommands:\n" in done.stdout


@pytest.mark.long(reason="starts every command")
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_examples(command: str) -> None:
    done = _kriterion(command, "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert f"kriterion {command}" in done.stdout


def test_help_imports_only_what_it_shows() -> None:
    code = (
        "import sys, kriterion.cli.main as m; sys.argv = ['kriterion', '--help']; m.main();"
        "print(sorted({'rich', 'msgspec', 'pygments', 'nh3', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "status"), [(("asses",), 2), (("assess",), 2), (("--version",), 0)]
)
def test_the_exit_status_says_whose_fault_it_was(arguments: tuple[str, ...], status: int) -> None:
    done = _kriterion(*arguments)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [("check",), ("represent", "--explain", "."), ("assess", str(BARCODE))]
)
def test_no_error_message_controls_the_terminal(arguments: tuple[str, ...]) -> None:
    done = _kriterion(*arguments, "red\x1b[31m")
    assert done.returncode == 2
    assert "red\N{SYMBOL FOR ESCAPE}[31m" in done.stderr
    assert "\x1b" not in done.stderr


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
    done = subprocess.run(
        ("/bin/sh", "-c", f'exec "$0" "$@" {closing}', *KRITERION, "feedback", "judged"),
        capture_output=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (FINE, b"")
    assert bool(done.stdout) == (">&-" not in closing.split())
    assert (tmp_path / "judged").read_bytes() == b""


def test_a_full_disk_behind_standard_output_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            (*KRITERION, "--help"), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == FAILED
    assert done.stderr == "kriterion: the output cannot be written: No space left on device\n"


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run((*KRITERION, "--help"), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (FINE, b"")
