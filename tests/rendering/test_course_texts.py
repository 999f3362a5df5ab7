"""Teachers' texts in a renderer process: within bounds, whatever they hold."""

import os
import re
from pathlib import Path

import pytest

from kriterion.rendering import course_texts as texts
from kriterion.rendering.jobs import (
    Care,
    HtmlText,
    LessonJob,
    MarkdownText,
    MediaPlace,
    RenderedLesson,
    RenderedTexts,
    SourceText,
    Text,
    TextsJob,
    decode_job,
    encode,
)
from kriterion.rendering.pool import Pool
from kriterion.rendering.process_limits import ProcessBounds
from kriterion.rendering.render_job import render

LIMITS = ProcessBounds(piece_seconds=0.05, whole_seconds=0.2, process_seconds=30)
PATIENT = ProcessBounds(piece_seconds=60, whole_seconds=60, process_seconds=60)
SLOW = "```c\n" + " \n" * 30_000 + "```\n"
COURSE = Path(__file__).parents[2] / "examples" / "ocaml-course"


def render_record(
    *found: Text, bounds: ProcessBounds = PATIENT, care: Care = Care.FULL
) -> RenderedTexts:
    job = decode_job(encode(TextsJob(texts=found, care=care)))
    answer = render(job, bounds).rendered
    assert isinstance(answer, RenderedTexts)
    return answer


def render_lesson(name: str, root: Path, step: int = 1, care: Care = Care.FULL) -> RenderedLesson:
    job = LessonJob(
        repository=os.fsencode(root),
        name=name,
        is_tutorial=True,
        step=step,
        place="description",
        care=care,
    )
    answer = render(decode_job(encode(job)), PATIENT).rendered
    assert isinstance(answer, RenderedLesson)
    return answer


def render_markdown(text: str) -> MarkdownText:
    return MarkdownText(text=text, place="about")


def test_only_slow_texts_are_plain() -> None:
    found = render_record(
        render_markdown("*a*"), render_markdown(SLOW), render_markdown("*b*"), bounds=LIMITS
    ).texts
    assert [text.is_plain for text in found] == [False, True, False]
    assert found[0].html == "<p><em>a</em></p>\n"
    assert found[1].html.startswith("<pre>```c")


def test_with_little_time_all_texts_are_plain() -> None:
    found = render_record(
        render_markdown("*a*"),
        HtmlText(text="<b>a</b>", place="p"),
        SourceText(text="let a = <b>", language="ocaml"),
        care=Care.PLAIN,
    ).texts
    assert [text.html for text in found] == [
        "<pre>*a*</pre>",
        "<pre>&lt;b&gt;a&lt;/b&gt;</pre>",
        "let a = &lt;b&gt;",
    ]
    assert all(text.is_plain for text in found)


def test_the_texts_of_a_page_share_one_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MAXIMUM_HTML", 300)
    found = render_record(
        render_markdown("*a*"), render_markdown("`a` " * 50), render_markdown("b " * 120)
    ).texts
    assert sum(len(text.html) for text in found) <= 300
    assert [text.is_plain for text in found] == [False, True, True]


def test_media_are_found_under_names_that_are_not_text(tmp_path: Path) -> None:
    directory = os.fsencode(tmp_path) + b"/\xff\xfe"
    Path(os.fsdecode(directory)).mkdir()
    for name in (b"a.png", b"\xff.png"):
        Path(os.fsdecode(directory + b"/" + name)).write_bytes(b"")
    media = MediaPlace(
        repository=os.fsencode(tmp_path), directories={b"media": (directory,)}, address="/m/"
    )
    [found] = render_record(
        MarkdownText(text="![a](media/a.png) ![b](media/b.png)", place="p", media=media)
    ).texts
    assert 'src="/m/media/a.png"' in found.html
    assert "b.png" not in found.html


def test_a_picture_has_its_size_unless_the_author_states_one() -> None:
    flag = COURSE / "exercises" / "effects" / "flag"
    media = MediaPlace(
        repository=os.fsencode(COURSE), directories={b"m": (os.fsencode(flag),)}, address="/m/"
    )
    text = (
        "![a](m/images/stripes.png?x) ![b](m/descr.md)\n\n<img src='m/images/stripes.png' width=9>"
    )
    [found] = render_record(MarkdownText(text=text, place="p", media=media)).texts
    pictures = re.findall("<img[^>]*>", found.html)
    assert [re.findall("(?:width|height)=.[0-9]+.", picture) for picture in pictures] == [
        ['width="360"', 'height="164"'],
        [],
        ['width="9"'],
    ]


def test_a_step_comes_with_all_titles_and_earlier_code(tmp_path: Path) -> None:
    (tmp_path / "tutorials").mkdir()
    (tmp_path / "tutorials" / "t.md").write_text(
        "# T\n\n## One `1`\n\n```\nlet a = 1\n```\n\n`let b`\n\n## Two *2*\n\n- *item*\n"
    )
    first, second = render_lesson("t", tmp_path), render_lesson("t", tmp_path, 9)
    assert second.step == 2
    assert len(first.titles) == 2
    assert first.titles == second.titles
    assert "<em>item</em>" in second.text.html
    plain = render_lesson("t", tmp_path, 2, Care.PLAIN)
    assert plain.text.html == "<pre>item</pre>"
    assert plain.text.is_plain
    assert plain.titles[1] == "Two 2"
    assert plain.known == second.known


def test_a_missing_lesson_is_none(tmp_path: Path) -> None:
    assert not render_lesson("gone", tmp_path).exists
    assert not render_lesson("../x", COURSE).exists


def test_an_expensive_text_is_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def for_ever(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(texts, "load_tutorial", for_ever)
    job = LessonJob(repository=b"/", name="t<", is_tutorial=True, step=1, place="p")
    html = render(job, LIMITS)
    assert html.tired
    assert isinstance(html.rendered, RenderedLesson)
    assert html.rendered.titles == ("t&lt;",)
    assert html.rendered.text.is_plain


def test_worker_processes_render_texts() -> None:
    pool = Pool(1)
    job = TextsJob(texts=(render_markdown("*a*"),))
    result = pool.submit("a", job, None).result(60)
    assert isinstance(result, RenderedTexts)
    assert result.texts[0].html == "<p><em>a</em></p>\n"
