"""What a grader reads of an exercise beside its code: allow.json, test_libs.txt, depend.txt.

Source: ocaml-sf/learn-ocaml 5ffd748, its page on exercises, for test_libs.txt and depend.txt;
allow.json is our own: docs/author/learn-ocaml-judge.md.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kriterion_tools.contracts.learn_ocaml_repository.json_places import line_and_column
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.wording import meant_by
from kriterion_tools.diagnostic import describe_value

ALLOW, LIBRARIES, DEPENDENCIES = "allow.json", "test_libs.txt", "depend.txt"

# What there is to be allowed, and which libraries the grader has; as it says itself.
ALLOWANCES = (
    *("files", "sys", "unix", "gc", "parsing", "marshal", "unsafe"),
    *("bigarray", "objects", "gadts", "modules"),
)
KNOWN_LIBRARIES = ("learn-ocaml.mutation_testing", "learn-ocaml.test_lib")
LOADED = (".ml", ".mli")
MOST_TOLD = 100  # faults of one file
MOST_DEPENDENCIES = 1000

# The only form that the grader reads.
_WORD = r'"(?:[^"\\\n]|\\.)*"'
_BLANKS = r"[ \t\r\n]*"
_FORM = re.compile(
    rf'{_BLANKS}\{{{_BLANKS}"allow"{_BLANKS}:{_BLANKS}\[{_BLANKS}'
    rf"(?P<words>(?:{_WORD}(?:{_BLANKS},{_BLANKS}{_WORD})*)?){_BLANKS}\]{_BLANKS}\}}{_BLANKS}"
)


def faults_of_allowances(content: bytes) -> list[Fault]:
    """Return what keeps the grader from reading an allow.json."""
    text = content.decode(errors="replace")
    form = _FORM.fullmatch(text)
    if form is None:
        fix = 'write {"allow": ["files"]}'
        return [Fault(what="is not in the one form that is read", fix=fix, fatal=True)]
    words = ((word.start(), word[0][1:-1]) for word in re.finditer(_WORD, form["words"]))
    return _unknown(text, ((form.start("words") + at, word) for at, word in words), ALLOWANCES)


def faults_of_libraries(content: bytes) -> list[Fault]:
    """Return what keeps the grader from loading the libraries of a test_libs.txt."""
    text = content.decode(errors="replace")
    return _unknown(text, _names(text), KNOWN_LIBRARIES)


def read_dependencies(content: bytes) -> Iterator[tuple[str, int]]:
    """Yield the files that a depend.txt names, with their lines, up to a limit."""
    text = content.decode(errors="replace")
    for offset, name in islice(_names(text), MOST_DEPENDENCIES):
        yield name, line_and_column(text, offset)[0]


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names, one per line and without comments ("#"), each with its line."""
    offset = 0
    for line in text.split("\n"):
        name = line.partition("#")[0].strip(" \t\r\f")
        if name:
            yield offset + line.index(name), name
        offset += len(line) + 1


def _unknown(text: str, words: Iterable[tuple[int, str]], known: tuple[str, ...]) -> list[Fault]:
    unknown = ((offset, word) for offset, word in words if word not in known)
    return [_fault(text, offset, word, known) for offset, word in islice(unknown, MOST_TOLD)]


def _fault(text: str, offset: int, word: str, known: tuple[str, ...]) -> Fault:
    meant = meant_by(word, known)
    line, column = line_and_column(text, offset)
    return Fault(
        what=f"{describe_value(word)} is none of {', '.join(known)}",
        line=line,
        column=column,
        fix=f"did you mean {meant!r}?" if meant else "",
        fatal=True,
    )
