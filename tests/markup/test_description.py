"""Descriptions of exercises: what readers see, and what authors are told."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.description import (
    MAXIMUM_SHOWN,
    RenderedDescription,
    render_html_description,
    render_markdown_description,
)
from kriterion.markup.html.link_base import Base
from kriterion.markup.html.removed_content import ContentKind
from tests.markup.hostile import HOSTILE
from tests.markup.parsed import list_elements

PICTURES = {"images/a.png": "/static/one/images/a.png"}
LINKS = {"other": "/exercises/other", "evil": "javascript:alert(1)", "site": "https://x.example/"}
BASE = Base(link=LINKS.get, picture=PICTURES.get)
RENDER = [render_html_description, render_markdown_description]
Render = Callable[..., RenderedDescription]
OPTIONS = """<script>
MathJax = {asciimath: {delimiters: [['$','$'], ['`','`']]}}
</script>
<script src="https://cdn.example/mathjax.js"></script>

"""


def get_html(text: str) -> str:
    return render_html_description(text, BASE).html


def render_markdown(text: str) -> str:
    return render_markdown_description(text, BASE).html.strip()


def test_html_keeps_its_headings_tables_and_drawings() -> None:
    text = '<h2 id="a">A</h2><table><tbody><tr><td>b</td></tr></tbody></table><svg></svg>'
    assert get_html(text) == text.replace('id="a"', 'id="description-a"')


def test_links_and_pictures_resolve_as_documented() -> None:
    assert 'href="/exercises/other"' in get_html('<a href="other">x</a>')
    assert 'href="/exercises/other"' in render_markdown("[x](other)")
    assert 'href="https://y.example/"' in render_markdown("[x](https://y.example/)")
    assert 'href="#description-part"' in render_markdown("[x](#part)")
    assert get_html('<img alt="a" src="images/a.png">') == (
        '<img alt="a" src="/static/one/images/a.png">'
    )
    assert 'src="/static/one/images/a.png"' in render_markdown("![a](images/a.png)")


@pytest.mark.parametrize("text", ["javascript:alert(1)", "//evil.example/", "data:text/html,x"])
def test_resolved_links_are_sanitised(text: str) -> None:
    base = Base(link=lambda _: text, picture=lambda _: text)
    clean = render_html_description('<a href="x">x</a><img src="y">', base).html
    assert "href" not in clean
    assert "src" not in clean


def test_formulas_are_rendered() -> None:
    assert "<msup>" in get_html("`x^2`")
    assert "<msup>" in get_html("<script type='math/asciimath'>x^2</script>")
    assert "<msup>" in render_markdown("$x^2$")
    assert render_markdown("`x^2`") == "<p><code>x^2</code></p>"
    assert render_markdown(r"costs \$5 and \$6") == "<p>costs $5 and $6</p>"


def test_a_formula_is_not_parsed_as_markdown() -> None:
    assert "<em>" not in render_markdown("$a*b$ and $c*d$")
    assert render_markdown(r"\(x\)") == "<p><math><mrow><mi>x</mi></mrow></math></p>"


def test_a_description_that_configures_mathjax_is_respected() -> None:
    """In LaTeX only the 3 would be above."""
    assert "<mn>30</mn>" in render_markdown(OPTIONS + "$2^30$")
    assert "<mn>30</mn>" not in render_markdown("$2^30$")


@pytest.mark.parametrize(
    ("text", "kind", "target", "line"),
    [
        (OPTIONS + "x", ContentKind.SCRIPT, "https://cdn.example/mathjax.js", 4),
        ("x\n\n<style>p {}</style>", ContentKind.STYLE, "", 3),
        ('<p>\n<iframe src="//x"></iframe></p>', ContentKind.EMBEDDED, "//x", 2),
        ('<p>\n<b onclick="x()">y</b></p>', ContentKind.HANDLER, "onclick", 2),
        ('<p>\n<img src="none.png"></p>', ContentKind.PICTURE, "none.png", 2),
        ('<p>\n<a href="gone">x</a></p>', ContentKind.LINK, "gone", 2),
        ("<p>\n<button>x</button></p>", ContentKind.FORM, "", 2),
    ],
)
@pytest.mark.parametrize("render", RENDER)
def test_authors_are_told_what_was_removed(
    render: Render, text: str, kind: ContentKind, target: str, line: int
) -> None:
    [taken] = render(text, BASE).removed
    assert (taken.kind, taken.target, taken.line) == (kind, target, line)


def test_removed_markdown_links_and_pictures_are_reported_too() -> None:
    text = "a\n![b](none.png)\n\n[c](gone) [d](other)\n"
    taken = render_markdown_description(text, BASE).removed
    assert [(removed.kind, removed.line) for removed in taken] == [
        (ContentKind.PICTURE, 2),
        (ContentKind.LINK, 4),
    ]


@pytest.mark.parametrize("render", RENDER)
def test_an_oversized_text_is_cut(render: Render) -> None:
    rendered = render("<i>" * 3_500_000, BASE)
    assert rendered.html.startswith("<pre>&lt;i&gt;")
    assert len(rendered.html) < 10 * MAXIMUM_SHOWN
    assert [removed.kind for removed in rendered.removed] == [ContentKind.EVERYTHING]


@pytest.mark.parametrize("render", RENDER)
@given(st.lists(st.sampled_from([*HOSTILE, "$", "`", "x^2", "\n\n", "<b>", '"']), max_size=8))
def test_hostile_descriptions_are_harmless(render: Render, pieces: list[str]) -> None:
    clean = render("".join(pieces), BASE).html
    for tag, attributes in list_elements(clean):
        assert tag not in {"script", "style", "iframe", "object", "form", "mglyph", "maction"}
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("src", "data:image/").startswith("data:image/")
