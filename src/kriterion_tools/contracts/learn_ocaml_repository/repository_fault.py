"""A fault in a file of a repository: what is wrong, where, and for whom it is fatal."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One thing to fix in one file.

    `code` is the stable code of this kind of fault. `path` is its place in the document
    ("exercises[3]"); `line` and `column` count from 1 and are 0 if there is no such place. `fix`
    may be empty. After a `fatal` fault the file is not used; otherwise the rest of it is.
    `upstream` says that learn-ocaml's own build fails because of it.
    """

    what: str
    code: str
    path: str = ""
    line: int = 0
    column: int = 0
    fix: str = ""
    fatal: bool = False
    upstream: bool = False
