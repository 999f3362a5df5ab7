"""Which submissions are accepted, and the messages of refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.refusals import Refusal
from kriterion.submissions.intake import accept_file, accept_files
from kriterion.submissions.submission import MAXIMUM_BYTES, MAXIMUM_FILES, SubmittedFiles


def _read_source(content: bytes) -> bytes:
    intake = accept_file("a.py", content)
    assert isinstance(intake, SubmittedFiles)
    return intake.source


def _get_reason(content: bytes) -> str:
    intake = accept_file("a.py", content)
    assert isinstance(intake, Refusal)
    return intake.reason


@pytest.mark.parametrize(
    ("content", "source"),
    [
        (b"print(1)\n", b"print(1)\n"),
        (b"", b""),
        (b"no end of line", b"no end of line"),
        (b"a\r\nb\rc\n\r\n\r\r\n", b"a\nb\nc\n\n\n\n"),
        ("é = '😀'".encode(), "é = '😀'".encode()),
        (b"\xef\xbb\xbfx = 1", b"x = 1"),
        (b"\x1b[31m\x07\x7f", b"\x1b[31m\x07\x7f"),
    ],
)
def test_line_endings_are_normalised(content: bytes, source: bytes) -> None:
    assert _read_source(content) == source


def test_the_name_and_the_language_are_kept() -> None:
    intake = accept_file("Echo.java", b"", "nl")
    assert intake == SubmittedFiles(file_name="Echo.java", source=b"", language="nl")


@pytest.mark.parametrize("name", ["a\udcff.py", "a\x1b[31m.py", "a\n.py", "a\x85.py"])
def test_a_name_that_is_not_text_harms_nobody(name: str) -> None:
    intake = accept_file(name, b"")
    assert isinstance(intake, SubmittedFiles)
    assert intake.file_name.encode().decode().isprintable()


def test_a_long_name_is_cut() -> None:
    intake = accept_file("n" * 300_000, b"")
    assert isinstance(intake, SubmittedFiles)
    assert intake.file_name == "n" * 255


def test_a_submission_of_the_maximum_length_is_accepted() -> None:
    assert len(_read_source(b"x" * MAXIMUM_BYTES)) == MAXIMUM_BYTES


def test_the_length_is_measured_after_normalising_line_endings() -> None:
    assert len(_read_source(b"\r\n" * MAXIMUM_BYTES)) == MAXIMUM_BYTES
    assert len(_read_source(b"\xef\xbb\xbf" + b"\r\n" * MAXIMUM_BYTES)) == MAXIMUM_BYTES


@pytest.mark.parametrize("size", [MAXIMUM_BYTES + 1, 10 * 1024 * 1024])
def test_one_byte_over_the_maximum_is_too_long(size: int) -> None:
    assert _get_reason(b"x" * size) == f"the file is too large: {size:,} bytes; the limit is 65,535"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("é".encode("utf-16"), "the file is encoded as UTF-16; save it as UTF-8"),
        (b"\x7fELF\x02\0", "the file is binary, not text; submit the source code"),
        (b"a\nb\r\n\xe9", "line 3 is not valid UTF-8; save the file as UTF-8"),
        (b"\xed\xa0\x80", "line 1 is not valid UTF-8; save the file as UTF-8"),
    ],
)
def test_binary_data_is_refused_with_advice(content: bytes, reason: str) -> None:
    assert _get_reason(content) == reason


@settings(deadline=None)
@given(st.binary(), st.text(st.characters(codec=None)))
def test_any_bytes_are_a_submission_or_a_refusal(content: bytes, name: str) -> None:
    intake = accept_file(name, content)
    if isinstance(intake, Refusal):
        assert intake.reason
    else:
        assert b"\r" not in intake.source
        intake.source.decode()
        intake.file_name.encode()


def test_the_main_file_comes_first_then_the_others_in_order() -> None:
    files = {"z.py": b"z", "b.py": b"b", "a.py": b"a", "main.py": b"m"}
    intake = accept_files(files, "nl", expected_names=("main.py", "a.py", "missing.py", "b.py"))
    assert isinstance(intake, SubmittedFiles)
    assert (intake.file_name, intake.source, intake.language) == ("main.py", b"m", "nl")
    assert list(intake.files) == ["main.py", "a.py", "b.py", "z.py"]


def test_each_of_several_files_is_treated_like_a_single_one() -> None:
    intake = accept_files(
        {"a.py": b"\xef\xbb\xbfx\r\n", "b.py": b"y\r"}, expected_names=("a.py", "b.py")
    )
    assert isinstance(intake, SubmittedFiles)
    assert intake.files == {"a.py": b"x\n", "b.py": b"y\n"}


def test_a_single_file_may_have_any_name() -> None:
    intake = accept_files({"my file.py": b""}, expected_names=("a.py",), tests=("my file.py",))
    assert intake == SubmittedFiles(file_name="my file.py", source=b"")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ([], "there is no file to submit"),
        ([f"{number}.py" for number in range(MAXIMUM_FILES + 1)], "at most 20 files"),
        (["a.py", "../b.py"], "the file name “../b.py” points outside the directory"),
        (["a.py", "/b.py"], "is an absolute path"),
        (["a.py", "A.py"], "the file name “A.py” conflicts with another file"),
        (["a.py", "a.py/b"], "conflicts with another file"),
        (["a.py", ".meta/config.json"], "is in a directory reserved for the exercise"),
        (["a.py", "a_test.py"], "the file name “a_test.py” is one of the exercise's test files"),
        (["a.py", "given.py"], "is a file provided by the exercise"),
    ],
)
def test_files_that_cannot_be_submitted_together_are_refused(files: list[str], reason: str) -> None:
    """None is left out in silence."""
    refused = accept_files(
        dict.fromkeys(files, b""),
        expected_names=("a.py", "b.py"),
        tests=("a_test.py",),
        editor=("given.py",),
    )
    assert isinstance(refused, Refusal)
    assert reason in refused.reason


def test_a_bad_file_among_several_is_named() -> None:
    refused = accept_files({"a.py": b"", "b.py": b"\xff"}, expected_names=("a.py", "b.py"))
    assert isinstance(refused, Refusal)
    assert refused.reason == "“b.py”: line 1 is not valid UTF-8; save the file as UTF-8"


def test_the_limit_holds_for_all_files_together() -> None:
    half = MAXIMUM_BYTES // 2
    asked = ("a.py", "b.py")
    full = {"a.py": b"x" * half, "b.py": b"y" * (MAXIMUM_BYTES - half)}
    assert isinstance(accept_files(full, expected_names=asked), SubmittedFiles)
    refused = accept_files({**full, "b.py": full["b.py"] + b"y"}, expected_names=asked)
    assert isinstance(refused, Refusal)
    assert refused.reason == "the files are too large: 65,536 bytes together; the limit is 65,535"


def test_an_exercise_that_asks_for_one_file_accepts_one() -> None:
    refused = accept_files({"a.py": b"", "b.py": b""}, expected_names=("a.py",))
    assert isinstance(refused, Refusal)
    assert refused.reason == "this exercise accepts only one file"
