"""Run linters on a solution and collect their findings by code.

Rule files decide which codes are enabled and what each says: a rule has `lint: F401` (ruff) or
`lint: no-unused-vars` (ESLint). It captures `$CODE`, the code at the finding's place, and
`$NAME`, the first name in the linter's message.
"""

import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kriterion_tools.analyzer.source import Match
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from kriterion_tools.linter_catalog import find_program

MAXIMUM_FILES = 10
MAXIMUM_MATCHES = 200  # for one code
CAPTURES = ("$CODE", "$NAME")

_NAME = re.compile(r"""[`'"]([^`'"]+)[`'"]""")


@dataclass(frozen=True, kw_only=True, slots=True)
class LintFinding:
    """One finding of a linter. Rows and characters count from 0."""

    code: str
    message: str
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class LinterReport:
    """What a linter wrote about a file, and the requested codes that it does not know."""

    findings: Iterable[LintFinding]
    unknown: Collection[str] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Linter:
    """A program that reads a file on its standard input.

    `command` takes a file's name and the codes; `find_program` finds its program. `read` parses the
    output about a file with these lines; it raises ValueError, TypeError or LookupError if the
    output is malformed. `prepare` changes a file's text before the linter reads it, without moving
    lines or columns. `seconds` is for all files together. With `reads_errors`, `read` gets what it
    writes to standard error. If it `starts_fast`, codes are tried one by one when it refuses them
    together.
    """

    name: str
    seconds: float
    command: Callable[[str, Collection[str]], Sequence[str]]
    read: Callable[[bytes, Sequence[str]], LinterReport]
    prepare: Callable[[str], str] = str
    reads_errors: bool = False
    starts_fast: bool = True


class LinterRun:
    """A run of a linter on the files of a solution (path → text), for given codes."""

    def __init__(
        self,
        linter: Linter,
        texts: Mapping[str, str],
        codes: Collection[str],
        *,
        seconds: float | None = None,
    ) -> None:
        self._linter = linter
        self._texts = dict(list(texts.items())[:MAXIMUM_FILES])
        self._codes = codes
        self._seconds = linter.seconds if seconds is None else seconds
        self._deadline = time.monotonic() + self._seconds
        self._trouble = ""  # why findings are missing
        self._unknown: set[str] = set()
        try:
            self._runs = {path: _run(linter, path, codes) for path in self._texts}
        except OSError as error:
            self._runs = {}
            self._trouble = f"{linter.name} cannot be run: {error.strerror}"
        for path, run in self._runs.items():
            _send_text(run, linter.prepare(self._texts[path]))

    def matches(self) -> Mapping[str, Sequence[Match] | str]:
        """Wait for a limited time, and return the matches by code, or why there are none."""
        matches: dict[str, list[Match]] = defaultdict(list)
        malformed = False
        for path, run in self._runs.items():
            lines = self._texts[path].split("\n")
            try:
                for finding in self._read_findings(run, lines):
                    if len(matches[finding.code]) < MAXIMUM_MATCHES:
                        matches[finding.code].append(_make_match(finding, path, lines))
            except (ValueError, TypeError, LookupError):
                malformed = True
                self._trouble = (
                    f"{self._linter.name} ended with exit status {run.returncode}"
                    " and wrote no valid JSON"
                )
        if malformed and len(self._codes) > 1 and self._linter.starts_fast:
            return self._run_separately()
        return {code: matches[code] or self._explain_absence(code) or () for code in self._codes}

    def stop(self) -> None:
        for run in self._runs.values():
            run.kill()
            run.communicate()

    def _read_findings(
        self, run: subprocess.Popen[bytes], lines: Sequence[str]
    ) -> Iterable[LintFinding]:
        """Return the findings of one run. Raises what `Linter.read` raises."""
        try:
            written, errors = run.communicate(timeout=max(0.01, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            self._trouble = f"{self._linter.name} took longer than {self._seconds:g} seconds"
            return ()
        reported = self._linter.read(errors if self._linter.reads_errors else written, lines)
        self._unknown.update(reported.unknown)
        return reported.findings

    def _explain_absence(self, code: str) -> str:
        """Return why a code has no findings; empty if the linter looked and found nothing."""
        if code in self._unknown:
            return f"{self._linter.name} does not know the code {code!r}"
        return self._trouble

    def _run_separately(self) -> Mapping[str, Sequence[Match] | str]:
        """Run each code separately: one unknown code can make the linter reject all of them."""
        left = max(0.01, self._deadline - time.monotonic())
        runs = [LinterRun(self._linter, self._texts, (code,), seconds=left) for code in self._codes]
        return {code: matches for run in runs for code, matches in run.matches().items()}


def make_file_name(path: str, suffix: str) -> str:
    """Return the name that a linter is given for a file.

    Linters ignore files without their suffix. A leading dash would make the name an option, and
    `--init-hook` of pylint executes Python.
    """
    return Path(path).stem.lstrip("-") + suffix


def _run(linter: Linter, path: str, codes: Collection[str]) -> subprocess.Popen[bytes]:
    program, *arguments = linter.command(path, codes)
    return subprocess.Popen(
        (find_program(program) or program, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL if linter.reads_errors else subprocess.PIPE,
        stderr=subprocess.PIPE if linter.reads_errors else subprocess.DEVNULL,
        cwd="/",  # a directory without configuration files and without the student's modules
    )


def _send_text(run: subprocess.Popen[bytes], text: str) -> None:
    assert run.stdin is not None
    try:
        run.stdin.write(text.encode())
        run.stdin.close()
    except BrokenPipeError:  # the linter has exited; its output says why
        pass
    run.stdin = None


def _make_match(finding: LintFinding, path: str, lines: Sequence[str]) -> Match:
    (row, column), (last, end) = finding.start, finding.end
    last = min(last, len(lines) - 1)
    piece = [*lines[row:last], lines[last][:end]]
    piece[0] = piece[0][column:]
    name = _NAME.search(finding.message)
    return Match(
        place=CommentPlace(
            row=row, column=column, rows=len(piece), columns=len(piece[-1]), file=path
        ),
        captured={"$CODE": "\n".join(piece), "$NAME": name[1] if name else piece[0]},
    )
