"""Comments in Exercism's Markdown become HTML that does no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.markdown.exercism_comment import Note, render_comment
from tests.markup.hostile import HOSTILE
from tests.markup.parsed import list_elements

LINK = 'rel="noopener noreferrer nofollow"'


# Source of the first rules: exercism/website 16bb79f, what its tests pin.
@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Said.", "<p>Said.</p>\n"),
        ("# title\n\nSaid.", "<p>Said.</p>\n"),
        ("Title\n=====\n\nSaid.\n\n# Another `title`", "<p>Said.</p>\n"),
        ("## Why", "<h3>Why</h3>\n"),
        ("###### Why", "<h6>Why</h6>\n"),
        ("> # quoted\n> text", "<blockquote>\n<p>text</p>\n</blockquote>\n"),
        ("# only a title", ""),
        ("[comment]: # (for authors)", ""),
        ("", ""),
        ("~~a~~ <!-- b -->", "<p><s>a</s> </p>\n"),
        (
            "[here](https://a.example/?b=1&c)",
            f'<p><a target="_blank" href="https://a.example/?b=1&amp;c" {LINK}>here</a></p>\n',
        ),
        ("[here](#why)", f'<p><a href="#x-why" {LINK}>here</a></p>\n'),
        (
            "[here][there]\n\n[there]: http://a.example",
            f'<p><a target="_blank" href="http://a.example" {LINK}>here</a></p>\n',
        ),
        (
            "[concept:elixir/list-comprehensions]()",
            '<p><a target="_blank"'
            f' href="https://exercism.org/tracks/elixir/concepts/list-comprehensions" {LINK}>'
            "list comprehensions</a></p>\n",
        ),
        (
            "[exercise:c/two-fer]()",
            '<p><a target="_blank"'
            f' href="https://exercism.org/tracks/c/exercises/two-fer" {LINK}>two fer</a></p>\n',
        ),
        (
            "[approach:c/two-fer/ternary]()",
            '<p><a target="_blank" href="https://exercism.org/tracks/c/exercises/two-fer/'
            f'approaches/ternary" {LINK}>ternary</a></p>\n',
        ),
        (
            "[article:c/two-fer/speed]()",
            '<p><a target="_blank" href="https://exercism.org/tracks/c/exercises/two-fer/'
            f'articles/speed" {LINK}>speed</a></p>\n',
        ),
        (
            "[concept:c/if](https://a.example)",
            f'<p><a target="_blank" href="https://a.example" {LINK}>concept:c/if</a></p>\n',
        ),
        ("a List<String> <b>of</b> names", "<p>a List&lt;String&gt; <b>of</b> names</p>\n"),
        ("`List<String>`", "<p><code>List&lt;String&gt;</code></p>\n"),
    ],
)
def test_a_comment_is_rendered(text: str, html: str) -> None:
    assert render_comment(text, place="x") == html


def test_code_is_highlighted_by_its_language() -> None:
    assert '<span class="source-keyword">def' in render_comment("```ruby\ndef a; end\n```")
    assert render_comment("```\n<b>\n```") == "<pre>&lt;b&gt;\n</pre>\n"
    assert render_comment("```no-such\n<b>\n```") == "<pre>&lt;b&gt;\n</pre>\n"


@pytest.mark.parametrize(
    ("note", "level"), [("note", "info"), ("caution", "warning"), ("advanced", "info")]
)
def test_notes_are_boxes_with_markdown_in_them(note: str, level: str) -> None:
    html = render_comment(
        f"```exercism/{note}\nMind *this* [link].\n```\n\n[link]: http://a.example"
    )
    assert html.startswith(f'<div class="callout callout-{level}">')
    assert f"<strong>{note.capitalize()}</strong>" in html
    assert "<em>this</em>" in html
    assert 'href="http://a.example"' in html


def test_notes_have_names_in_the_readers_language() -> None:
    names = dict.fromkeys(Note, "Let <op>")
    html = render_comment("~~~~exercism/caution\nx\n~~~~", note_names=names)
    assert "<strong>Let &lt;op&gt;</strong>" in html


def test_a_note_in_a_note_is_code() -> None:
    text = "````exercism/note\n```exercism/note\ninside\n```\n````"
    html = render_comment(text)
    assert html.count("callout-info") == 1
    assert "<pre>inside\n</pre>" in html


def test_nested_notes_are_limited() -> None:
    fences = range(3, 300)
    text = "".join(f"{'`' * ticks}exercism/note\n" for ticks in reversed(fences))
    assert render_comment(text).count("callout") == 2  # class="callout callout-info", once


@pytest.mark.parametrize("text", HOSTILE)
def test_a_comment_is_harmless(text: str) -> None:
    for written in (text, f"# {text}\n\n{text}\n", f"```exercism/note\n{text}\n```"):
        for tag, attributes in list_elements(render_comment(written)):
            assert tag not in ("script", "iframe", "object", "form", "input", "style", "link")
            assert not any(name.startswith("on") for name in attributes)
            assert not attributes.get("href", "").lower().startswith(("javascript:", "data:"))
            assert attributes.get("target", "_blank") == "_blank"


@given(st.text(alphabet="#`~[]()<>!*_- \nab:/|&;{}", max_size=80))
def test_any_text_is_rendered(text: str) -> None:
    html = render_comment(text, place="x")
    assert "<h1" not in html
    assert "<script" not in html
