"""A comment library is checked before students read it, and against what a tool can write."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.comments.comment_check import check_comments
from kriterion.authoring.comments.comment_wording import words_to_avoid
from kriterion.authoring.comments.emitted import Emitted, EmittedList, load_emitted, read_emitted
from kriterion_tools.contracts.exercism_analyzer.pointers import path_of
from kriterion_tools.diagnostic import Severity

GOOD = "# unused name\n\nLeave out `%{name}`: nothing reads it. See [the guide][guide].\n\n[guide]: https://a.example/x%%20y\n"


def check(directory: Path, files: dict[str, str], *emitted: Emitted) -> list[str]:
    """What is found in a library of these files."""
    for name, text in files.items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    report = check_comments("here", directory, [EmittedList(comments=emitted)])
    return [f"{finding.severity} {finding}" for finding in report.findings]


def emits(pointer: str, *params: str) -> Emitted:
    return Emitted(pointer=pointer, params=frozenset(params), file="list", where="line 1")


def test_a_valid_library_has_no_problems(tmp_path: Path) -> None:
    dutch = "# ongebruikte naam\n\nLaat `%{name}` weg: niets leest ze.\n"
    found = check(
        tmp_path,
        {"python/general/unused.md": GOOD, "python/general/unused.nl.md": dutch},
        emits("python.general.unused", "name"),
    )
    assert found == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Leave it out.\n",
            "notice a.md: has no title, which its authors find it by"
            " (begin with a line '# its name')",
        ),
        ("# title\n", "error a.md: has nothing to show (write what students should read)"),
        ("", "error a.md: has nothing to show (write what students should read)"),
        (
            "# title\n\nLeave it out.\n\n# Why\n\nIt is unused.\n",
            "warning a.md line 5: '# Why' is not shown: only a title is of level 1"
            " (write ## for a heading)",
        ),
        (
            "# title\n\nAim for 100%.\n\n50% will do, and 60%, too.\n",
            "warning a.md line 3: has a % that begins no placeholder, as has line 5"
            " (write %% for a percent sign)",
        ),
        (
            "# title\n\nWrite `%{a: 1}`.\n",
            "warning a.md line 3: has a % that begins no placeholder (write %% for a percent sign)",
        ),
        (
            "# title\n\nRename ${'export.name'}.\n",
            "warning a.md line 3: ${'export.name'} is no placeholder (write %{export.name})",
        ),
        (
            "# title\n\nSee\n[the guide][guide].\n",
            "warning a.md line 4: has a link whose address is not given"
            " (add a line [name]: https://…)",
        ),
        (
            "# title\n\nLike this:\n\\`\\`\\`go\nx\n\\`\\`\\`\n",
            "warning a.md line 4: has a fence that fences no code, as has line 6"
            " (write ``` on a line of its own, with nothing before it)",
        ),
        (
            "# title of %{x} and %{y}\n\nRename %{y}.\n",
            "warning a.md: %{x} is in the title only, which is not shown"
            " (say it in the text as well, or take it out)",
        ),
        (
            "# we just\n\nLeave it out. `just you`\n\n- We simply\n  do, just do.\n",
            "notice a.md: could do without 'we' (line 5), 'simply' (line 5), 'just' (line 6)"
            " (speak of the solution, not of its author, and take no knowledge for granted)",
        ),
    ],
)
def test_a_fault_in_a_text_is_reported(tmp_path: Path, text: str, told: str) -> None:
    found = check(tmp_path, {"a.md": text})
    assert told in found
    assert len([one for one in found if not one.startswith("notice")]) <= 1


def test_code_is_not_checked_as_prose(tmp_path: Path) -> None:
    text = "# title\n\nLike this:\n\n```\nwe just [a][b] ${name}\n```\n"
    assert check(tmp_path, {"a.md": text}) == []


def test_an_unreadable_file_affects_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pipe.md").symlink_to("/dev/zero")
    found = check(tmp_path, {"a.md": "# title\n"})
    assert [one.partition(":")[0] for one in found] == ["error a.md", "error pipe.md"]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {"a.nl.md": "# titel\n\nTekst.\n"},
            "warning a.nl.md: is a translation of nothing"
            " (write the English one, which is for all other languages)",
        ),
        (
            {"a.md": "# title\n\n%{x}\n", "a.nl.md": "# titel\n\nTekst.\n"},
            "warning a.nl.md: lacks %{x}, which the English text has",
        ),
        (
            {"a.md": "# title\n\nText.\n", "a.nl.md": "# titel\n\n%{x}\n"},
            "warning a.nl.md: has %{x}, which the English text has not",
        ),
        (
            {"a.md": "# title\n\nText.\n", "a.nl.md": "# titel\n\nGewoon doen.\n"},
            "notice a.nl.md: could do without 'gewoon' (line 3)"
            " (speak of the solution, not of its author, and take no knowledge for granted)",
        ),
    ],
)
def test_a_translation_must_match_its_original(
    tmp_path: Path, files: dict[str, str], told: str
) -> None:
    assert check(tmp_path, files) == [told]


@pytest.mark.parametrize(
    ("emitted", "told"),
    [
        (
            [emits("a.b", "name"), emits("a.c")],
            ["error list line 1: there is no comment a.c (write a/c.md)"],
        ),
        (
            [emits("a.b")],
            ["error a/b.md: %{name} is supplied by nothing (see list line 1)"],
        ),
        (
            [emits("a.b", "Name")],
            [
                "warning a/b.md: %{name} is supplied as 'Name': hosts that mind case show nothing"
                " (write %{Name})"
            ],
        ),
        (
            [emits("a.b", "name", "other")],
            ["notice list line 1: parameter 'other' of a.b is not used"],
        ),
        ([Emitted(pointer="a.b", file="list")], []),
        ([], []),
    ],
)
def test_texts_must_match_the_tools_list(
    tmp_path: Path, emitted: list[Emitted], told: list[str]
) -> None:
    assert check(tmp_path, {"a/b.md": GOOD}, *emitted) == told


def test_unused_comments_are_reported_where_the_list_is_known(tmp_path: Path) -> None:
    found = check(tmp_path, {"a.md": GOOD, "b.md": GOOD}, emits("a", "name"))
    assert found == ["notice b.md: no tool that is known here writes it"]


def test_a_list_of_emitted_comments_is_read(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_text("# all of them\n\na.b\na.c: x, y.z\na.d:\n../e\n: x\n")
    read = load_emitted(file)
    assert read.comments == (
        Emitted(pointer="a.b", file=str(file), where="line 3"),
        Emitted(pointer="a.c", params=frozenset({"x", "y.z"}), file=str(file), where="line 4"),
        Emitted(pointer="a.d", params=frozenset(), file=str(file), where="line 5"),
    )
    assert [problem.where for problem in read.problems] == ["line 6", "line 7"]


@given(st.binary())
def test_any_bytes_are_a_list_or_problems(content: bytes) -> None:
    read = read_emitted(content, "list")
    assert all(path_of(one.pointer) for one in read.comments)


def test_a_fault_in_a_list_is_reported_with_the_others(tmp_path: Path) -> None:
    report = check_comments("here", tmp_path, [read_emitted(b"a\n..\n", "list")])
    assert [str(finding) for finding in report.findings] == [
        "list line 2: '..' is no pointer: it has an empty part before, between or after its dots",
        "list line 1: there is no comment a (write a.md)",
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
        ("we just", "fr", []),
    ],
)
def test_discouraged_words_are_found(prose: str, language: str, words: list[str]) -> None:
    assert words_to_avoid(prose, language) == words


def test_the_report_says_what_was_checked(tmp_path: Path) -> None:
    check(tmp_path, {"a.md": GOOD, "a.nl.md": GOOD})
    report = check_comments("here", tmp_path, [EmittedList(comments=(emits("a", "name"),))])
    assert report.facts == ("2 comments in en, nl", "1 pointer that a tool can write")
    assert report.count(Severity.ERROR) == 0
