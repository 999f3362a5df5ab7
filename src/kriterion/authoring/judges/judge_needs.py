"""Find the programs that a judge's `run` calls, and whether its image has them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kriterion.assessment.context import ToolContext
from kriterion.authoring.subject import RUN
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Run

# Programs that judges are known to call → their Debian packages.
PACKAGES = {
    "bc": "bc",
    "dos2unix": "dos2unix",
    "g++": "g++",
    "gcc": "gcc",
    "ghc": "ghc",
    "hlint": "hlint",
    "java": "openjdk-17-jre-headless",
    "javac": "openjdk-17-jdk-headless",
    "jq": "jq",
    "node": "nodejs",
    "php": "php-cli",
    "python": "python-is-python3",
    "python3": "python3",
    "racket": "racket",
    "Rscript": "r-base-core",
    "ruby": "ruby",
    "runhaskell": "ghc",
    "sqlite3": "sqlite3",
    "swipl": "swi-prolog-nox",
}

_MAXIMUM_BYTES = 256 * 1024
_NAME = re.compile(r"(?<![\w./$-])[A-Za-z][\w+]*(?![\w+./=-])")


def find_called_programs(script: str) -> tuple[str, ...]:
    """Return the known programs that a script names outside comments, in order of first use.

    Its first line may name one, too: `#!/usr/bin/env Rscript`.
    """
    named = (
        name
        for line in script.removeprefix("#!").splitlines()
        if not line.lstrip().startswith("#")
        for name in _NAME.findall(line)
    )
    return tuple(dict.fromkeys(name for name in named if name in PACKAGES))


def load_called_programs(directory: Path) -> tuple[str, ...]:
    """Return the known programs that a judge's `run` names; empty for a binary."""
    files = Files(directory.resolve())
    try:
        return find_called_programs(files.load(files.root / RUN, at_most=_MAXIMUM_BYTES).decode())
    except (Unreadable, UnicodeDecodeError):
        return ()


def find_programs(
    names: Sequence[str], image: Image, context: ToolContext
) -> Iterator[tuple[str, str]]:
    """Yield each name with its path as a run sees it, or "" if a run does not find it."""
    if not names:
        return
    script = 'for name; do command -v -- "$name" || echo; done'
    outcome = context.sandbox.run(Run(command=("/bin/sh", "-c", script, "sh", *names), image=image))
    places = outcome.stdout.decode(errors="replace").splitlines() if not outcome.exit_status else []
    yield from zip(names, [*places, *[""] * len(names)], strict=False)


def suggest_remedy(program: str, image: Image) -> str:
    """Return what to do about a program that the image lacks."""
    package = PACKAGES.get(program)
    entry = f'[images."{image.name}"] of kriterion.toml'
    if package is None:
        return f"install it, or add its directory to {entry}"
    return f"apt-get install {package}, or add your own to the path of {entry}"
