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
MAXIMUM_MATCHES = 200  # of one code
CAPTURES = ("$CODE", "$NAME")

_NAME = re.compile(r"`([^`]+)`")
_PROGRAM = Path(sys.prefix) / "bin" / "ruff"


class Ruff:
    """Ruff at work on the files of a solution (path → text), looking for some codes."""

    def __init__(
        self, texts: Mapping[str, str], codes: Collection[str], *, seconds: float = SECONDS
    ) -> None:
        self.left_out = ""  # why there is nothing of ruff's, or not all
        self._texts = dict(list(texts.items())[:MAXIMUM_FILES])
        self._codes = codes
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        try:
            self._runs = {path: _run(path, codes) for path in self._texts}
        except OSError as error:
            self._runs = {}
            self.left_out = f"ruff cannot be run: {error.strerror}"
        for path, run in self._runs.items():
            _hand_over(run, self._texts[path])

    def matches(self) -> dict[str, list[Match]]:
        """What was found, by code; a code that was not looked for is not there.

        Waits for it, within bounds.
        """
        found: dict[str, list[Match]] = defaultdict(list)
        refused = False
        for path, run in self._runs.items():
            try:
                for code, match in self._read(run, path):
                    if len(found[code]) < MAXIMUM_MATCHES:
                        found[code].append(match)
            except ValueError:
                refused = True
                self.left_out = f"ruff ended with exit status {run.returncode} and no JSON"
        if refused and len(self._codes) > 1:
            return self._one_by_one()
        if not self.left_out:
            found |= {code: found[code] for code in self._codes}
        return found

    def _one_by_one(self) -> dict[str, list[Match]]:
        """A code that ruff does not know costs all that are looked for with it."""
        left = max(0.01, self._deadline - time.monotonic())
        found: dict[str, list[Match]] = {}
        for alone in [Ruff(self._texts, (code,), seconds=left) for code in self._codes]:
            found |= alone.matches()
            self.left_out = alone.left_out or self.left_out
        return found

    def _read(self, run: subprocess.Popen[bytes], path: str) -> Iterator[tuple[str, Match]]:
        """The findings of a run. Raises ValueError when it gave none that can be read."""
        try:
            written, _ = run.communicate(timeout=max(0.01, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            self.left_out = f"ruff took longer than {self._seconds:g} seconds"
            return
        lines = self._texts[path].split("\n")
        for diagnostic in json.loads(written):
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
