from kriterion.markup.element import Markup, element, escape, join_html


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("p", "<b>", Markup("<i></i>")) == "<p>&lt;b&gt;<i></i></p>"


def test_attributes_are_escaped_and_absent_ones_left_out() -> None:
    made = element("a", class_='x"><script>', data_line=3, open=True, hidden=False, title=None)
    assert made == '<a class="x&quot;&gt;&lt;script&gt;" data-line="3" open></a>'


def test_an_empty_class_is_left_out_and_an_empty_alternative_text_is_not() -> None:
    assert element("i", class_="", alt="") == '<i alt=""></i>'


def test_control_characters_in_text_become_visible() -> None:
    assert escape("a\0\u202e") == "a␀⟨U+202E⟩"


def test_template_engines_recognise_markup() -> None:
    assert join_html(["&", Markup("&amp;")]).__html__() == "&amp;&amp;"
