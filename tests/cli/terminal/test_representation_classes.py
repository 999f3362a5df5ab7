"""Classes of many solutions on the command line, from standard input, with a progress bar."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion.cli.exit_status import FINE
from kriterion.cli.terminal import representation_classes
from kriterion.cli.terminal.representation_classes import print_classes
from kriterion.errors import MachineError

SUM = "def total(numbers):\n    return sum(numbers)\n"
BROKEN = "def total(:\n"


@pytest.fixture
def solutions(tmp_path: Path) -> list[bytes]:
    """Directories, one of them with a name that is no text."""
    names = [b"a", b"b", b"c \xff", b"d"]
    for name, source in zip(names, [SUM, SUM, SUM, BROKEN], strict=True):
        directory = os.fsencode(tmp_path) + b"/" + name
        os.mkdir(directory)  # noqa: PTH102 - a Path shows no bytes
        Path(os.fsdecode(directory), "total.py").write_text(source)
    return [os.fsencode(tmp_path) + b"/" + name for name in names]


def run_classes(*options: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    command = (sys.executable, "-m", "kriterion.cli.main", "represent", "--classes", *options, "-")
    return subprocess.run(command, input=given, capture_output=True, check=False)


def test_directories_are_read_from_standard_input(solutions: list[bytes]) -> None:
    result = run_classes(given=b"\n".join(solutions) + b"\n\n")
    assert result.returncode == FINE
    lines = [line.split(b"\t") for line in result.stdout.splitlines()]
    assert [name for _, name in lines] == solutions
    one, other, odd, broken = (digest for digest, _ in lines)
    assert one == other == odd != broken == b"-"
    assert b"total.py:1: syntax error" in result.stderr


def test_no_name_controls_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "red\x1b[31m").mkdir()
    (tmp_path / "red\x1b[31m" / "bell\a.py").write_text(BROKEN)
    result = run_classes(given=os.fsencode(tmp_path / "red\x1b[31m"))
    assert b"red\\x1b[31m: bell\\x07.py:1: syntax error" in result.stderr


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_no_directory_has_no_class(content: bytes) -> None:
    assert run_classes(given=content).stdout == b""
    assert json.loads(run_classes("--json", given=content).stdout) == []


def test_names_that_are_not_text_are_written_as_json_too(solutions: list[bytes]) -> None:
    entries = json.loads(run_classes("--json", given=b"\n".join(solutions)).stdout)
    assert [os.fsencode(entry["directory"]) for entry in entries] == solutions
    assert entries[0]["class"] == entries[2]["class"] is not None
    assert "syntax error" in entries[3]["reason"]


def test_a_missing_directory_is_a_usage_error(solutions: list[bytes]) -> None:
    result = run_classes(given=solutions[0] + b"x")
    assert result.returncode == 2
    assert b"no such file" in result.stderr


def test_a_progress_bar_advances_with_errors_above_it(
    solutions: list[bytes],
) -> None:
    terminal, messages = run_on_a_terminal(solutions)
    assert len(messages.splitlines()) == len(solutions)
    assert b"representing" in terminal
    assert b"100%" in terminal
    assert b"syntax error" in b" ".join(terminal.split())  # a long name puts them on two lines


@pytest.fixture
def many_solutions(tmp_path: Path) -> list[Path]:
    directories = [tmp_path / f"{number:03}" for number in range(120)]
    for number, directory in enumerate(directories):
        directory.mkdir()
        text = BROKEN if number % 40 == 7 else f"def total(numbers):\n    return {number % 5}\n"
        (directory / "total.py").write_text(text)
    return directories


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_processes_find_the_same_classes_in_the_same_order(
    many_solutions: list[Path], options: tuple[str, ...]
) -> None:
    given = b"\n".join(map(os.fsencode, many_solutions))
    alone = run_classes("--jobs", "1", *options, given=given)
    shared = run_classes("--jobs", "2", *options, given=given)
    assert alone.returncode == shared.returncode == FINE
    assert (shared.stdout, shared.stderr) == (alone.stdout, alone.stderr)
    assert alone.stdout.count(b"total.py:1: syntax error") == (3 if options else 0)


def test_a_killed_process_is_an_error_of_the_machine(
    many_solutions: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object, **__: object) -> None:
        os._exit(1)

    monkeypatch.setattr(representation_classes, "represent_directory", end)
    with pytest.raises(MachineError):
        print_classes(many_solutions, None, by_spelling=False, as_json=False, jobs=2)


def test_no_process_outlives_its_parent(many_solutions: list[Path]) -> None:
    given = b"\n".join(map(os.fsencode, many_solutions))
    script = (
        "import os, sys\n"
        "from kriterion.cli.terminal import representation_classes as classes\n"
        "from kriterion.cli.main import main\n"
        "parent = os.getpid()\n"
        "classes.represent_directory = lambda *_, **__: os.kill(parent, 9)\n"
        "sys.argv = ['kriterion', 'represent', '--classes', '--jobs', '2', '-']\n"
        "main()\n"
    )
    with subprocess.Popen(
        (sys.executable, "-c", script), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        # The pipe ends when the last process that has it ends.
        parent.communicate(given, timeout=60)
    assert parent.returncode == -signal.SIGKILL


def run_on_a_terminal(names: list[bytes]) -> tuple[bytes, bytes]:
    """What appears on a terminal on which stderr is, and what is written to stdout beside it."""
    ours, theirs = pty.openpty()
    command = (sys.executable, "-m", "kriterion.cli.main", "represent", "--classes", "-")
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(theirs)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"\n".join(names))
        process.stdin.close()
        text = b""
        try:
            while piece := os.read(ours, 65536):
                text += piece
        except OSError:  # as a terminal says that nobody writes to it any more
            pass
        content = process.stdout.read()
    os.close(ours)
    return text, content
