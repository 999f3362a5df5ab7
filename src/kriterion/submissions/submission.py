"""What a student handed in."""

from dataclasses import dataclass

MAXIMUM_BYTES = 65_535  # Source: Dodona's Submission model ("too long" beyond it)


@dataclass(frozen=True, kw_only=True, slots=True)
class Submission:
    """One text handed in for an exercise; `language` is the natural language of its author."""

    file_name: str
    source: bytes
    language: str = "en"
