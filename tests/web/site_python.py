"""Runs Python programs on a site's data, as `kriterion manage shell --command` does.

Django needs more than a second of a processor to start. Trials look at a site hundreds of times,
so one process runs all programs of a test on the same site.
"""

import contextlib
import io
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.web.forked_program import ForkedProgram

_processes: dict[tuple[str, str, Sequence[str]], "subprocess.Popen[str]"] = {}


def run_python(
    environment: Mapping[str, str], program: str, *, inside: tuple[str, ...] = ()
) -> str:
    """Run a program on the site that the environment names; return what it prints.

    `inside` is a command that enters the site's namespaces and runs the one that follows it.
    An exception of the program is an AssertionError here.
    """
    key = environment["KRITERION_DATA"], environment.get("DATABASE_URL", ""), inside
    process = _processes.get(key)
    if process is None:
        start = subprocess.Popen if inside else ForkedProgram
        process = _processes[key] = start(
            (*inside, sys.executable, "-m", "tests.web.site_python"),
            env=dict(environment),
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(program) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    assert line, f"the process of programs has ended: {process.wait()}"
    answer: dict[str, Any] = json.loads(line)
    assert not answer["error"], answer["error"]
    return str(answer["output"])


def run_crowd(environment: Mapping[str, str], *words: str, inside: tuple[str, ...] = ()) -> str:
    """Run `tests.web.crowd` with these words; return what it prints."""
    program = f"from tests.web.crowd import main; main({list(words)!r})"
    return run_python(environment, program, inside=inside)


def end_python(data: Path) -> None:
    """End the processes that run programs on this data directory."""
    for key in [key for key in _processes if key[0] == str(data)]:
        with _processes.pop(key) as process:  # it ends with its standard input
            process.kill()


def _serve_programs() -> None:
    import django

    django.setup()
    from django.db import connections

    answers = sys.stdout
    for line in sys.stdin:
        output, error = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(output):
                exec(json.loads(line), {"__name__": "__main__"})
        except BaseException:
            error = traceback.format_exc()
        for connection in connections.all(initialized_only=True):
            connection.close()
            if close_pool := getattr(connection, "close_pool", None):
                close_pool()  # the database may stop before the next program
        print(json.dumps({"output": output.getvalue(), "error": error}), file=answers, flush=True)


if __name__ == "__main__":
    _serve_programs()
