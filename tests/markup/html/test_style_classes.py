import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.html.style_classes import LOOKS, translate_bootstrap_class, translate_style


@pytest.mark.parametrize(
    ("style", "looks"),
    [
        ("color: red", "ink-red"),
        ("COLOR:#00F; Font-Weight: BOLD", "ink-blue bold"),
        ("background-color:#fff", "paper-white"),
        ("background: black; color: white", "paper-black"),
        ("font-style: italic; text-decoration: underline line-through", "italic underline strike"),
        ("display:inline-block;width:50%;", "inline-block width-50"),
        ("display:inline-block;float:right;width:33.3%", "inline-block float-right width-35"),
        ("max-width:100%; width:450px;", "width-100"),
        ("display:block;text-align:left;", "block align-left"),
        ("white-space: pre; font-family: 'Courier New', monospace", "pre mono"),
        ("border: 1px solid #ccc; padding:10px", "border padded"),
        ("font-weight: 700 !important", "bold"),
        ("border: none; padding: 0; color: black; font-weight: normal", ""),
        ("position:fixed; top:0; z-index:9; transform:scale(9); margin:-9px; opacity:0", ""),
        ("display:none; visibility:hidden; height:0; overflow:hidden; font-size:0", ""),
        ("background:url(//evil.example/x)", ""),
        ("background-image:url(x); content:'x'; cursor:none; animation:x 1s", ""),
        ("width:1e9%; width:-5%", ""),
        ("color", ""),
        (";;;", ""),
        ("color:red;" * 1_000, ""),
    ],
)
def test_a_style_becomes_a_class_or_is_removed(style: str, looks: str) -> None:
    assert translate_style(style) == [f"look-{look}" for look in looks.split()]


@pytest.mark.parametrize(
    ("word", "look"),
    [
        ("label", "look-label"),
        ("label-success", "look-good"),
        ("badge-danger", "look-bad"),
        ("alert-warning", "look-warn"),
        ("text-danger", "look-text-bad"),
        ("text-center", "look-align-center"),
        ("code", "look-code"),
        ("table", None),
        ("verdict", None),
        ("fixed-top", None),
        ("look-good", None),
    ],
)
def test_a_bootstrap_class_becomes_one_of_ours_or_is_removed(word: str, look: str | None) -> None:
    assert translate_bootstrap_class(word) == look


@given(st.text() | st.text(alphabet="colr:;wdth50% -#fbackgrounpi"))
def test_there_are_no_other_style_classes(style: str) -> None:
    assert set(translate_style(style)) <= LOOKS
