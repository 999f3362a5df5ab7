"""Files that cannot hold a selected test are not imported, and no test is lost by that."""

from pathlib import Path

import pytest

from tests.selection import STAGE_MARKERS, can_select, named_markers
from tests.stages import LONG, STAGES

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]


def test_the_markers_are_those_of_the_stages() -> None:
    assert set(STAGE_MARKERS) == {"alone", "browser", LONG, "machine"}


@pytest.mark.parametrize(
    ("expression", "markers", "selected"),
    [
        ("machine", (), False),
        ("machine", ("machine", "long"), True),
        ("machine", ("browser",), False),
        ("not machine", ("machine",), True),  # other tests of the file may lack it
        ("machine and not long", ("machine", "long"), True),
        ("machine and long", ("machine",), False),
        ("machine or long", ("long",), True),
        ("reference", (), True),
        ("machine and reference", ("browser",), False),
        ("machine and", (), True),
    ],
)
def test_an_expression_can_select_from_files_that_name_its_markers(
    expression: str, markers: tuple[str, ...], selected: bool
) -> None:
    assert can_select(expression, markers) is selected


@pytest.mark.parametrize("everything", [True, False])
def test_one_stage_collects_all_files(everything: bool) -> None:
    """So the names of markers are checked in all of them."""
    complete = [
        stage.name for stage in STAGES if can_select(stage.expression(everything=everything), ())
    ]
    assert complete == ["plain"]


def test_a_file_has_the_markers_of_its_text_and_of_conftests_above(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path.parent / "conftest.py").write_text("pytest.mark.alone")
    (tmp_path / "conftest.py").write_text("pytest.mark.browser")
    file = folder / "test_one.py"
    file.write_text("'''machine'''\npytestmark = [pytest.mark.long(reason='x'), pytest.mark.skip]")
    assert named_markers(file, tmp_path) == {"browser", "long"}


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """One test of this machine, one marked by a name of another module, one of neither."""
    pytester.makeconftest(
        f"import sys\nsys.path[:0] = [{str(ROOT)!r}, '.']\n"
        "from tests.conftest import pytest_collection_modifyitems, pytest_ignore_collect\n"
    )
    pytester.makeini("[pytest]\nmarkers =\n    machine\n")
    pytester.makepyfile(
        elsewhere="import pytest\nreal = getattr(pytest.mark, 'machine')\n",
        test_real="import pytest\n@pytest.mark.machine\ndef test_one(): pass\n",
        test_other="def test_two(): pass\n",
    )
    return pytester


@pytest.mark.long(reason="runs pytest several times")
def test_only_files_that_name_the_marker_are_imported(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_broken="raise ValueError('executed')")
    selected = _run(suite, "-m", "machine")
    assert "1 passed" in selected
    assert "executed" not in selected
    assert "executed" in _run(suite)
    assert "1 deselected" in _run(suite, "-m", "machine", "test_other.py")


@pytest.mark.long(reason="runs pytest")
def test_a_marker_without_its_name_in_the_file_is_refused(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        test_hidden="from elsewhere import real\n@real\ndef test_three(): pass\n",
    )
    assert "name mark.machine in its file" in _run(suite, "-m", "not machine")


def _run(suite: pytest.Pytester, *words: str) -> str:
    done = suite.runpytest_subprocess("-p", "no:django", "-p", "no:cacheprovider", *words)
    return f"{done.stdout.str()}{done.stderr.str()}"
