import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.html.rendering_cost import (
    MAXIMUM_ATTRIBUTES,
    MAXIMUM_CHARACTERS,
    MAXIMUM_DEPTH,
    MAXIMUM_DRAWN,
    MAXIMUM_SHAPES,
    MAXIMUM_TEXT,
    weigh,
)
from kriterion.markup.html.sanitise import is_fast_to_render, sanitise
from tests.markup.parsed import list_elements

LONG_SHAPE = f"<path id=p d='{'L9 9' * 30_000}'/>"


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * (MAXIMUM_DEPTH + 1),
        "<b a=1>x</p>" * (MAXIMUM_DEPTH + 1),
        "<svg><div>" + "<path/>" * (MAXIMUM_DEPTH + 1),
        "<path/>" * (MAXIMUM_DEPTH + 1),
        "<br>" * 20_001,
        "x" * (MAXIMUM_TEXT + 1),
        "<b title='" + "x" * MAXIMUM_CHARACTERS + "'>",
        "<svg>" + "<circle r=9 />" * MAXIMUM_SHAPES,
        "<svg>" + LONG_SHAPE + "<use href='#p'/>" * (MAXIMUM_DRAWN // 120_000 + 1),
        "<p " + " ".join(f"a{number}" for number in range(MAXIMUM_ATTRIBUTES)) + ">",
        "<p ' " + "a b=c " * MAXIMUM_ATTRIBUTES + "'>",
        '<p a=b="' + " a/b" * MAXIMUM_ATTRIBUTES + '">',
    ],
    ids=[
        *("deep", "open", "html in svg", "no svg", "many", "text", "long", "shapes", "drawn"),
        *("attributes", "quoted attributes", "attributes in a value"),
    ],
)
def test_expensive_messages_are_shown_as_text(html: str) -> None:
    assert not is_fast_to_render(html)
    assert list_elements(sanitise(html)) == [("pre", {})]


@pytest.mark.parametrize(
    "html",
    [
        "<p>x" * 5_000,
        "<li>x" * 5_000,
        "<svg>" + "<path d='M0'/>" * (MAXIMUM_SHAPES - 1),
        "<b>x</b>" * 5_000,
        "<img src='data:image/png;base64," + "A" * 3_000_000 + "'>",
        "<svg>" + LONG_SHAPE + "<use href='#p'/>" * 3,
        "<p title='" + "a b/c " * MAXIMUM_ATTRIBUTES + "'>x",
    ],
    ids=["paragraphs", "items", "shapes", "phrases", "picture", "used", "long value"],
)
def test_a_long_message_is_not_expensive_by_itself(html: str) -> None:
    assert is_fast_to_render(html)


@given(st.text() | st.text(alphabet="<>/abpsvguseth ='"))
def test_any_text_has_a_cost(html: str) -> None:
    verdict = weigh(html)
    assert 0 <= verdict.depth <= verdict.elements
    assert 0 <= verdict.text <= len(html)
