"""`kriterion capacity` answers without a site, and says what it rests on."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kriterion.cli.commands.capacity import capacity
from kriterion.errors import OperatorError

GIVEN = ("--students", "400", "--seconds", "5", "--slots", "2", "--window", "2", "--rush", "0.1")


def test_the_answer_names_workers_waits_and_sources() -> None:
    result = CliRunner().invoke(capacity, GIVEN, catch_exceptions=False)
    assert result.exit_code == 0
    assert "workers of 2 slots for 400 students (95% wait at most 30 s)" in result.output
    assert "assumed: 1 / (1 + t / 0.1 h)" in result.output
    assert "→" in result.output
    assert "█" in result.output


def test_json_and_a_drawing_hold_the_same_answer(tmp_path: Path) -> None:
    plot = tmp_path / "plan.svg"
    words = (*GIVEN, "--format", "json", "--plot", str(plot))
    result = CliRunner().invoke(capacity, words, catch_exceptions=False)
    document = json.loads(result.output)
    workers = document["recommended_workers"]
    assert f"400 students: {workers} workers" in plot.read_text()
    assert {row["workers"] for row in document["forecasts"]} >= {workers - 1, workers}


def test_durations_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "durations.csv"
    file.write_text("seconds\n1\n2\n")
    words = ("--students", "10", "--service", str(file), "--format", "json")
    result = CliRunner().invoke(capacity, words, catch_exceptions=False)
    service = json.loads(result.output)["service"]
    assert (service["source"], service["mean_seconds"]) == ("given: durations.csv", 1.5)


@pytest.mark.parametrize(
    "words",
    [
        ("--students", "0", "--seconds", "1"),
        ("--students", "10", "--seconds", "nan"),
        ("--students", "10", "--seconds", "inf"),
        ("--students", "10", "--seconds", "2", "--seconds-p95", "1"),
        ("--students", "10", "--seconds-p95", "1"),
        ("--students", "10", "--seconds", "2", "--service", __file__),
        ("--students", "10", "--service", __file__),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(capacity, words).exit_code == 2


def test_a_directory_without_a_site_is_refused_with_a_remedy(tmp_path: Path) -> None:
    words = ("--students", "10", "--data", str(tmp_path))
    with pytest.raises(OperatorError) as raised:
        CliRunner().invoke(capacity, words, catch_exceptions=False)
    assert "--seconds" in raised.value.fix


def test_a_drawing_that_cannot_be_written_is_the_operators(tmp_path: Path) -> None:
    words = (*GIVEN, "--plot", str(tmp_path / "missing" / "plan.svg"))
    with pytest.raises(OperatorError, match="cannot be written"):
        CliRunner().invoke(capacity, words, catch_exceptions=False)
