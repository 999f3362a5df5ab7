"""learn-ocaml's JSON for tutorials, whatever it holds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
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
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_json import (
    encode_tutorial,
    read_tutorial,
)

EVERYTHING = Tutorial(
    "x",
    (Text("a"), Emphasis((Text("b"), Code("c"))), Code("d", runnable=True), Math("e")),
    (
        TutorialStep((), (Paragraph((TutorialImage(b"\x00\xff", "alt", "image/png"),)),)),
        TutorialStep((Text("f"),), (Enumeration(((CodeBlock("g", True),), ())),)),
    ),
)


def test_a_document_round_trips() -> None:
    content = json.dumps(encode_tutorial(EVERYTHING)).encode()
    assert read_tutorial("x", content) == (EVERYTHING, [])


def test_a_word_may_stand_for_a_list_of_words() -> None:
    block = '["a", {"text": "b"}]'
    steps = f'[{{"title": {{"math": "m"}}, "contents": [{block}, "c", {{"enum": [["d"]]}}]}}]'
    content = f'{{"learnocaml_version": "2", "title": "t", "steps": {steps}}}'
    tutorial, faults = read_tutorial("x", content.encode())
    assert faults == []
    contents = (
        Paragraph((Text("a"), Text("b"))),
        Paragraph((Text("c"),)),
        Enumeration(((Paragraph((Text("d"),)),),)),
    )
    assert tutorial == Tutorial("x", (Text("t"),), (TutorialStep((Math("m"),), contents),))


@pytest.mark.parametrize(
    ("word", "path", "what"),
    [
        ("3", "title", "must be an object"),
        ('{"x": 1}', "title", "must have one of"),
        ('{"code": "a", "runnable": 1}', "title.runnable", "must be true or false"),
        ('{"text": "a", "emph": "b"}', "title.emph", "is not a known key"),
        ('{"image": "!", "alt": "a", "mime": "b"}', "title.image", "base 64"),
    ],
)
def test_an_invalid_word_is_reported_with_its_path(word: str, path: str, what: str) -> None:
    content = f'{{"learnocaml_version": "2", "title": {word}, "steps": []}}'
    tutorial, faults = read_tutorial("x", content.encode())
    assert tutorial is not None
    assert (faults[0].path, what in faults[0].what) == (path, True)


KEYS = ["title", "steps", "contents", "paragraph", "enum", "code", "emph", "image"]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
)


@given(_JSON)
def test_any_value_is_read_or_refused(value: object) -> None:
    tutorial, faults = read_tutorial("x", json.dumps(value).encode())
    assert tutorial is not None or any(fault.fatal for fault in faults)
