"""Start programs of a site by forking a process that has imported the site: `fork_server`.

Before `python -m` reaches a program of the site, it imports Django and all apps: a second of a
processor. A forked program is a process of its own and a child of the test, as any other.
`kriterion serve` and tests of the start itself begin with a new interpreter.
"""

import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, AnyStr

_ROOT = Path(__file__).parents[2]
_INTERPRETED = ("PYTHON", "LANG", "LC_")  # read when an interpreter starts
_OF_SITE = ("KRITERION_", "DATABASE_URL")
_NOWHERE = {"KRITERION_CONFIG": "", "KRITERION_DATA": "/nonexistent"}
_POSTGRESQL = {"DATABASE_URL": "postgres://nobody@localhost/none"}
_PR_SET_CHILD_SUBREAPER = 36


class ForkedProgram(subprocess.Popen[AnyStr]):
    """A `Popen` of `python -m MODULE …` with an environment, a directory and standard streams."""

    def _execute_child(self, args: Sequence[str], *others: Any) -> None:
        """Have the program forked: `Popen` starts its program here, once it has made its pipes."""
        assert list(args[:2]) == [sys.executable, "-m"], args
        directory, environment = others[4:6]
        pipes = others[9:15]
        variables = dict(os.environ if environment is None else environment)
        request = {
            "command": list(args),
            "directory": str(Path(directory or ".").absolute()),
            "environment": variables,
        }
        ends = (pipes[0], pipes[3], pipes[5])
        streams = [own if end == -1 else end for own, end in enumerate(ends)]
        self.pid = _find_server(variables).fork(request, streams)
        vars(self)["_child_created"] = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def run_forked(
    command: Sequence[str], env: Mapping[str, str], *, cwd: Path | None = None, check: bool = False
) -> "subprocess.CompletedProcess[str]":
    """Run a program like `subprocess.run`, and capture what it prints."""
    pipe = subprocess.PIPE
    with ForkedProgram(command, env=env, cwd=cwd, stdout=pipe, stderr=pipe, text=True) as process:
        output, errors = process.communicate()
    assert not (check and process.returncode), errors
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


class _ForkServer:
    def __init__(self, environment: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "tests.web.fork_server", str(theirs.fileno())),
                cwd=_ROOT,
                env=environment,
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def fork(self, request: Mapping[str, Any], streams: Sequence[int]) -> int:
        """Return the id of a program's process, which is a child of this one."""
        with self._lock:
            # The process that forks it ends at once, so this one adopts it.
            _adopt_orphans(True)
            try:
                socket.send_fds(self._channel, [json.dumps(request).encode()], streams)
                answer = self._channel.recv(64)
            finally:
                _adopt_orphans(False)
        assert answer, f"the fork server has ended: {self._process.wait()}"
        return int(answer)


_servers: dict[tuple[tuple[str, str], ...], _ForkServer] = {}  # each ends with its channel


def _find_server(environment: Mapping[str, str]) -> _ForkServer:
    """Return the server for a kind of database, and for variables that an interpreter reads."""
    is_postgresql = environment.get("DATABASE_URL", "").startswith("postgres")
    database = _POSTGRESQL if is_postgresql else {}
    interpreted = {
        name: value for name, value in environment.items() if name.startswith(_INTERPRETED)
    }
    key = tuple(sorted({**interpreted, **database}.items()))
    if key not in _servers:
        others = {
            name: value for name, value in environment.items() if not name.startswith(_OF_SITE)
        }
        _servers[key] = _ForkServer({**others, **_NOWHERE, **database})
    return _servers[key]


def _adopt_orphans(adopt: bool) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, int(adopt), 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")
