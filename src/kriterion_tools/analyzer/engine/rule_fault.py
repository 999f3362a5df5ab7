"""Faults in rule files: reported to the author with their line, never raised at a student."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleFault:
    """One thing to fix. `line` and `column` count from 1; `column` 0 means the whole line, `line` 0
    the whole file. A `grave` fault makes a rule or a file unusable.
    """

    file: str
    line: int = 0
    column: int = 0
    what: str
    grave: bool = True

    @property
    def where(self) -> str:
        """The position in the file; empty for the whole file."""
        if not self.line:
            return ""
        return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"

    def __str__(self) -> str:
        place = f"{self.file} {self.where}".rstrip()
        return f"{place}: {self.what}"
