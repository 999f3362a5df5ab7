"""Tutorials in HTML.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_tutorial_parser.ml and the tutorial
"html-syntax" of its demo-repository. learn-ocaml loses the blanks around emphasis, code and
formulas; here they are kept.
"""

import re

from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.assembly import (
    Assembly,
    TextPlace,
    report_length,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_tags import (
    EndTag,
    Places,
    StartTag,
    TagText,
    read_tags,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.marked_code import strip_margin
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_CHARACTERS,
    MAXIMUM_DEPTH,
    Code,
    CodeBlock,
    Emphasis,
    Math,
    Paragraph,
    Text,
    Tutorial,
    Word,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.running_text import normalize_words

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_RUNNING = _HEADINGS | {"p"}
_LISTS = frozenset({"ol", "ul"})
_CODE = frozenset({"code", "quote"})
_EMPHASIS = frozenset({"b", "em", "strong"})
_FRAME = frozenset({"html", "body"})
# Other inline elements: tutorials cannot contain them, but they do not end a paragraph.
_INLINE_TAGS = frozenset({"a", "i", "img", "kbd", "small", "span", "sub", "sup", "tt", "u", "var"})
_LINE_END = re.compile(r"[ \t]*\n\s*")


def read_html_tutorial(name: str, text: str) -> tuple[Tutorial | None, list[Fault]]:
    """Read a tutorial as learn-ocaml does; what learn-ocaml refuses is reported and kept."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None, [report_length(MAXIMUM_CHARACTERS)]
    reader = _Reader(Places(text))
    for piece in read_tags(text):
        reader.read(piece)
    return reader.finish(name)


class _Reader:
    """Builds a tutorial from tags and texts."""

    def __init__(self, places: Places) -> None:
        self._assembly = Assembly()
        self._places = places
        self._in_head = False
        # The tag of the open paragraph or heading; "" for text outside of one, None for nothing.
        self._running: str | None = None
        self._begin = TextPlace(1, 1)
        self._levels: list[list[Word]] = [[]]
        # The tag of the open code, and its text so far.
        self._code: StartTag | None = None
        self._code_text: list[str] = []
        self._item_is_new = False

    def read(self, piece: StartTag | EndTag | TagText) -> None:
        if self._in_head:
            self._in_head = not (isinstance(piece, EndTag) and piece.name == "head")
        elif self._code:
            self._read_code(self._code, piece)
        elif isinstance(piece, StartTag):
            self._read_start(piece, self._places.find_place(piece.position))
        elif isinstance(piece, EndTag):
            self._read_end(piece.name)
        else:
            self._read_text(piece)

    def finish(self, name: str) -> tuple[Tutorial, list[Fault]]:
        if self._code:
            self._end_code(self._code)
        self._flush()
        return self._assembly.finish(name), self._assembly.faults

    def _read_start(self, tag: StartTag, place: TextPlace) -> None:
        name = tag.name
        if name in _RUNNING:
            self._flush()
            self._running, self._begin = name, place
        elif name in _LISTS:
            self._flush()
            self._assembly.begin_list(place)
        elif name == "li":
            self._flush()
            self._assembly.begin_item()
            self._item_is_new = True
        elif name == "pre":
            self._flush()
            self._begin, self._code = place, tag
        elif name in _CODE:
            self._begin_line(place)
            self._code = tag
        elif name in _EMPHASIS:
            self._begin_line(place)
            if len(self._levels) < MAXIMUM_DEPTH:
                self._levels.append([])
        elif name == "br":
            self._levels[-1].append(Text(" "))
        elif name == "head":
            self._in_head = True
        elif name not in _FRAME:
            self._assembly.refuse(
                f"a tutorial cannot contain <{name}>",
                place,
                code="learn-ocaml.tutorial.unsupported-tag",
            )
            if name not in _INLINE_TAGS:
                self._flush()

    def _read_end(self, name: str) -> None:
        if name in _RUNNING or name == "li" or name in _LISTS:
            self._flush()
            if name in _LISTS:
                self._assembly.end_list()
        elif name in _EMPHASIS and len(self._levels) > 1:
            self._end_emphasis()

    def _read_text(self, piece: TagText) -> None:
        blanks = len(piece.text) - len(piece.text.lstrip())
        if self._running is None and blanks < len(piece.text):
            self._begin_line(self._places.find_place(piece.position + blanks))
        if self._running is not None:
            self._levels[-1].append(Text(piece.text))

    def _begin_line(self, place: TextPlace) -> None:
        """Open a paragraph if none is open; only a list item may have text outside of one."""
        if self._running is None:
            self._running, self._begin = "", place
            if not self._item_is_new:
                self._assembly.refuse(
                    "text is outside of a paragraph",
                    place,
                    "use <p>",
                    code="learn-ocaml.tutorial.text-outside-paragraph",
                )

    def _flush(self) -> None:
        """End the open paragraph, heading, or text outside of them."""
        while len(self._levels) > 1:
            self._end_emphasis()
        words = normalize_words(self._levels.pop())
        self._levels = [[]]
        if self._running in _HEADINGS:
            self._assembly.add_heading(int(self._running[1:]), words, self._begin)
        elif words:
            self._assembly.add(Paragraph(words), self._begin)
        if self._running is not None:
            self._item_is_new = False
        self._running = None

    def _end_emphasis(self) -> None:
        inside = normalize_words(self._levels.pop())
        self._levels[-1].append(Emphasis(inside))

    def _read_code(self, code: StartTag, piece: StartTag | EndTag | TagText) -> None:
        if isinstance(piece, TagText):
            self._code_text.append(piece.text)
        elif isinstance(piece, EndTag) and piece.name == code.name:
            self._end_code(code)
        elif isinstance(piece, StartTag):
            place = self._places.find_place(piece.position)
            self._assembly.refuse(
                f"code cannot contain <{piece.name}>",
                place,
                "write &lt; for <",
                code="learn-ocaml.tutorial.tag-in-code",
            )

    def _end_code(self, code: StartTag) -> None:
        text, self._code_text, self._code = "".join(self._code_text), [], None
        place = self._places.find_place(code.position)
        marks = code.attributes.keys()
        if marks not in (set(), {"data-run"}, {"data-math"}):
            self._assembly.refuse(
                f"<{code.name}> has other attributes than data-run or data-math",
                place,
                "leave one of them, or none",
                code="learn-ocaml.tutorial.unknown-attribute",
            )
        runnable, is_math = "data-run" in marks, "data-math" in marks
        if code.name == "pre":
            text = strip_margin(text)
            block = Paragraph((Math(text),)) if is_math else CodeBlock(text, runnable)
            self._assembly.add(block, place)
        else:
            text = _LINE_END.sub(" ", text).strip()
            self._levels[-1].append(Math(text) if is_math else Code(text, runnable))
