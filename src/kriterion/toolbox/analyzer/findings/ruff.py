"""What ruff finds in Python: by code, with places. It runs while the solution is being parsed.

Which codes are looked for, and what is said for each, stands in rule files: a rule with
`lint: F401`. Ours are in rules/python/lint.yaml. Such a rule captures `$CODE`, the code that ruff
points at, and `$NAME`, the first name in its message.
"""

import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from kriterion.contracts.exercism_analyzer.analysis import Place
from kriterion.toolbox.analyzer.engine.source import Match

SECONDS = 2.0  # for all files together
MAXIMUM_FILES = 10
MAXIMUM_MATCHES = 200  # of one code in one file
CODE = re.compile(r"[A-Z]{1,4}\d{3,4}")

CAPTURES = ("$CODE", "$NAME")

_NAME = re.compile(r"`([^`]+)`")
_PROGRAM = Path(sys.prefix) / "bin" / "ruff"


class Ruff:
    """Ruff at work on the files of a solution (path → text), looking for some codes."""

    def __init__(self, texts: Mapping[str, str], codes: Collection[str]) -> None:
        self.left_out = ""  # why there is nothing of ruff's, or not all
        self._texts = dict(list(texts.items())[:MAXIMUM_FILES])
        self._started = time.monotonic()
        try:
            self._runs = {path: _run(path, codes) for path in self._texts}
        except OSError as error:
            self._runs = {}
            self.left_out = f"ruff cannot be run: {error.strerror}"
        for path, run in self._runs.items():
            _hand_over(run, self._texts[path])

    def matches(self) -> dict[str, list[Match]]:
        """What was found, by code. Waits for it, within bounds."""
        found: dict[str, list[Match]] = defaultdict(list)
        for path, run in self._runs.items():
            for code, match in self._read(run, path):
                if len(found[code]) < MAXIMUM_MATCHES:
                    found[code].append(match)
        return found

    def _read(self, run: subprocess.Popen[bytes], path: str) -> Iterator[tuple[str, Match]]:
        left = max(0.01, self._started + SECONDS - time.monotonic())
        try:
            written, _ = run.communicate(timeout=left)
            diagnostics = json.loads(written)
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            self.left_out = f"ruff took longer than {SECONDS:g} seconds"
            return
        except ValueError:
            self.left_out = f"ruff ended with exit status {run.returncode} and no JSON"
            return
        lines = self._texts[path].split("\n")
        for diagnostic in diagnostics:
            yield diagnostic["code"], _match(diagnostic, path, lines)


def _run(path: str, codes: Collection[str]) -> subprocess.Popen[bytes]:
    # Of what is configured where it runs, and of what the student switched off, nothing counts.
    options = ("--isolated", "--no-cache", "--ignore-noqa", "--target-version", "py313")
    wanted = ("--select", ",".join(sorted(codes)), "--output-format", "json")
    name = Path(path).name
    return subprocess.Popen(
        (str(_PROGRAM), "check", *options, *wanted, "--stdin-filename", name, "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _hand_over(run: subprocess.Popen[bytes], text: str) -> None:
    assert run.stdin is not None
    try:
        run.stdin.write(text.encode())
        run.stdin.close()
    except BrokenPipeError:  # it has ended already, and how is seen when its output is read
        pass
    run.stdin = None


def _match(diagnostic: Mapping[str, Any], path: str, lines: list[str]) -> Match:
    start, end = diagnostic["location"], diagnostic["end_location"]
    row, column = start["row"] - 1, start["column"] - 1
    last = min(end["row"] - 1, len(lines) - 1)
    piece = [*lines[row:last], lines[last][: end["column"] - 1]]
    piece[0] = piece[0][column:]
    name = _NAME.search(diagnostic["message"])
    return Match(
        place=Place(row=row, column=column, rows=len(piece), columns=len(piece[-1]), file=path),
        captured={"$CODE": "\n".join(piece), "$NAME": name[1] if name else piece[0]},
    )
