"""A sample solution in each programming language, to try tools on: Exercism's Two Fer, solved.

Most tracks have that exercise, so tools that know no other slugs know it. A sample is the file
`samples/two-fer.NAME`, with the language's name in the register.
"""

from pathlib import Path

from kriterion_tools.languages import find_canonical_name, find_language

SLUG = "two-fer"

_SAMPLES = Path(__file__).with_name("samples")


def load_sample_solution(language: str) -> str | None:
    """Return the sample in a language, by any of its names; None if there is none."""
    if find_language(language) is None:
        return None
    file = _SAMPLES / f"{SLUG}.{find_canonical_name(language)}"
    return file.read_text() if file.is_file() else None
