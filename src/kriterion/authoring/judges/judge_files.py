"""The files of a judge repository that a host needs.

Source: dodona-edu/dodona e7be6f0d2, SubmissionRunner: `run` is executed with the configuration on
its standard input; `config.json` is merged into that configuration. Documents call it optional, and
Dodona reads it unconditionally.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kriterion.authoring.finding import error, notice
from kriterion.authoring.subject import RUN
from kriterion.exercises.dodona.merged_configuration import CONFIG
from kriterion.exercises.repository_files import Files, Missing, Unreadable
from kriterion.tools.judge_run import MAXIMUM_CONFIGURATION_BYTES
from kriterion_tools.contracts.dodona_judge.judge_configuration import read_judge_configuration
from kriterion_tools.diagnostic import Diagnostic, describe_value
from kriterion_tools.errors import ContractViolation

_LINE_BYTES = 256  # the kernel's limit for an interpreter line
_ELF = b"\x7fELF"


def check_files(directory: Path) -> Iterator[Diagnostic]:
    """Yield everything that prevents the judge from running as its author intends."""
    files = Files(directory.resolve())
    yield from _check_run(files)
    yield from _check_configuration(files)


def read_interpreter(start: bytes) -> str | None:
    """Return the interpreter of `run`, given its first bytes; None for a binary.

    For `#!/usr/bin/env -S python3 -u` it is python3. Raises ValueError if it cannot be started.
    """
    if start.startswith(_ELF):
        return None
    line, _, _ = start.partition(b"\n")
    if not line.startswith(b"#!"):
        raise ValueError("does not start with #! and an interpreter")
    if line.endswith(b"\r"):
        raise ValueError("has Windows line endings, so its interpreter is not found")
    words = line[2:].decode(errors="replace").split()
    if not words:
        raise ValueError("must name an interpreter after #!")
    if words[0].rpartition("/")[2] != "env":
        return words[0]
    named = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if not named:
        raise ValueError("must name a program after env in its first line")
    return named[0]


def find_interpreter(directory: Path) -> str | None:
    """Return the interpreter of a judge's `run`; None if unknown."""
    try:
        start, _ = Files(directory.resolve()).load_start(directory.resolve() / RUN, at_most=256)
        return read_interpreter(start)
    except (Unreadable, ValueError):
        return None


def _check_run(files: Files) -> Iterator[Diagnostic]:
    run = files.root / RUN
    try:
        start, _ = files.load_start(run, at_most=_LINE_BYTES)
    except Unreadable as unreadable:
        yield error(RUN, str(unreadable), code="file.unreadable")
        return
    if not run.stat().st_mode & 0o111:
        fix = "chmod a+x run; git update-index --chmod=+x run"
        yield error(RUN, "is not executable", fix=fix, code="judge.not-executable")
    try:
        read_interpreter(start)
    except ValueError as fault:
        fix = (
            "start it with a line such as  #!/bin/sh"
            if b"\r" not in start
            else "save it with LF line endings"
        )
        yield error(RUN, str(fault), where="line 1", fix=fix, code="judge.invalid-first-line")


def _check_configuration(files: Files) -> Iterator[Diagnostic]:
    path = files.root / CONFIG
    try:
        content = files.load(path, at_most=MAXIMUM_CONFIGURATION_BYTES)
        configuration = read_judge_configuration(content)
    except Missing:
        what = "is missing: it is optional here, but Dodona requires it"
        yield notice(
            CONFIG,
            what,
            fix="add it with the content {} if the judge is also meant for Dodona",
            code="judge.config.missing",
        )
    except Unreadable as unreadable:
        yield error(CONFIG, str(unreadable), code="file.unreadable")
    except ContractViolation as violation:
        yield error(CONFIG, violation.what, where=violation.where, code=violation.code)
    else:
        yield from check_configuration(configuration)


def check_configuration(configuration: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield the parts of a judge's configuration that a host cannot use."""
    for key, unit in (("time_limit", "seconds"), ("memory_limit", "bytes")):
        value = configuration.get(key, 1)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e15:
            what = (
                f"must be a positive number of seconds, not {describe_value(value)}"
                if unit == "seconds"
                else f"must be a positive number of bytes, not {describe_value(value)}"
            )
            yield error(CONFIG, what, where=key, code="judge.config.invalid-limit")
    if not isinstance(configuration.get("network_enabled", False), bool):
        what = f"must be true or false, not {describe_value(configuration['network_enabled'])}"
        yield error(CONFIG, what, where="network_enabled", code="judge.config.wrong-type")
    if not isinstance(configuration.get("image", ""), str):
        what = f"must be a string, not {describe_value(configuration['image'])}"
        yield error(CONFIG, what, where="image", code="judge.config.wrong-type")
