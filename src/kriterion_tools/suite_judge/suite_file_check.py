"""Check what the judge would read of exercises, without judging anything.

`python -m kriterion_tools.suite_judge.suite_file_check` reads one request per line on standard
input, and answers each with one line. A request is an object with `root`, the directory that no
file may be outside of; `resources`, the exercise's directory of them, or null; and `configuration`,
as on the judge's standard input. An answer is a list of faults, objects with `kind`, `what`, and
`key` or `line`.
"""

import json
import os
import resource
import stat
import sys
from collections.abc import Iterator
from typing import Any

from kriterion_tools.suite_judge.notations import NOTATIONS, Notation
from kriterion_tools.suite_judge.suite import SuiteFaults
from kriterion_tools.suite_judge.suite_configuration import (
    ConfigurationFault,
    SuiteConfiguration,
    read_configuration,
)
from kriterion_tools.suite_judge.suite_reader import read_suite

MAXIMUM_SUITE_BYTES = 4 * 1024 * 1024
MAXIMUM_FILES_BYTES = 32 * 1024 * 1024  # of all files that a suite names
CPU_SECONDS = 60
MEMORY_BYTES = 1024 * 1024 * 1024

Fault = dict[str, Any]


def check_input(request: dict[str, Any]) -> Iterator[Fault]:
    """Yield what keeps the judge from judging any submission."""
    places = {"resources": "/", "source": "/", "workdir": "/"}
    try:
        configuration = read_configuration(
            json.dumps({**request["configuration"], **places}).encode()
        )
    except ConfigurationFault as fault:
        key, _, what = str(fault).partition(": ")
        yield {"kind": "configuration", "key": key, "what": what}
        return
    notation = NOTATIONS.get(configuration.programming_language.lower())
    if notation is None:
        known = ", ".join(NOTATIONS)
        yield {"kind": "language", "what": configuration.programming_language, "known": known}
        return
    files = _ResourceFiles(request["root"], request["resources"])
    yield from _check_suite(configuration, notation, files)


def _check_suite(
    configuration: SuiteConfiguration, notation: Notation, files: "_ResourceFiles"
) -> Iterator[Fault]:
    suite = configuration.suite
    try:
        document = files.load(suite, at_most=MAXIMUM_SUITE_BYTES)
    except FileNotFoundError:
        yield {"kind": "missing", "file": suite, "what": "does not exist"}
        return
    except OSError as error:
        yield {"kind": "unreadable", "file": suite, "what": error.strerror or str(error)}
        return
    try:
        read_suite(document, notation, files.load_named)
    except SuiteFaults as faults:
        for fault in faults.faults:
            yield {"kind": "suite", "file": suite, "line": fault.line, "what": fault.what}


class _ResourceFiles:
    """The files of an exercise's resources, as far as they are below `root`."""

    def __init__(self, root: str, resources: str | None) -> None:
        self._root = os.path.realpath(root)
        self._resources = resources
        self._loaded: dict[str, bytes] = {}
        self._left = MAXIMUM_FILES_BYTES

    def load_named(self, path: str) -> bytes:
        """Return the content of a file that the suite names, read once; empty beyond the limit."""
        if path not in self._loaded:
            content = self.load(path, at_most=None if self._left > 0 else 0)
            self._left -= len(content)
            self._loaded[path] = content
        return self._loaded[path]

    def load(self, path: str, *, at_most: int | None) -> bytes:
        """Return the content of a file. Raises OSError if it cannot be read, or is larger."""
        if self._resources is None:
            raise FileNotFoundError("does not exist")
        real = os.path.realpath(f"{self._resources}/{path}")
        inside = real.removeprefix(f"{self._root}/")
        if inside == real or ".git" in inside.split("/"):
            raise OSError("leads out of the repository")
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        descriptor = os.open(real, flags)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError("is not a regular file")
            if at_most is None:
                return b"" if status.st_size > self._left else file.read(self._left)
            if status.st_size > at_most > 0:
                raise OSError(f"is larger than {at_most:,} bytes")
            return file.read(at_most)


def main() -> None:
    """Answer the requests on standard input."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin.buffer:
        print(json.dumps(list(check_input(json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
