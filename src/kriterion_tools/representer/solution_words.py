"""The words of a solution's text, as far as a rewrite asks for them."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from kriterion_tools.representer.open_macros import find_open_macros, has_quoting_macro

_WORD = re.compile(r"\w+")
_HEADER = re.compile(r"(?m)^[ \t]*#[ \t]*include[ \t]*(<\w+>)")
_DEFINED = re.compile(
    r"\b(?:class|struct|interface|record|enum|type|typealias|trait|module|object|def|fun|func"
    r"|function|fn|const|let|var|val)\s+(?:self\.)?(\w+)"
)
_PARAMETERS = re.compile(r"\b(?:def|fun|func|function|fn)\b[^()\n]*\(([^()]*)\)")
_PARAMETER = re.compile(r"\s*(\w+)\s*(?::|=|\Z|(?<=\s)[\w\[*])")


class SolutionWords:
    """What a rewrite knows about the solution besides its node."""

    def __init__(self, texts: Mapping[str, str], *, has_macros: bool = False) -> None:
        self._texts = texts
        self._answers: dict[Callable[[str], bool], bool] = {}
        self._has_macros = has_macros

    def matches(self, pattern: str) -> bool:
        """Whether a file contains a match of a pattern."""
        return any(re.search(pattern, content) for content in self._texts.values())

    def mentions(self, text: str) -> bool:
        """Whether a file contains a word, or a match of a pattern with other signs."""
        return text in self.words if text.isidentifier() else self.matches(text)

    def ask(self, question: Callable[[str], bool]) -> bool:
        """Whether something holds for the text of any file; ask it once."""
        if question not in self._answers:
            self._answers[question] = any(map(question, self._texts.values()))
        return self._answers[question]

    @cached_property
    def words(self) -> frozenset[str]:
        """All words, with C's headers as "<stack>"."""
        words: set[str] = set()
        for text in self._texts.values():
            words.update(_WORD.findall(text))
            if "include" in text:
                words.update(_HEADER.findall(text))
        return frozenset(words)

    @cached_property
    def modules(self) -> frozenset[str]:
        """The names of the solution's own modules."""
        names = (path.rpartition("/")[2] for path in self._texts)
        return frozenset(name.rpartition(".")[0] or name for name in names)

    @cached_property
    def defined(self) -> frozenset[str]:
        """The words that the solution seems to define, and perhaps others."""
        return frozenset().union(*map(_list_defined_words, self._texts.values()))

    @cached_property
    def macros(self) -> frozenset[str]:
        """C's macros whose text may join what stands beside a use."""
        texts = self._texts.values() if self._has_macros else ()
        return frozenset().union(*map(find_open_macros, texts))

    @cached_property
    def quotes_arguments(self) -> bool:
        """Whether a macro of C makes a text of its argument, so that each spelling counts."""
        return self._has_macros and any(
            has_quoting_macro(text) for text in self._texts.values() if "define" in text
        )


def _list_defined_words(text: str) -> Iterator[str]:
    """Yield the words that a program seems to define: a rewrite that relies on a library's or the
    language's name must not apply to them.
    """
    yield from _DEFINED.findall(text)
    for parameters in _PARAMETERS.findall(text):
        for parameter in parameters.split(","):
            if match := _PARAMETER.match(parameter):
                yield match[1]
