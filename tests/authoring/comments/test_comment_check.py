"""A comment library is checked before students read it, and against what a tool can write."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.comments.comment_check import check_comments
from kriterion.authoring.comments.comment_wording import find_words_to_avoid
from kriterion.authoring.comments.emitted_comments import (
    EmittedComment,
    EmittedCommentList,
    load_emitted,
    read_emitted,
)
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.diagnostic import Severity

GOOD = "# unused name\n\nLeave out `%{name}`: nothing reads it. See [the guide][guide].\n\n[guide]: https://a.example/x%%20y\n"


def check(directory: Path, files: dict[str, str], *emitted: EmittedComment) -> list[str]:
    """What is found in a library of these files."""
    for name, text in files.items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    report = check_comments("here", directory, [EmittedCommentList(comments=emitted)])
    return [f"{finding.severity} {finding}" for finding in report.findings]


def make_emitted(pointer: str, *params: str) -> EmittedComment:
    return EmittedComment(pointer=pointer, params=frozenset(params), file="list", where="line 1")


def test_a_valid_library_has_no_problems(tmp_path: Path) -> None:
    dutch = "# ongebruikte naam\n\nLaat `%{name}` weg: niets leest ze.\n"
    report = check(
        tmp_path,
        {"python/general/unused.md": GOOD, "python/general/unused.nl.md": dutch},
        make_emitted("python.general.unused", "name"),
    )
    assert report == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Leave it out.\n",
            "notice a.md: has no title for authors to find it by (start with a line '# Title')",
        ),
        ("# title\n", "error a.md: has no text for students (write what they should read)"),
        ("", "error a.md: has no text for students (write what they should read)"),
        (
            "# title\n\nLeave it out.\n\n# Why\n\nIt is unused.\n",
            "warning a.md line 5: heading '# Why' is not displayed: level 1 is only for the title"
            " (write ## for a heading)",
        ),
        (
            "# title\n\nAim for 100%.\n\n50% will do, and 60%, too.\n",
            "warning a.md line 3: contains a % that does not start a placeholder (other lines: 5)"
            " (write %% for a percent sign)",
        ),
        (
            "# title\n\nWrite `%{a: 1}`.\n",
            "warning a.md line 3: contains a % that does not start a placeholder"
            " (write %% for a percent sign)",
        ),
        (
            "# title\n\nRename ${'export.name'}.\n",
            "warning a.md line 3: ${'export.name'} is not a valid placeholder"
            " (write %{export.name})",
        ),
        (
            "# title\n\nSee\n[the guide][guide].\n",
            "warning a.md line 4: contains a link without an address"
            " (add a line [name]: https://…)",
        ),
        (
            "# title\n\nLike this:\n\\`\\`\\`go\nx\n\\`\\`\\`\n",
            "warning a.md line 4: contains a fence that does not enclose code (other lines: 6)"
            " (write ``` on a line of its own, with nothing before it)",
        ),
        (
            "# title of %{x} and %{y}\n\nRename %{y}.\n",
            "warning a.md: %{x} is used only in the title, which is not displayed"
            " (use it in the text as well, or remove it)",
        ),
        (
            "# we just\n\nLeave it out. `just you`\n\n- We simply\n  do, just do.\n",
            "notice a.md: uses words that comments should avoid (line in parentheses):"
            " 'we' (5), 'simply' (5), 'just' (6)"
            " (describe the solution, not its author, and do not presume that anything is easy)",
        ),
    ],
)
def test_a_fault_in_a_text_is_reported(tmp_path: Path, text: str, message: str) -> None:
    report = check(tmp_path, {"a.md": text})
    assert message in report
    assert len([line for line in report if not line.startswith("notice")]) <= 1


def test_code_is_not_checked_as_prose(tmp_path: Path) -> None:
    text = "# title\n\nLike this:\n\n```\nwe just [a][b] ${name}\n```\n"
    assert check(tmp_path, {"a.md": text}) == []


def test_an_unreadable_file_affects_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pipe.md").symlink_to("/dev/zero")
    report = check(tmp_path, {"a.md": "# title\n"})
    assert [line.partition(":")[0] for line in report] == ["error a.md", "error pipe.md"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"a.nl.md": "# titel\n\nTekst.\n"},
            "warning a.nl.md: has no English original"
            " (add the English comment, which is displayed in all other languages)",
        ),
        (
            {"a.md": "# title\n\n%{x}\n", "a.nl.md": "# titel\n\nTekst.\n"},
            "warning a.nl.md: does not use %{x}, which the English text uses",
        ),
        (
            {"a.md": "# title\n\nText.\n", "a.nl.md": "# titel\n\n%{x}\n"},
            "warning a.nl.md: uses %{x}, which the English text does not use",
        ),
        (
            {"a.md": "# title\n\nText.\n", "a.nl.md": "# titel\n\nGewoon doen.\n"},
            "notice a.nl.md: uses words that comments should avoid (line in parentheses):"
            " 'gewoon' (3)"
            " (describe the solution, not its author, and do not presume that anything is easy)",
        ),
    ],
)
def test_a_translation_must_match_its_original(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    assert check(tmp_path, files) == [message]


@pytest.mark.parametrize(
    ("emitted", "messages"),
    [
        (
            [make_emitted("a.b", "name"), make_emitted("a.c")],
            ["error list line 1: comment a.c does not exist (add a/c.md)"],
        ),
        (
            [make_emitted("a.b")],
            ["error a/b.md: no parameter supplies %{name} (see list line 1)"],
        ),
        (
            [make_emitted("a.b", "Name")],
            [
                "warning a/b.md: %{name} differs from the parameter 'Name' in case:"
                " case-sensitive hosts insert nothing"
                " (write %{Name})"
            ],
        ),
        (
            [make_emitted("a.b", "name", "other")],
            ["notice list line 1: parameter 'other' of a.b is not used in the comment"],
        ),
        ([EmittedComment(pointer="a.b", file="list")], []),
        ([], []),
    ],
)
def test_texts_must_match_the_tools_list(
    tmp_path: Path, emitted: list[EmittedComment], messages: list[str]
) -> None:
    assert check(tmp_path, {"a/b.md": GOOD}, *emitted) == messages


def test_unused_comments_are_reported_where_the_list_is_known(tmp_path: Path) -> None:
    report = check(tmp_path, {"a.md": GOOD, "b.md": GOOD}, make_emitted("a", "name"))
    assert report == ["notice b.md: is not used by any known tool"]


def test_a_list_of_emitted_comments_is_read(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_text("# all of them\n\na.b\na.c: x, y.z\na.d:\n../e\n: x\n")
    emitted = load_emitted(file)
    assert emitted.comments == (
        EmittedComment(pointer="a.b", file=str(file), where="line 3"),
        EmittedComment(
            pointer="a.c", params=frozenset({"x", "y.z"}), file=str(file), where="line 4"
        ),
        EmittedComment(pointer="a.d", params=frozenset(), file=str(file), where="line 5"),
    )
    assert [problem.where for problem in emitted.problems] == ["line 6", "line 7"]


@given(st.binary())
def test_any_bytes_are_a_list_or_problems(content: bytes) -> None:
    emitted = read_emitted(content, "list")
    assert all(find_comment_path(comment.pointer) for comment in emitted.comments)


def test_a_fault_in_a_list_is_reported_with_the_others(tmp_path: Path) -> None:
    report = check_comments("here", tmp_path, [read_emitted(b"a\n..\n", "list")])
    assert [str(finding) for finding in report.findings] == [
        "list line 2: '..' is not a valid pointer: it has an empty part before,"
        " between or after its dots",
        "list line 1: comment a does not exist (add a.md)",
    ]


@pytest.mark.parametrize(
    ("prose", "language", "words"),
    [
        ("You could, of  course, use I/O", "en", ["you", "of course"]),
        ("I, for `i` in I/O", "en", ["I"]),
        ("Take i", "en", []),
        ("It's of course fine, and obviously so. Obviously.", "en", ["of course", "obviously"]),
        ("adjust the US format; youth; just-in-time; us", "en", ["us"]),
        ("Gebruik gewoon u", "nl", ["gewoon", "u"]),
        ("C’est simplement facile pour toi", "fr", ["simplement", "facile", "toi"]),
        ("we just", "de", []),
    ],
)
def test_discouraged_words_are_found(prose: str, language: str, words: list[str]) -> None:
    assert find_words_to_avoid(prose, language) == words


def test_the_report_says_what_was_checked(tmp_path: Path) -> None:
    check(tmp_path, {"a.md": GOOD, "a.nl.md": GOOD})
    report = check_comments(
        "here", tmp_path, [EmittedCommentList(comments=(make_emitted("a", "name"),))]
    )
    assert report.facts == ("2 comments in en, nl", "1 pointer that a tool can write")
    assert report.count(Severity.ERROR) == 0
