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

MAXIMUM_FAULTS = 100  # of one tutorial: a text that is not a tutorial has very many


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where something begins, counted from 1."""

    line: int
    column: int


class Assembly:
    """Builds a tutorial from headings, blocks and lists, added in order.

    What learn-ocaml refuses is reported and kept: a tutorial without a title gets its id as title,
    and what precedes the first step becomes a step without a title.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._title: Words | None = None
        self._steps: list[tuple[Words, list[Block]]] = []
        # The open lists: where each began, and its items so far.
        self._lists: list[tuple[TextPlace, list[list[Block]]]] = []
        self._too_deep = 0

    def finish(self, name: str) -> Tutorial:
        """Return the finished tutorial."""
        while self._lists:
            self.end_list()
        self._require_title(TextPlace(1, 1))
        steps = tuple(TutorialStep(title, tuple(blocks)) for title, blocks in self._steps)
        return Tutorial(name, self._title or (Text(name),), steps)

    def add_heading(self, level: int, words: Words, place: TextPlace) -> None:
        """Add the title of the tutorial or of a step; other headings become emphasised text."""
        if self._lists or level > 2:
            where = "in a list" if self._lists else f"of level {level}"
            self.refuse(
                f"a tutorial cannot contain a heading {where}",
                place,
                "emphasise it",
                code="learn-ocaml.tutorial.unsupported-heading",
            )
            self.add(Paragraph((Emphasis(words),)), place)
        elif level == 1 and self._title is None:
            self._title = words
        else:
            self._require_title(place)
            if level == 1:
                self.refuse(
                    "only the title, at the beginning, may be a heading of level 1",
                    place,
                    "use level 2, which begins a step",
                    code="learn-ocaml.tutorial.second-title",
                )
            self._steps.append((words, []))

    def add(self, block: Block, place: TextPlace) -> None:
        """Add a block to the innermost open list."""
        if self._lists:
            self._find_last_item(place).append(block)
            return
        self._require_title(place)
        if not self._steps:
            self.refuse(
                "there is content before the first step",
                place,
                "put a heading of level 2 before it",
                code="learn-ocaml.tutorial.no-step",
            )
            self._steps.append(((), []))
        self._steps[-1][1].append(block)

    def begin_list(self, place: TextPlace) -> None:
        if len(self._lists) == MAXIMUM_DEPTH:
            self.refuse(
                "a list is nested too deeply; it is read as part of the list around it",
                place,
                code="learn-ocaml.tutorial.list-too-deep",
            )
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

    def refuse(self, what: str, place: TextPlace, fix: str = "", *, code: str) -> None:
        """Report something that makes learn-ocaml's build fail."""
        if len(self.faults) < MAXIMUM_FAULTS:
            fault = Fault(
                what=what,
                code=code,
                line=place.line,
                column=place.column,
                fix=fix,
                upstream=True,
            )
            self.faults.append(fault)

    def _require_title(self, place: TextPlace) -> None:
        if self._title is None:
            self.refuse(
                "does not begin with a heading of level 1",
                place,
                "give the tutorial a title",
                code="learn-ocaml.tutorial.no-title",
            )
            self._title = ()

    def _find_last_item(self, place: TextPlace) -> list[Block]:
        """Return the last item of the innermost list; begin one, with a fault, if it has none."""
        items = self._lists[-1][1]
        if not items:
            self.refuse(
                "a list has content outside its items",
                place,
                "put it into an item",
                code="learn-ocaml.tutorial.content-outside-items",
            )
            items.append([])
        return items[-1]


def report_length(maximum: int) -> Fault:
    """Return the fault of a text that is too long to be read."""
    return Fault(
        what=f"has more than {maximum:,} characters",
        code="learn-ocaml.tutorial.too-long",
        fix="split it",
        fatal=True,
    )
