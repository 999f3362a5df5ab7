"""Parse whole numbers in requests: query parameters, form fields, headers."""

_DIGITS = 18  # fits into a database's big integer


def read_number(text: str, *, digits: int = _DIGITS) -> int | None:
    """Return the non-negative number, or None if the text is not one or has too many digits."""
    return int(text) if text.isdecimal() and len(text) <= digits else None
