"""What an administrator reads about the comment library of an analyzer."""

from pathlib import Path

from kriterion.host.doctor.comment_checks import examine_comments


def _write(directory: Path, *names: str, text: str = "# T\n\nGood.\n") -> None:
    for name in names:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)


def test_a_library_for_many_languages_is_checked_for_those_of_the_analyzer(tmp_path: Path) -> None:
    _write(tmp_path, "python/a.md", "ruby/b.md")
    _write(tmp_path, "ruby/empty.md", text="# Only a title\n")
    (comments,) = examine_comments(tmp_path, ["Python"])
    assert (comments.state, comments.what) == ("fine", f"{tmp_path}/python: 1 comment in en")


def test_a_library_without_languages_is_checked_as_a_whole(tmp_path: Path) -> None:
    _write(tmp_path, "general/a.md", "b.md")
    assert [check.state for check in examine_comments(tmp_path, ["python"])] == ["fine"]


def test_unusable_texts_come_first_and_are_counted(tmp_path: Path) -> None:
    _write(tmp_path, *(f"a{number}.md" for number in range(12)), text="50% of it.\n")
    _write(tmp_path, "z.md", text="# Only a title\n")
    facts, first, *others, rest = examine_comments(tmp_path, ["python"])
    assert facts.state == "fine"
    assert (first.state, first.subject) == ("fault", "analyzer comments z.md")
    assert {check.state for check in others} == {"notice"}
    assert "more finding" in rest.what
    assert rest.fix == f"kriterion check {tmp_path}"


def test_a_directory_without_texts_is_a_fault(tmp_path: Path) -> None:
    assert [check.state for check in examine_comments(tmp_path, ["python"])] == ["fault"]
    assert [check.state for check in examine_comments(tmp_path / "none", ["python"])] == ["fault"]
