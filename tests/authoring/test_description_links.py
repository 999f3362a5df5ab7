import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.description_links import (
    MAXIMUM_CHARACTERS,
    Link,
    find_media_path,
    read_links,
)
from kriterion.exercises.exercise import DescriptionFormat

MARKDOWN, HTML = DescriptionFormat.MARKDOWN, DescriptionFormat.HTML


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("![A map](media/map.png)", [(1, "media/map.png")]),
        (
            "First.\n\nRead\n[this](media/notes.pdf) or\n[that](other)",
            [(4, "media/notes.pdf"), (5, "other")],
        ),
        ('One\n\n<img src="media/a.png"\n  alt="">', [(3, "media/a.png")]),
        ('Text with <img src="media/b.png"> in it', [(1, "media/b.png")]),
        (
            '![A](media/a.png){:data-large="media/large.png"}',
            [(1, "media/a.png"), (1, "media/large.png")],
        ),
        (
            "[![picture](media/small.png)](media/large.png)",
            [(1, "media/large.png"), (1, "media/small.png")],
        ),
        ("| a |\n|---|\n| ![x](media/cell.png) |", [(3, "media/cell.png")]),
        ("[ref]\n\n[ref]: media/ref.png", [(1, "media/ref.png")]),
        ("`![no](media/code.png)`", []),
        ("    ![no](media/code.png)", []),
        ("```\n![no](media/code.png)\n```", []),
        ("nothing here", []),
    ],
)
def test_markdown_links_are_those_a_reader_sees(text: str, found: list[tuple[int, str]]) -> None:
    assert set(read_links(text, MARKDOWN)) == {Link(*link) for link in found}


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (
            '<p>\n<img src="media/a.png" data-large="media/b.png"></p>',
            [(2, "media/a.png"), (2, "media/b.png")],
        ),
        ("<a href='media/a&amp;b.txt'>x</a>", [(1, "media/a&b.txt")]),
        (
            '<video poster="media/p.png"><source src="media/v.mp4"></video>',
            [(1, "media/p.png"), (1, "media/v.mp4")],
        ),
        ('<!-- <img src="media/gone.png"> -->', []),
        ("<img src>", []),
        ("<img alt='src=media/no.png' src=media/yes.png>", [(1, "media/yes.png")]),
        ("<IMG\n SRC = 'media/a.png'/>", [(2, "media/a.png")]),
        (
            "<script src='media/a.js'>'<img src=media/no.png>'</script><a href=media/b>",
            [(1, "media/a.js"), (1, "media/b")],
        ),
        ("1 < 2 <a href='media/a.png'>", [(1, "media/a.png")]),
        ("<a href='media/open.png", []),
    ],
)
def test_html_links_are_the_addresses_in_attributes(
    html: str, found: list[tuple[int, str]]
) -> None:
    assert read_links(html, HTML) == [Link(*link) for link in found]


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("media/a.png", "a.png"),
        ("./media/a.png", "a.png"),
        ("media/data/a%20b.txt?raw#top", "data/a b.txt"),
        (" media/a.png ", "a.png"),
        ("media/../media/a.png", "a.png"),
        ("media/../../secret", None),
        ("/media/a.png", None),
        ("https://example.org/media/a.png", None),
        ("//example.org/media/a.png", None),
        ("data:image/png;base64,xx", None),
        ("#media/a.png", None),
        ("media", None),
        ("http://[broken", None),
        ("mailto:media/x", None),
    ],
)
def test_only_relative_addresses_refer_to_media(target: str, path: str | None) -> None:
    assert find_media_path(target) == path


@pytest.mark.long(reason="scans megabytes")
@pytest.mark.parametrize("form", [MARKDOWN, HTML])
@pytest.mark.parametrize(
    "piece",
    ["<!--", "<a href='", "<a b=c ", "<?", "<!", "</", "<script>", "![](", "[", "*a_", "<a \"'"],
)
def test_no_text_takes_long_to_scan(piece: str, form: DescriptionFormat) -> None:
    """A minute went by for 128 KiB of such a piece."""
    assert read_links(piece * (MAXIMUM_CHARACTERS // len(piece)), form) == []


@given(st.text(max_size=400), st.sampled_from([MARKDOWN, HTML]))
def test_any_text_has_links_on_existing_lines(text: str, form: DescriptionFormat) -> None:
    for link in read_links(text, form):
        assert 1 <= link.line <= text.replace("\r", "\n").count("\n") + 1
        find_media_path(link.target)
