import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.message_formats import FORMATS
from kriterion.markup.message_html import render_message
from kriterion.markup.message_text import render_message_text
from kriterion_tools.contracts.dodona_judge.output_records import Message
from tests.markup.parsed import assert_harmless, list_elements

ALL_FORMATS = [*FORMATS, "python", "java", "klingon", "PYTHON", ""]
HOSTILE_TEXT = st.text() | st.sampled_from(
    ["<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](http://evil.example/x.png)"]
)


@pytest.mark.parametrize(
    ("format_", "text", "html"),
    [
        ("plain", "1 < 2\n& so", '<div class="text">1 &lt; 2\n&amp; so</div>'),
        ("text", "x", '<div class="text">x</div>'),
        ("html", "<b onclick=x>y</b>", '<div class="rich"><b>y</b></div>'),
        ("markdown", "*y*", '<div class="rich"><p><em>y</em></p>\n</div>'),
        ("md", "<u>y</u>", '<div class="rich"><p><u>y</u></p>\n</div>'),
        ("callout", "y", '<div class="rich callout callout-info"><p>y</p>\n</div>'),
        ("callout-danger", "y", '<div class="rich callout callout-danger"><p>y</p>\n</div>'),
        ("code", "a <b>", '<pre class="source">a &lt;b&gt;</pre>'),
        (
            "python",
            "f(1)",
            '<pre class="source">f(<span class="source-number">1</span>)</pre>',
        ),
        ("klingon", "a\r\nb", '<pre class="source">a\nb</pre>'),
        (
            "console",
            "\x1b[31mred\x1b[0m \x1b[2J",
            '<pre class="source"><span class="ansi-red">red</span> </pre>',
        ),
    ],
)
def test_each_format_has_its_rendering(format_: str, text: str, html: str) -> None:
    assert render_message(Message(format=format_, description=text)) == html


@given(HOSTILE_TEXT, st.sampled_from(ALL_FORMATS) | st.text(max_size=20))
def test_any_text_in_any_format_is_harmless(text: str, format_: str) -> None:
    rendered = render_message(Message(format=format_, description=text))
    assert_harmless(rendered)
    rendered.encode()


@given(
    st.text() | st.text(alphabet="\x1b\x9b[]0;31mJ\x07\0\r\u202e<b>`#*"),
    st.sampled_from(ALL_FORMATS),
)
def test_no_message_controls_a_terminal(text: str, format_: str) -> None:
    output = render_message_text(Message(format=format_, description=text)).plain
    output.encode()
    controls = {chr(code) for code in (*range(32), *range(0x7F, 0xA0))} - {"\n", "\t"}
    assert not controls & set(output)
    assert not set("\u202a\u202b\u202d\u202e\u2066\u2069") & set(output)


@pytest.mark.long(reason="ten megabytes in each format")
@pytest.mark.parametrize("format_", ALL_FORMATS)
@pytest.mark.parametrize(
    "text",
    ["[" * 10_000_000, "<b>" * 3_000_000, "x" * 10_000_000, "a\n" * 5_000_000],
    ids=["brackets", "tags", "one line", "lines"],
)
def test_ten_megabytes_are_rendered_as_plain_text(format_: str, text: str) -> None:
    rendered = render_message(Message(format=format_, description=text))
    assert {tag for tag, _ in list_elements(rendered[:10_000])} <= {"div", "pre"}


def test_a_fenced_block_in_markdown_is_highlighted() -> None:
    message = Message(format="md", description="```python\nreturn 1\n```\n")
    assert 'class="source-keyword"' in render_message(message)


def test_a_table_in_markdown_is_a_table() -> None:
    message = Message(format="md", description="| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert "<td>1</td>" in render_message(message)
