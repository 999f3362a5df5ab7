"""What is wrong in a rule file: told to its author with the line, never raised at a student."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleFault:
    """One thing to mend. `line` and `column` count from 1; `column` 0 for the whole line, `line` 0
    for the whole file. A `grave` one keeps a rule or a file from being used.
    """

    file: str
    line: int = 0
    column: int = 0
    what: str
    grave: bool = True

    @property
    def where(self) -> str:
        """The place in the file; empty when it is all of it."""
        if not self.line:
            return ""
        return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"

    def __str__(self) -> str:
        place = f"{self.file} {self.where}".rstrip()
        return f"{place}: {self.what}"
