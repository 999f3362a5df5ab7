"""Encode and read a tutorial in learn-ocaml's JSON.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Tutorial).
"""

import base64
import binascii
from collections.abc import Callable, Iterable
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument, JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Block,
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Math,
    Paragraph,
    Text,
    Tutorial,
    TutorialImage,
    TutorialStep,
    Word,
    Words,
)
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version


def encode_tutorial(tutorial: Tutorial) -> dict[str, Any]:
    """Encode a tutorial."""
    steps = [
        {
            "title": encode_words(step.title),
            "contents": [_encode_block(block) for block in step.contents],
        }
        for step in tutorial.steps
    ]
    return {VERSION: "2", "title": encode_words(tutorial.title), "steps": steps}


def encode_words(words: Words) -> Any:
    """Encode running text."""
    return [_encode_word(word) for word in words]


def read_tutorial(name: str, content: bytes) -> tuple[Tutorial | None, list[Fault]]:
    """Read a built file; return None if it is not an object."""
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_object(VERSION, "title", "steps"):
        return None, document.faults()
    read_version(root)
    steps = root.field("steps", JsonPart.items, (), needed=True)
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
        case TutorialImage(image, alt, mime):
            return {"image": base64.b64encode(image).decode(), "alt": alt, "mime": mime}


def _read_step(part: JsonPart) -> TutorialStep:
    return TutorialStep(
        title=part.field("title", _read_words, (), needed=True),
        contents=_read_blocks(part.field("contents", JsonPart.items, (), needed=True)),
    )


def _read_blocks(parts: Iterable[JsonPart]) -> tuple[Block, ...]:
    return tuple(block for part in parts if (block := _read_block(part)) is not None)


def _read_block(part: JsonPart) -> Block | None:
    """Read a block; words outside of a block are a paragraph."""
    match part.value:
        case {"paragraph": _} if part.is_object("paragraph"):
            return Paragraph(part.field("paragraph", _read_words, ()))
        case {"enum": _} if part.is_object("enum"):
            items = part.field("enum", JsonPart.items, ())
            return Enumeration(tuple(_read_blocks(item.items()) for item in items))
        case {"code": _} if part.is_object("code", "runnable"):
            return CodeBlock(_read_code_text(part), _read_runnable(part))
        case _:
            words = _read_words(part)
            return Paragraph(words) if words else None


def _read_words(part: JsonPart) -> Words | None:
    """Read running text: a word, or a list of words."""
    if not isinstance(part.value, list):
        word = _read_word(part)
        return None if word is None else (word,)
    return tuple(word for below in part.items() if (word := _read_word(below)) is not None)


def _read_word(part: JsonPart) -> Word | None:
    if isinstance(part.value, str):
        return Text(part.value)
    if not part.is_object():
        return None
    for key, read in _WORDS.items():
        if key in part.value:
            return read(part)
    part.complain(
        f"must have one of {', '.join(map(repr, _WORDS))}",
        code="learn-ocaml.tutorial.unknown-word",
    )
    return None


def _read_text(part: JsonPart) -> Word:
    part.is_object("text")
    return Text(part.field("text", JsonPart.text, ""))


def _read_emphasis(part: JsonPart) -> Word:
    part.is_object("emph")
    return Emphasis(part.field("emph", _read_words, ()))


def _read_code(part: JsonPart) -> Word:
    part.is_object("code", "runnable")
    return Code(_read_code_text(part), _read_runnable(part))


def _read_math(part: JsonPart) -> Word:
    part.is_object("math")
    return Math(part.field("math", JsonPart.text, ""))


def _read_image(part: JsonPart) -> Word:
    part.is_object("image", "alt", "mime")
    return TutorialImage(
        image=part.field("image", _read_bytes, b""),
        alt=part.field("alt", JsonPart.text, "", needed=True),
        mime=part.field("mime", JsonPart.text, "", needed=True),
    )


def _read_bytes(part: JsonPart) -> bytes | None:
    """Read bytes in base 64."""
    try:
        return base64.b64decode(part.text() or "", validate=True)
    except (binascii.Error, ValueError):
        part.complain("must be bytes in base 64", code="learn-ocaml.tutorial.invalid-image")
        return None


def _read_code_text(part: JsonPart) -> str:
    return part.field("code", JsonPart.text, "")


def _read_runnable(part: JsonPart) -> bool:
    return part.field("runnable", JsonPart.boolean, default=False)


_WORDS: dict[str, Callable[[JsonPart], Word]] = {
    "text": _read_text,
    "emph": _read_emphasis,
    "code": _read_code,
    "math": _read_math,
    "image": _read_image,
}
