"""Assemble a tutorial while its text is read, with the rules that both forms share."""

from dataclasses import dataclass

from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_DEPTH,
    Block,
    Emphasis,
    Enumeration,
    Paragraph,
    Text,
    Tutorial,
    TutorialStep,
    Words,
)

MAXIMUM_FAULTS = 100  # told of one tutorial; a text that is no tutorial at all has no end of them


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where something begins, counted from 1."""

    line: int
    column: int


class Assembly:
    """A tutorial that grows: headings, blocks and lists come in their order.

    What learn-ocaml refuses is a fault, and kept: without a title a tutorial has its id, and what
    precedes the first step is a step without a title.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._title: Words | None = None
        self._steps: list[tuple[Words, list[Block]]] = []
        # Lists that are open: where each began, and its items so far.
        self._lists: list[tuple[TextPlace, list[list[Block]]]] = []
        self._too_deep = 0

    def tutorial(self, name: str) -> Tutorial:
        """All that came, when no more comes."""
        while self._lists:
            self.end_list()
        self._need_title(TextPlace(1, 1))
        steps = tuple(TutorialStep(title, tuple(blocks)) for title, blocks in self._steps)
        return Tutorial(name, self._title or (Text(name),), steps)

    def heading(self, level: int, words: Words, place: TextPlace) -> None:
        """The title of the tutorial, or of a step. All others are paragraphs that stand out."""
        if self._lists or level > 2:
            where = "in a list" if self._lists else f"of level {level}"
            self.refuse(f"a heading {where} is no part of a tutorial", place, "emphasise it")
            self.add(Paragraph((Emphasis(words),)), place)
        elif level == 1 and self._title is None:
            self._title = words
        else:
            self._need_title(place)
            if level == 1:
                what = "there is one heading of level 1, and the tutorial begins with it"
                self.refuse(what, place, "make it level 2: it begins a step")
            self._steps.append((words, []))

    def add(self, block: Block, place: TextPlace) -> None:
        """Add a block to the innermost open list."""
        if self._lists:
            self._last_item(place).append(block)
            return
        self._need_title(place)
        if not self._steps:
            what = "something comes before the first step"
            self.refuse(what, place, "put a heading of level 2 before it")
            self._steps.append(((), []))
        self._steps[-1][1].append(block)

    def begin_list(self, place: TextPlace) -> None:
        if len(self._lists) == MAXIMUM_DEPTH:
            self.refuse("a list is nested too deep, and read as if it were not", place)
            self._too_deep += 1
        else:
            self._lists.append((place, []))

    def begin_item(self) -> None:
        if self._lists and not self._too_deep:
            self._lists[-1][1].append([])

    def end_list(self) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif self._lists:
            place, items = self._lists.pop()
            self.add(Enumeration(tuple(map(tuple, items))), place)

    def refuse(self, what: str, place: TextPlace, fix: str = "") -> None:
        """Report what learn-ocaml would not build; it is read as well as possible."""
        if len(self.faults) < MAXIMUM_FAULTS:
            line, column = place.line, place.column
            self.faults.append(Fault(what=what, line=line, column=column, fix=fix, upstream=True))

    def _need_title(self, place: TextPlace) -> None:
        if self._title is None:
            what = "does not begin with a heading of level 1"
            self.refuse(what, place, "give the tutorial a title")
            self._title = ()

    def _last_item(self, place: TextPlace) -> list[Block]:
        items = self._lists[-1][1]
        if not items:
            self.refuse("a list has something outside its items", place, "put it into an item")
            items.append([])
        return items[-1]


def too_long(maximum: int) -> Fault:
    """A text that is not even looked at."""
    return Fault(what=f"has more than {maximum:,} characters", fix="split it", fatal=True)
