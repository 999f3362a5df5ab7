"""A forked program behaves like one that an interpreter starts."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.forked_program import ForkedProgram, run_forked
from tests.web.site_process import KRITERION, make_environment

pytestmark = pytest.mark.long(reason="imports the site several times")

SHELL = (*KRITERION, "manage", "shell", "--no-imports", "--command")
DESCRIBE = """
import json, os, resource, signal, sys, threading
from django.conf import settings
from django.db import connection

def describe(setting):
    text = repr(sorted(setting) if isinstance(setting, (set, frozenset)) else setting)
    return text.replace(str(os.getpid()), "PID")

limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
print(json.dumps({
    "arguments": [sys.argv, sys.orig_argv],
    "path": sys.path,
    "environment": dict(os.environ),
    "directory": os.getcwd(),
    "parent": os.getppid(),
    "group": [os.getpgid(0), os.getsid(0)],
    "umask": os.umask(0),
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in limits},
    "signals": [repr(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
    "threads": threading.active_count(),
    "descriptors": sorted(os.listdir("/proc/self/fd")),
    "streams": [
        [stream.encoding, stream.errors, stream.line_buffering, stream.write_through]
        for stream in (sys.stdin, sys.stdout, sys.stderr)
    ],
    "input": sys.stdin.read(),
    "database": str(connection.settings_dict["NAME"]),  # Django completes settings at its first use
    "settings": {
        name: describe(getattr(settings, name)) for name in dir(settings) if name.isupper()
    },
}))
sys.exit(5)
"""


def make_data(directory: Path) -> Path:
    directory.mkdir()
    (directory / "secret-key").write_text(f"the key of {directory.name}")
    return directory


@pytest.mark.parametrize("database", ["", "postgres://somebody@localhost:1/some"])
def test_a_forked_program_has_the_surroundings_of_any_other(tmp_path: Path, database: str) -> None:
    for name in ("first", "second"):
        data = make_data(tmp_path / name)
        variables = {**make_environment(data), "TZ": "Asia/Tokyo", "KRITERION_SIGN_UP": "1"}
        if database:
            variables["DATABASE_URL"] = database

        def describe(
            start: "type[subprocess.Popen[str]]", data: Path = data, **options: Any
        ) -> Any:
            pipe = subprocess.PIPE
            with start(
                (*SHELL, DESCRIBE), cwd=data, stdin=pipe, stdout=pipe, text=True, **options
            ) as process:
                output, _ = process.communicate("what it reads")
            assert process.returncode == 5
            return json.loads(output)

        forked = describe(ForkedProgram, env=variables)
        assert forked == describe(subprocess.Popen, env=variables)
        assert forked["parent"] == os.getpid()
        assert forked["input"] == "what it reads"
        assert forked["database"] == ("some" if database else f"{data}/kriterion.sqlite3")


@pytest.mark.parametrize(
    "command",
    [
        (*SHELL, "print('said'); 1 / 0"),
        (*SHELL, "import threading; threading.Timer(0.1, print, ['late']).start()"),
        (*SHELL, "import atexit; atexit.register(print, 'last'); raise SystemExit('why')"),
        (*KRITERION, "manage", "check"),
        (*KRITERION, "manage", "nothing"),
        (*KRITERION, "restore", "/nonexistent"),
    ],
)
def test_a_forked_program_ends_like_any_other(tmp_path: Path, command: tuple[str, ...]) -> None:
    variables = make_environment(make_data(tmp_path / "data"))
    forked = run_forked(command, variables)
    started = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert (forked.returncode, forked.stdout) == (started.returncode, started.stdout)
    # Above the error, tracebacks show how the interpreter has come to the program.
    assert forked.stderr.splitlines()[-1:] == started.stderr.splitlines()[-1:]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_a_forked_program(tmp_path: Path, number: signal.Signals) -> None:
    variables = make_environment(make_data(tmp_path / "data"))
    statuses = []
    for start in (ForkedProgram, subprocess.Popen):
        wait = "print('begun'); import time; time.sleep(600)"
        with start((*SHELL, wait), env=variables, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
            assert process.poll() is None
            process.send_signal(number)
            statuses.append(process.wait())
    assert statuses[0] == statuses[1] != 0


def test_a_program_whose_site_needs_other_imports_is_not_forked(tmp_path: Path) -> None:
    variables = make_environment(make_data(tmp_path / "data"))
    refused = run_forked((*KRITERION, "manage", "check"), {**variables, "KRITERION_DEBUG": "1"})
    assert refused.returncode != 0
    assert "start this program by itself: its site has another DEBUG" in refused.stderr
