"""What is wrong with a file of a repository, with its place, and who minds."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One thing to fix in one file.

    `path` leads to it in the document ("exercises[3]"), `line` and `column` in the text; they count
    from 1, and are 0 where there is no place to name. `fix` may be empty.
    `fatal` says that the file cannot be used at all; all else is read over.
    `upstream` says that learn-ocaml itself refuses it, and its whole build: the strict verdict.
    """

    what: str
    path: str = ""
    line: int = 0
    column: int = 0
    fix: str = ""
    fatal: bool = False
    upstream: bool = False
