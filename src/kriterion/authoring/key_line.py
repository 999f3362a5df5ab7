"""Find the most informative line of a program's output, for a message."""

_MAXIMUM_CHARACTERS = 300


def find_key_line(written: str) -> str:
    """Return the last line about an error, else the last line with a letter or digit.

    Many runtimes write more below the error.
    """
    lines = [line.strip() for line in written.splitlines()]
    lines = [line for line in lines if any(map(str.isalnum, line))]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or [""])[-1][:_MAXIMUM_CHARACTERS]
