"""What a grader reads of an exercise beside its code: allow.json, test_libs.txt, depend.txt.

Source: ocaml-sf/learn-ocaml 5ffd748, its page on exercises, for test_libs.txt and depend.txt;
allow.json is our own: docs/author/learn-ocaml-judge.md.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kriterion_tools.contracts.learn_ocaml_repository.json_places import find_line_and_column
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import describe_value

ALLOW, LIBRARIES, DEPENDENCIES = "allow.json", "test_libs.txt", "depend.txt"

# What an exercise may allow, and the grader's libraries, both as the grader names them.
ALLOWANCES = (
    *("files", "sys", "unix", "gc", "parsing", "marshal", "unsafe"),
    *("bigarray", "objects", "gadts", "modules"),
)
KNOWN_LIBRARIES = ("learn-ocaml.mutation_testing", "learn-ocaml.test_lib")
LOADED = (".ml", ".mli")
MAXIMUM_FAULTS = 100  # of one file
MAXIMUM_DEPENDENCIES = 1000

# The only form that the grader reads.
_WORD = r'"(?:[^"\\\n]|\\.)*"'
_BLANKS = r"[ \t\r\n]*"
_FORM = re.compile(
    rf'{_BLANKS}\{{{_BLANKS}"allow"{_BLANKS}:{_BLANKS}\[{_BLANKS}'
    rf"(?P<words>(?:{_WORD}(?:{_BLANKS},{_BLANKS}{_WORD})*)?){_BLANKS}\]{_BLANKS}\}}{_BLANKS}"
)


def check_allowances(content: bytes) -> list[Fault]:
    """Return the faults that keep the grader from reading an allow.json."""
    text = content.decode(errors="replace")
    form = _FORM.fullmatch(text)
    if form is None:
        return [
            Fault(
                what="must be one object with only the key 'allow' and a list of strings",
                code="learn-ocaml.grading.invalid-allowances",
                fix='write {"allow": ["files"]}',
                fatal=True,
            )
        ]
    words = ((word.start(), word[0][1:-1]) for word in re.finditer(_WORD, form["words"]))
    return _find_unknown_words(
        text, ((form.start("words") + at, word) for at, word in words), ALLOWANCES
    )


def check_libraries(content: bytes) -> list[Fault]:
    """Return the faults that keep the grader from loading the libraries of a test_libs.txt."""
    text = content.decode(errors="replace")
    return _find_unknown_words(text, _find_names(text), KNOWN_LIBRARIES)


def read_dependencies(content: bytes) -> Iterator[tuple[str, int]]:
    """Yield the files that a depend.txt names, with their lines, up to a limit."""
    text = content.decode(errors="replace")
    for offset, name in islice(_find_names(text), MAXIMUM_DEPENDENCIES):
        yield name, find_line_and_column(text, offset)[0]


def _find_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names, one per line and without comments ("#"), each after its offset."""
    offset = 0
    for line in text.split("\n"):
        name = line.partition("#")[0].strip(" \t\r\f")
        if name:
            yield offset + line.index(name), name
        offset += len(line) + 1


def _find_unknown_words(
    text: str, words: Iterable[tuple[int, str]], known: tuple[str, ...]
) -> list[Fault]:
    unknown = ((offset, word) for offset, word in words if word not in known)
    return [
        _report_unknown_word(text, offset, word, known)
        for offset, word in islice(unknown, MAXIMUM_FAULTS)
    ]


def _report_unknown_word(text: str, offset: int, word: str, known: tuple[str, ...]) -> Fault:
    suggestion = find_similar_name(word, known)
    line, column = find_line_and_column(text, offset)
    return Fault(
        what=f"must be one of {', '.join(known)}, not {describe_value(word)}",
        code="learn-ocaml.grading.unknown-word",
        line=line,
        column=column,
        fix=f"did you mean {suggestion!r}?" if suggestion else "",
        fatal=True,
    )
