"""learn-ocaml's own JSON for a tutorial, both ways.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Tutorial).
"""

import base64
import binascii
from collections.abc import Callable, Iterable
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import Document, Part
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Block,
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Image,
    Math,
    Paragraph,
    Text,
    Tutorial,
    TutorialStep,
    Word,
    Words,
)
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version


def encode_tutorial(tutorial: Tutorial) -> dict[str, Any]:
    """The object for a tutorial."""
    steps = [
        {
            "title": encode_words(step.title),
            "contents": [_encode_block(block) for block in step.contents],
        }
        for step in tutorial.steps
    ]
    return {VERSION: "2", "title": encode_words(tutorial.title), "steps": steps}


def encode_words(words: Words) -> Any:
    """The value for running text."""
    return [_encode_word(word) for word in words]


def read_tutorial(name: str, content: bytes) -> tuple[Tutorial | None, list[Fault]]:
    """The tutorial in the bytes of a built file; None when they hold no object."""
    document = Document(content)
    root = document.root
    if root is None or not root.is_object(VERSION, "title", "steps"):
        return None, document.faults()
    read_version(root)
    steps = root.field("steps", Part.items, (), needed=True)
    tutorial = Tutorial(
        id=name,
        title=root.field("title", _read_words, (Text(name),), needed=True),
        steps=tuple(_read_step(part) for part in steps if part.is_object("title", "contents")),
    )
    return tutorial, document.faults()


def _encode_block(block: Block) -> dict[str, Any]:
    match block:
        case Paragraph(words):
            return {"paragraph": encode_words(words)}
        case Enumeration(items):
            return {"enum": [[_encode_block(block) for block in item] for item in items]}
        case CodeBlock(code, runnable):
            return {"code": code, "runnable": runnable}


def _encode_word(word: Word) -> Any:
    match word:
        case Text(text):
            return text
        case Emphasis(words):
            return {"emph": encode_words(words)}
        case Code(code, runnable):
            return {"code": code, "runnable": runnable}
        case Math(math):
            return {"math": math}
        case Image(image, alt, mime):
            return {"image": base64.b64encode(image).decode(), "alt": alt, "mime": mime}


def _read_step(part: Part) -> TutorialStep:
    return TutorialStep(
        title=part.field("title", _read_words, (), needed=True),
        contents=_read_blocks(part.field("contents", Part.items, (), needed=True)),
    )


def _read_blocks(parts: Iterable[Part]) -> tuple[Block, ...]:
    return tuple(block for part in parts if (block := _read_block(part)) is not None)


def _read_block(part: Part) -> Block | None:
    """A block; running text that stands alone is a paragraph."""
    match part.value:
        case {"paragraph": _} if part.is_object("paragraph"):
            return Paragraph(part.field("paragraph", _read_words, ()))
        case {"enum": _} if part.is_object("enum"):
            items = part.field("enum", Part.items, ())
            return Enumeration(tuple(_read_blocks(item.items()) for item in items))
        case {"code": _} if part.is_object("code", "runnable"):
            return CodeBlock(_code(part), _runnable(part))
        case _:
            words = _read_words(part)
            return Paragraph(words) if words else None


def _read_words(part: Part) -> Words | None:
    """Running text: a word, or a list of words."""
    if not isinstance(part.value, list):
        word = _read_word(part)
        return None if word is None else (word,)
    return tuple(word for below in part.items() if (word := _read_word(below)) is not None)


def _read_word(part: Part) -> Word | None:
    if isinstance(part.value, str):
        return Text(part.value)
    if not part.is_object():
        return None
    for key, read in _WORDS.items():
        if key in part.value:
            return read(part)
    part.complain(f"must have one of {', '.join(map(repr, _WORDS))}")
    return None


def _read_text(part: Part) -> Word:
    part.is_object("text")
    return Text(part.field("text", Part.text, ""))


def _read_emphasis(part: Part) -> Word:
    part.is_object("emph")
    return Emphasis(part.field("emph", _read_words, ()))


def _read_code(part: Part) -> Word:
    part.is_object("code", "runnable")
    return Code(_code(part), _runnable(part))


def _read_math(part: Part) -> Word:
    part.is_object("math")
    return Math(part.field("math", Part.text, ""))


def _read_image(part: Part) -> Word:
    part.is_object("image", "alt", "mime")
    return Image(
        image=part.field("image", _read_bytes, b""),
        alt=part.field("alt", Part.text, "", needed=True),
        mime=part.field("mime", Part.text, "", needed=True),
    )


def _read_bytes(part: Part) -> bytes | None:
    """Bytes, written in base 64."""
    try:
        return base64.b64decode(part.text() or "", validate=True)
    except (binascii.Error, ValueError):
        part.complain("must be bytes in base 64")
        return None


def _code(part: Part) -> str:
    return part.field("code", Part.text, "")


def _runnable(part: Part) -> bool:
    return part.field("runnable", Part.truth, default=False)


_WORDS: dict[str, Callable[[Part], Word]] = {
    "text": _read_text,
    "emph": _read_emphasis,
    "code": _read_code,
    "math": _read_math,
    "image": _read_image,
}
