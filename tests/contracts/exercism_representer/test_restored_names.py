import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.restored_names import (
    map_placeholders_to_names,
    renumber_placeholders,
    restore_names,
)

SOLUTION = Representation(
    text="def PLACEHOLDER_1(PLACEHOLDER_2): return PLACEHOLDER_10",
    mapping={"PLACEHOLDER_1": "__init__", "PLACEHOLDER_2": "name", "PLACEHOLDER_10": "xs"},
)


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        ("Call `PLACEHOLDER_1`.", "Call `__init__`."),
        ("PLACEHOLDER_1 is called.", "`__init__` is called."),
        ("**PLACEHOLDER_2**", "**`name`**"),
        ("`` PLACEHOLDER_2 ` ``", "`` name ` ``"),
        ("`a` PLACEHOLDER_2 `b`", "`a` `name` `b`"),
        ("```python\nPLACEHOLDER_2 = 1\n```\nPLACEHOLDER_2", "```python\nname = 1\n```\n`name`"),
        ("~~~\nPLACEHOLDER_2\n```\n~~~\n", "~~~\nname\n```\n~~~\n"),
        ("    PLACEHOLDER_2\n", "    name\n"),
        ("- a\n\n  PLACEHOLDER_2\n", "- a\n\n  `name`\n"),
        ("`PLACEHOLDER_2", "``name`"),
        ("PLACEHOLDER_1 PLACEHOLDER_10 PLACEHOLDER_100", "`__init__` `xs` PLACEHOLDER_100"),
        ("MY_PLACEHOLDER_1, PLACEHOLDER_1s", "MY_PLACEHOLDER_1, PLACEHOLDER_1s"),
        ("`$PLACEHOLDER_2` and @PLACEHOLDER_2", "`$name` and `@name`"),
        ("PLACEHOLDER_3", "PLACEHOLDER_3"),
        ("", ""),
    ],
)
def test_placeholders_become_this_students_names(comment: str, text: str) -> None:
    assert restore_names(comment, SOLUTION) == text


def test_a_placeholder_may_have_a_sigil() -> None:
    ruby = Representation(text="s(:ivasgn, :@placeholder_0)", mapping={"@placeholder_0": "@total"})
    assert restore_names("Drop @placeholder_0", ruby) == "Drop `@total`"


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        ("PLACEHOLDER_1 `PLACEHOLDER_2`", "PLACEHOLDER_2 `PLACEHOLDER_7`"),
        ("$PLACEHOLDER_2, PLACEHOLDER_1s", "$PLACEHOLDER_7, PLACEHOLDER_1s"),
        ("PLACEHOLDER_10", "PLACEHOLDER_10"),  # its name has no placeholder any more
        ("PLACEHOLDER_3, name", "PLACEHOLDER_3, name"),
    ],
)
def test_placeholders_are_renumbered_by_their_names(comment: str, text: str) -> None:
    new = Representation(
        text="PLACEHOLDER_2 PLACEHOLDER_7 PLACEHOLDER_8",
        mapping={
            "PLACEHOLDER_2": "__init__",
            "PLACEHOLDER_7": "name",
            "PLACEHOLDER_8": "name",
        },
    )
    assert renumber_placeholders(comment, SOLUTION, new) == text


def test_an_inverted_mapping_works_as_well() -> None:
    ruby = Representation(
        text="s(:def, :placeholder_0, s(:lvar, :placeholder_1))",
        mapping={"greet": "placeholder_0", "name": "placeholder_1", "name:": "placeholder_1"},
    )
    assert map_placeholders_to_names(ruby) == {"placeholder_0": "greet", "placeholder_1": "name"}
    assert restore_names("`placeholder_0(placeholder_1)`", ruby) == "`greet(name)`"


@pytest.mark.parametrize("name", ["`", "a`b", "a\nb", "~~~", "", " a", "a" * 201, "a\u2028b"])
def test_a_name_that_could_break_out_of_its_code_span_stays_a_placeholder(name: str) -> None:
    hostile = Representation(text="PLACEHOLDER_1", mapping={"PLACEHOLDER_1": name})
    for comment in ("PLACEHOLDER_1", "`PLACEHOLDER_1`", "```\nPLACEHOLDER_1\n```"):
        assert restore_names(comment, hostile) == comment


@given(name=st.text(alphabet=st.characters(exclude_characters="\r")))
def test_a_name_is_always_rendered_as_code(name: str) -> None:
    hostile = Representation(text="PLACEHOLDER_1", mapping={"PLACEHOLDER_1": name})
    comment = (
        "PLACEHOLDER_1 and `PLACEHOLDER_1`\n\n~~~\nPLACEHOLDER_1\n~~~\n\n```\nPLACEHOLDER_1\n```\n"
    )
    kinds = [_list_kinds(text) for text in (comment, restore_names(comment, hostile))]
    assert [kind for kind in kinds[1] if kind != "code_inline"] == [
        kind for kind in kinds[0] if kind != "code_inline"
    ]


def _list_kinds(markdown: str) -> list[str]:
    """Return the kinds of tokens in the Markdown, except plain text."""
    tokens = MarkdownIt().parse(markdown)
    inner = [child for token in tokens for child in token.children or ()]
    return [token.type for token in (*tokens, *inner) if token.type != "text"]


@given(st.text(alphabet="`~ \\\nPLACEHOLDER_1a\t"))
def test_other_text_is_unchanged(comment: str) -> None:
    unmapped = Representation(text="x")
    assert restore_names(comment, unmapped) == comment


@pytest.mark.long(reason="reads megabytes")
def test_a_long_comment_takes_linear_time() -> None:
    for piece in ("`", "`` ` ", "@", "\\`", "PLACEHOLDER_1 ", "~~~\n", "\n\n    "):
        restore_names(piece * 200_000, SOLUTION)
