"""A comment library gives the text of a pointer, and nothing else of the machine."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.comment_library import (
    MAXIMUM_BYTES,
    CommentFile,
    list_comments,
    load_comments,
    load_translated_comments,
)
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files


@pytest.fixture
def library(tmp_path: Path) -> Path:
    library = tmp_path / "analyzer-comments"
    for name, text in {
        "python/general/dead_code.md": "# dead code\n\nIt never runs.\n",
        "python/general/dead_code.nl.md": "# dode code\n\nDit wordt nooit uitgevoerd.\n",
        "python/general/other.md": "Other.\n",
        "top.md": "Top.\n",
    }.items():
        file = library / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return library


def load(library: Path, pointer: str, language: str = "en") -> tuple[str | None, list[str]]:
    texts, problems = load_comments([library], [pointer], language)
    return texts.get(pointer), [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "# dead code\n\nIt never runs.\n"),
        ("nl", "# dode code\n\nDit wordt nooit uitgevoerd.\n"),
        ("nl-BE", "# dode code\n\nDit wordt nooit uitgevoerd.\n"),
        ("fr", "# dead code\n\nIt never runs.\n"),
        ("../x", "# dead code\n\nIt never runs.\n"),
        ("", "# dead code\n\nIt never runs.\n"),
    ],
)
def test_a_comment_is_in_the_requested_language_or_english(
    library: Path, language: str, text: str
) -> None:
    assert load(library, "python.general.dead_code", language) == (text, [])


@pytest.mark.parametrize(("language", "written_in"), [("nl-BE", "nl"), ("fr", "en")])
def test_the_language_of_each_text_is_known(library: Path, language: str, written_in: str) -> None:
    found, _ = load_translated_comments([library], ["python.general.dead_code"], language)
    assert [comment.language for comment in found.values()] == [written_in]


def test_the_first_library_with_a_comment_provides_it(library: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "top.md").write_text("Own.\n")
    texts, problems = load_comments([own, library], ["top", "python.general.other"], "en")
    assert texts == {"top": "Own.\n", "python.general.other": "Other.\n"}
    assert not problems


@pytest.mark.parametrize(
    ("pointer", "message"),
    [
        (
            "python.general.none",
            "python/general/none.md: does not exist (add the comment, or remove the pointer)",
        ),
        (
            "python.general",
            "python/general.md: does not exist (add the comment, or remove the pointer)",
        ),
        ("a" * 400, f"{'a' * 400}.md: does not exist (add the comment, or remove the pointer)"),
        (
            "../secret",
            "../secret: is not a valid pointer: it has an empty part before, between or"
            " after its dots",
        ),
    ],
)
def test_a_dangling_pointer_is_a_problem(library: Path, pointer: str, message: str) -> None:
    assert load(library, pointer) == (None, [message])


def test_files_outside_the_library_are_not_read(library: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_text("secret")
    (library / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (library / "directory").symlink_to(tmp_path / "outside")
    for pointer, file in {"file": "file.md", "directory.secret": "directory/secret.md"}.items():
        text = f"{file}: is a link that leads out of the repository"
        assert load(library, pointer) == (None, [text])


def test_links_within_the_library_are_followed(library: Path) -> None:
    (library / "file.md").symlink_to("top.md")
    (library / "py").symlink_to("python")
    assert load(library, "file") == ("Top.\n", [])
    assert load(library, "py.general.other") == ("Other.\n", [])


def test_odd_files_are_problems_and_do_not_hang(library: Path) -> None:
    os.mkfifo(library / "pipe.md")
    (library / "large.md").write_bytes(b"a" * (MAXIMUM_BYTES + 1))
    (library / "directory.md").mkdir()
    assert load(library, "pipe") == (None, ["pipe.md: is not a regular file"])
    assert load(library, "large") == (None, ["large.md: is larger than 65,536 bytes"])
    assert load(library, "directory") == (None, ["directory.md: is not a regular file"])


def test_any_bytes_are_a_text(library: Path) -> None:
    (library / "bytes.md").write_bytes(b"a\xff\r\n\x00")
    text, messages = load(library, "bytes")
    assert text == "a\ufffd\n\x00"
    assert messages == ["bytes.md line 1: byte 0xff is not valid UTF-8 (save the file as UTF-8)"]


def test_all_comments_of_a_library_are_found(library: Path) -> None:
    problems = Problems()
    found = list(list_comments(Files(library.resolve()), problems))
    assert sorted(found, key=lambda comment: comment.file) == [
        CommentFile(
            pointer="python.general.dead_code", language="en", file="python/general/dead_code.md"
        ),
        CommentFile(
            pointer="python.general.dead_code",
            language="nl",
            file="python/general/dead_code.nl.md",
        ),
        CommentFile(pointer="python.general.other", language="en", file="python/general/other.md"),
        CommentFile(pointer="top", language="en", file="top.md"),
    ]
    assert not problems


def test_files_without_a_pointer_are_reported(library: Path) -> None:
    (library / "python" / "python.general.named.md").write_text("")
    (library / "a.b").mkdir()
    (library / "a.b" / "c.md").write_text("")
    problems = Problems()
    list(list_comments(Files(library.resolve()), problems))
    assert sorted(problem.file for problem in problems) == [
        "a.b/c.md",
        "python/python.general.named.md",
    ]


def test_circular_links_terminate(library: Path) -> None:
    (library / "python" / "again").symlink_to(library)
    (library / "python" / "and").symlink_to(library / "python")
    found = list(list_comments(Files(library.resolve()), Problems()))
    assert len(found) == 4
