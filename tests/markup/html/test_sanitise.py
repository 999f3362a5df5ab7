"""The allow-list, attacked."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.html.sanitise import sanitise
from tests.markup.hostile import HOSTILE
from tests.markup.parsed import assert_harmless, list_elements


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_runs_loads_or_escapes_into_the_page(html: str) -> None:
    clean = sanitise(html, place="here")
    assert_harmless(clean)
    assert "evil.example" not in clean
    for _, attributes in list_elements(clean):
        assert attributes.get("id", "here-").startswith("here-")
        assert not set(attributes.get("class", "").split()) & {"verdict", "panel", "tabs"}


@given(st.lists(st.sampled_from([*HOSTILE, "<b>", "</", "x", '"', "<svg>", "<!--", "&#"])))
def test_combined_hostile_parts_are_harmless(pieces: list[str]) -> None:
    assert_harmless(sanitise("".join(pieces)))


@given(st.lists(st.sampled_from([*HOSTILE, "<math>", "<mtext>", "<svg>", "</p>", "<table>"])))
def test_sanitising_twice_changes_nothing(pieces: list[str]) -> None:
    """What a browser makes of sanitised HTML is what was sanitised: nothing turns into a tag."""
    clean = sanitise("".join(pieces))
    assert_harmless(sanitise(clean))
    assert_harmless(sanitise(html.unescape(clean)))


def test_mathematics_is_kept_in_place() -> None:
    formula = '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>'
    assert sanitise(formula) == formula
    assert sanitise("<math><semantics><mi>x</mi><annotation>x</annotation></semantics></math>") == (
        "<math><mi>x</mi></math>"
    )
    assert sanitise('<math><mspace width="-99em"></mspace></math>') == (
        "<math><mspace></mspace></math>"
    )


@given(st.text())
def test_any_text_is_handled(text: str) -> None:
    assert_harmless(sanitise(text))


def test_markup_judges_rely_on_is_kept() -> None:
    html = (
        '<p lang="nl"><strong>bold</strong> <a href="https://example.org/x">link</a></p>'
        '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>'
        '<img alt="a plot" src="data:image/png;base64,AAAA">'
    )
    kept = sanitise(html)
    assert kept.replace(' rel="noopener noreferrer nofollow"', "") == html


def test_a_picture_keeps_its_colours_and_internal_references() -> None:
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


def test_every_remaining_angle_bracket_starts_a_tag() -> None:
    """The rewriting of tab links rests on this habit of nh3."""
    clean = sanitise('<p title="<a class=&quot;tab-link&quot; > x">text &lt; more</p>')
    assert clean == '<p title="&lt;a class=&quot;tab-link&quot; &gt; x">text &lt; more</p>'
