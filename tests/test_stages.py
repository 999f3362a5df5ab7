"""The end of `make test`: what was skipped, and why."""

from pathlib import Path

from tests.skipped import note_skipped, summarise


def test_skipped_tests_are_summed_up_by_their_reason(tmp_path: Path) -> None:
    noted = [
        ("tests/a.py::test_one", "needs X"),
        ("tests/a.py::test_two[b c]", "needs\nX"),
        *((f"tests/{name}.py::test", "needs Y") for name in "edcbf"),
    ]
    note_skipped(tmp_path / "skipped", noted[:1])
    note_skipped(tmp_path / "skipped", noted[1:])
    assert (tmp_path / "skipped").read_text().count("\n") == 7
    assert list(summarise(noted)) == [
        "7 tests were skipped:",
        "     5  needs Y",
        "        in tests/b.py, tests/c.py, tests/d.py and 2 more",
        "     2  needs X",
        "        in tests/a.py",
    ]


def test_that_nothing_was_skipped_is_said_too() -> None:
    assert list(summarise([])) == ["No test was skipped."]
