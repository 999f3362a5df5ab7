"""A student's submission."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MAXIMUM_BYTES = (
    65_535  # of all files together. Source: Dodona's Submission model ("too long" beyond it)
)
MAXIMUM_FILES = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmittedFiles:
    """The files submitted for an exercise; `language` is the natural language of their author.

    `source` is the main file's text, which suffices for a judge; most exercises have no
    `other_files`.
    """

    file_name: str
    source: bytes
    language: str = "en"
    other_files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def files(self) -> Mapping[str, bytes]:
        """All files by name, main file first."""
        return {self.file_name: self.source, **self.other_files}
