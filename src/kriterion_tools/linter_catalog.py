"""The linters that rules can refer to: their languages, codes and programs.

Loading this module starts nothing, so it costs no time in languages without an installed linter.
"""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownLinter:
    """A linter: the languages it reads, and what its codes look like.

    `source` says where its program comes from. The others than those that `has_our_rules` are for
    rules that teachers write.
    """

    name: str
    languages: tuple[str, ...]
    codes: str
    example: str
    program: str
    source: str
    has_our_rules: bool = False


KNOWN_LINTERS = (
    KnownLinter(
        name="ruff",
        languages=("python",),
        codes=r"[A-Z]{1,4}\d{3,4}",
        example="F401",
        program="ruff",
        source="comes with Kriterion",
        has_our_rules=True,
    ),
    KnownLinter(
        name="pylint",
        languages=("python",),
        codes=r"[a-z]+(-[a-z0-9]+)*",
        example="too-many-branches",
        program="pylint",
        source="apt-get install pylint",
    ),
    KnownLinter(
        name="eslint",
        languages=("javascript",),
        codes=r"[a-z]+(-[a-z0-9]+)*",
        example="no-unused-vars",
        program="eslint",
        source="npm install --global eslint",
        has_our_rules=True,
    ),
    KnownLinter(
        name="shellcheck",
        languages=("bash",),
        codes=r"SC\d{4}",
        example="SC2086",
        program="shellcheck",
        source="apt-get install shellcheck",
        has_our_rules=True,
    ),
    KnownLinter(
        name="clippy",
        languages=("rust",),
        codes=r"[a-z]+(_[a-z0-9]+)*",
        example="needless_return",
        program="clippy-driver",
        source="apt-get install rust-clippy",
        has_our_rules=True,
    ),
    KnownLinter(
        name="rubocop",
        languages=("ruby",),
        codes=r"[A-Z]\w+/[A-Z]\w+",
        example="Style/RedundantReturn",
        program="rubocop",
        source="apt-get install rubocop",
    ),
    KnownLinter(
        name="hlint",
        languages=("haskell",),
        codes=r"[A-Z][\w.+ /'-]*",
        example="Use concatMap",
        program="hlint",
        source="apt-get install hlint",
    ),
)


def find_linter(language: str, code: str) -> KnownLinter | None:
    """Return the linter of a language that has codes like this one."""
    return next((one for one in list_linters(language) if re.fullmatch(one.codes, code)), None)


def list_linters(language: str) -> Iterator[KnownLinter]:
    """Yield the linters of a language."""
    return (linter for linter in KNOWN_LINTERS if language in linter.languages)


def find_program(program: str) -> str | None:
    """Return the path of a linter's program here, or None if it is not installed."""
    own = str(Path(sys.prefix) / "bin")  # a library of the same environment
    for place in (own, *os.environ.get("PATH", os.defpath).split(os.pathsep)):
        path = Path(place, program)
        # The rest depends on the current directory, which may be the student's.
        if path.is_absolute() and path.is_file() and os.access(path, os.X_OK):
            return str(path)
    return None
