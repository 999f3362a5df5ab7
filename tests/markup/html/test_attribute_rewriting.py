import pytest

from kriterion.markup.html.attribute_rewriting import MAXIMUM_MEDIA
from kriterion.markup.html.sanitise import sanitise
from kriterion.markup.media_addresses import MAXIMUM_BYTES, embed_pictures, extract_media_path

DOT = "data:image/png;base64,ZG90"
MEDIA = embed_pictures(
    {"media/dot.png": b"dot", "media/a b.svg": b"<svg/>", "media/notes.txt": b"x"}
)


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ('<b style="color:red">x</b>', '<b class="look-ink-red">x</b>'),
        (
            '<b class="label label-danger" style="display:block">x</b>',
            '<b class="look-label look-bad look-block">x</b>',
        ),
        ('<b style="position:fixed">x</b>', "<b>x</b>"),
        ('<p>style="color:red"</p>', '<p>style="color:red"</p>'),
        (
            '<svg><path style="fill:none;stroke:#1f77b4;position:fixed" fill="red"></path></svg>',
            '<svg><path fill="none" stroke="#1f77b4"></path></svg>',
        ),
        (
            '<svg><rect style="fill:url(#Sky)"></rect></svg>',
            '<svg><rect fill="url(#here-Sky)"></rect></svg>',
        ),
        (
            '<svg><rect style="fill:url(//evil.example#a);stroke:u\\72l(x)"></rect></svg>',
            "<svg><rect></rect></svg>",
        ),
        (
            '<svg><g style="transform: translate(7px,-2px); font-size:9px">x</g></svg>',
            '<svg><g transform="translate(7,-2)" font-size="9">x</g></svg>',
        ),
        ('<svg style="background:#fff"></svg>', '<svg class="look-paper-white"></svg>'),
        ('<img src="media/dot.png" alt="a dot">', f'<img src="{DOT}" alt="a dot">'),
        ('<img src="./media/dot.png?x=1#y">', f'<img src="{DOT}">'),
        (
            '<img src="media/none.png" alt="1 &lt; 2">',
            '<span class="look-text-muted">[1 &lt; 2]</span>',
        ),
        ('<img src="//evil.example/x.png">', '<span class="look-text-muted">[▣]</span>'),
        ('<img src="media/../../x.png">', '<span class="look-text-muted">[▣]</span>'),
        ('<img src="media/notes.txt">', '<span class="look-text-muted">[▣]</span>'),
        (
            '<a class="tab-link label" data-tab="code" data-line="12">x</a>',
            '<a class="tab-link look-label" data-tab="code" data-line="12" '
            'rel="noopener noreferrer nofollow" href="#code-line-12">x</a>',
        ),
        (
            '<a class="tab-link" data-line="1x" href="#y">x</a>',
            '<a class="tab-link" data-line="1x" href="#feedback" '
            'rel="noopener noreferrer nofollow">x</a>',
        ),
    ],
)
def test_one_attribute_is_replaced_by_another(html: str, clean: str) -> None:
    assert sanitise(html, place="here", media=MEDIA) == clean


def test_a_picture_is_found_by_any_spelling_of_its_path() -> None:
    assert extract_media_path("./media/a%20b.svg?token=1") == "media/a b.svg"
    assert 'src="data:image/svg+xml;base64,' in sanitise('<img src="media/a%20b.svg">', media=MEDIA)


def test_an_oversized_picture_is_left_out() -> None:
    assert embed_pictures({"media/a.png": b"x" * (MAXIMUM_BYTES + 1)}) == {}


def test_repeated_pictures_are_limited() -> None:
    media = embed_pictures({"media/a.png": b"x" * MAXIMUM_BYTES})
    clean = sanitise('<img src="media/a.png">' * 1_000, media=media)
    assert clean.count("data:image/png") >= 2
    assert len(clean) < 2 * MAXIMUM_MEDIA


def test_without_the_exercises_files_pictures_are_removed() -> None:
    assert "media" not in sanitise('<img src="media/dot.png">')
