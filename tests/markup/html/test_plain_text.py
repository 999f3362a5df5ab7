import pytest

from kriterion.markup.element import Markup
from kriterion.markup.html.plain_text import read_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("a  b\n c<br>d", "a b c\nd"),
        ("<ul><li>a</li><li>b</li></ul>after", "• a\n• b\n\nafter"),
        ('<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>', "3. a\n4. b\n  • c"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a  b\n1  2"),
        ("<pre>  kept\n    as is</pre>", "  kept\n    as is"),
        ("<pre>a\n\n<b>b</b>\n</pre><p>c</p>", "a\n\nb\n\nc"),
        ("<pre>\n</pre><p>c</p>", "c"),
        ('see <a href="https://example.org">here</a>.', "see here (https://example.org)."),
        ('<a href="#code-line-3" class="tab-link">line 3</a>', "line 3"),
        ('<img alt="a plot" src="data:,">', "[a plot]"),
        ("<svg><title>a star</title><path></path></svg>", "[▣] a star"),
        ("&lt;b&gt; &amp; &#x1F600;", "<b> & 😀"),
    ],
)
def test_html_becomes_the_text_a_browser_shows(html: str, text: str) -> None:
    assert read_html(Markup(html)).plain == text


def test_strong_text_stays_marked() -> None:
    assert str(read_html(Markup("<strong>x</strong>")).spans[0].style) == "bold"
