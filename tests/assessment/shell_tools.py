"""Exercism tools made of shell scripts, and the ways in which they can misbehave."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.exercises.exercise import Exercise
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding

SOURCE = b"def f(x):\n    return x\n"
START = "cd $3\n"
FLOOD = "yes | head -c 100000000"
LINK = "ln -s /etc/passwd "

_ENDLESS = re.compile("while|sleep")  # what is stopped when its time is up, and soon

Load = Callable[[Path], ExercismTool]


class ShellTools:
    """Makes tools of scripts, in a directory with an exercise for them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def made(self, script: str, load: Load, *, one_directory: bool = False) -> ExercismTool:
        """Return a tool that runs the script; give it little time if it runs until its limit."""
        program = self.directory / "tool" / "bin" / "run.sh"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(0o755)
        return replace(
            load(self.directory / "tool"),
            seconds=1.0 if _ENDLESS.search(script) else 20.0,
            memory_bytes=300_000_000,
            one_directory=one_directory,
        )

    @property
    def exercise(self) -> Exercise:
        (self.directory / "two-fer").mkdir(exist_ok=True)
        return Exercise(
            id="two-fer",
            directory=self.directory / "two-fer",
            repository=self.directory,
            programming_language="python",
        )


def list_misbehaviours(good: str, document: str) -> Iterator[Any]:
    """Yield misbehaving scripts with the expected endings.

    `good` is a script that behaves, and `document` is the file that it must write.
    """
    for name, script, ending in (
        ("writes nothing", "", ToolEnding.MISSING),
        ("fails after all", good + "exit 3", ToolEnding.CRASH),
        ("is killed", good + "kill -9 $$", ToolEnding.CRASH),
        ("has no program", "exec /no/such/program", ToolEnding.CRASH),
        ("loops", "while :; do :; done", ToolEnding.TIMEOUT),
        ("sleeps", "sleep 100", ToolEnding.TIMEOUT),
        ("is deaf", "trap '' TERM INT; sleep 100 & wait; sleep 100", ToolEnding.TIMEOUT),
        ("writes, then loops", good + "while :; do :; done", ToolEnding.COMPLETE),
        ("floods stdout", FLOOD, ToolEnding.OUTPUT_LIMIT),
        ("floods stderr", good + FLOOD + " >&2", ToolEnding.OUTPUT_LIMIT),
        ("writes 2 MB to stdout", good + "head -c 2000000 /dev/zero", ToolEnding.OUTPUT_LIMIT),
        (
            "takes all memory",
            "head -c 1G /dev/zero | tail -c 1G >/dev/null",
            ToolEnding.MEMORY_LIMIT,
        ),
        ("leaves a link", _replace_document(good, document, LINK + document), ToolEnding.MISSING),
        (
            "leaves a FIFO",
            _replace_document(good, document, f"mkfifo {document}"),
            ToolEnding.MISSING,
        ),
        (
            "leaves a directory",
            _replace_document(good, document, f"mkdir {document}"),
            ToolEnding.MISSING,
        ),
        ("leaves two names", good + f"ln {document} other", ToolEnding.MISSING),
        ("links the directory", "cd $3/..; rm -rf output; ln -s /etc output", ToolEnding.MISSING),
        ("writes 600 kB", good + f"head -c 600000 /dev/zero >{document}", ToolEnding.FILE_LIMIT),
        ("writes 10 GB", good + f"head -c 10G /dev/zero >{document}", ToolEnding.CRASH),
        (
            "writes 10 GB, and goes on",
            good + f"head -c 10G /dev/zero >{document} || :",
            ToolEnding.FILE_LIMIT,
        ),
        ("writes no UTF-8", good + rf"printf '\377' >{document}", ToolEnding.INVALID),
    ):
        yield pytest.param(script, ending, id=name)


def _replace_document(good: str, document: str, other: str) -> str:
    return f"{good}rm {document}; {other}"
