from kriterion.contracts.dodona_judge.output import Annotation, Severity
from kriterion.feedback.listing import render_code
from kriterion.feedback.reader import Reader
from tests.feedback.sample import OUTPUT, SOURCE
from tests.markup.parsed import elements

READER = Reader()


def test_every_line_of_the_code_can_be_linked_to() -> None:
    html = render_code(SOURCE, "countdown.py", (), READER)
    ids = [a["id"] for tag, a in elements(html) if tag == "tr"]
    assert ids == [f"code-line-{number}" for number in range(1, 14)]


def test_an_annotation_stands_under_its_last_line() -> None:
    html = render_code(SOURCE, "countdown.py", OUTPUT.annotations, READER)
    rows = [a.get("id", a.get("class")) for tag, a in elements(html) if tag == "tr"]
    assert rows[6:10] == ["code-line-7", "remarks", "code-line-8", "remarks"]
    assert rows[-1] == "remarks"


def test_a_mark_does_not_disturb_the_colours() -> None:
    found = Annotation(row=0, column=2, columns=3, text="x", type=Severity.ERROR)
    html = render_code("def f(): pass", "f.py", (found,), READER)
    assert (
        '<span class="source-keyword">de</span>'
        '<span class="source-keyword marked marked-error">f </span>'
        '<span class="source-function marked marked-error">f</span>'
    ) in html


def test_only_a_web_address_becomes_a_link() -> None:
    for url, linked in (("https://example.org/E1", True), ("javascript:alert(1)", False)):
        found = Annotation(row=0, text="x", external_url=url)
        html = render_code("x", "", (found,), READER)
        assert ("<a " in html) is linked
        assert "javascript" not in html


def test_unknown_code_says_so_and_keeps_its_annotations() -> None:
    html = render_code(None, "", OUTPUT.annotations, READER)
    assert "The submitted code is not known here." in html
    assert "Line 7: " in html


def test_no_code_at_all_is_one_empty_line() -> None:
    assert 'id="code-line-1"' in render_code("", "", OUTPUT.annotations, READER)


def test_hostile_code_is_shown_as_text() -> None:
    html = render_code("</code><script>alert(1)</script>\u202e\0", "x.html", (), READER)
    assert "script" not in {tag for tag, _ in elements(html)}
    assert "⟨U+202E⟩" in html
