"""Numbers with nouns."""


def format_count(number: int, noun: str) -> str:
    """Return the number with its noun, in the plural unless it is 1."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
