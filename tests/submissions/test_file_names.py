import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.submissions.file_names import filter_files, find_name_fault


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("log_line_parser.rb", True),
        ("subdir/new_file.rb", True),
        ("a-b.C", True),
        ("special$chars.rb", False),
        ("with space.py", False),
        ("é.py", False),
        ("nul\0.py", False),
        ("../x", False),
        ("a/../../x", False),
        ("..", False),
        (".", False),
        ("./x", False),
        ("/etc/passwd", False),
        ("a//b", False),
        ("a/", False),
        ("", False),
        ("x" * 255, True),
        ("x" * 256, False),
        ("a/" * 127 + "x", True),
        ("a/" * 128 + "x", False),
        (".meta/config.json", False),
        (".META/config.json", False),
        (".docs/instructions.md", False),
        (".approaches/x", False),
        (".articles/x", False),
        (".exercism/config.json", False),
        (".meta", False),
        (".metadata", True),
        ("deep/.meta/x", True),
        ("a\n", False),
    ],
)
def test_only_harmless_names_are_accepted(name: str, kept: bool) -> None:
    assert (find_name_fault(name) is None) is kept
    assert (name in filter_files({name: b""}).kept) is kept


def test_students_cannot_submit_the_exercises_own_files() -> None:
    files = dict.fromkeys(("two_fer.rb", "two_fer_test.rb", "helper.rb", "both.rb"), b"")
    filtered = filter_files(
        files,
        solution=("two_fer.rb", "both.rb"),
        tests=("two_fer_test.rb", "both.rb"),
        editor=("helper.rb",),
    )
    assert set(filtered.kept) == {"two_fer.rb", "both.rb"}
    assert filtered.left_out == {
        "two_fer_test.rb": "is one of the exercise's test files",
        "helper.rb": "is a file provided by the exercise",
    }


@pytest.mark.parametrize(
    "names", [("a.py", "A.py"), ("a/b", "A/B"), ("a", "a/b"), ("a/b", "a"), ("A/b/c", "a/b")]
)
def test_the_first_of_two_files_with_one_path_counts(names: tuple[str, str]) -> None:
    filtered = filter_files({names[0]: b"1", names[1]: b"2"})
    assert filtered.kept == {names[0]: b"1"}
    assert list(filtered.left_out) == [names[1]]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("lib", False),
        ("lib/deep", False),
        ("run.sh/x", False),
        ("lib/other.py", True),
        ("run.sh", True),
        ("library", True),
    ],
)
def test_no_file_replaces_a_directory_of_the_exercise(name: str, kept: bool) -> None:
    filtered = filter_files({name: b""}, material=("lib/deep/words.py", "run.sh"))
    assert (name in filtered.kept) is kept


@given(st.dictionaries(st.text(alphabet="aA./\0 é"), st.binary(max_size=3)))
def test_every_file_is_kept_or_dropped_with_a_reason(files: dict[str, bytes]) -> None:
    filtered = filter_files(files)
    assert {**filtered.kept, **{name: files[name] for name in filtered.left_out}} == files
    assert all(filtered.left_out.values())
