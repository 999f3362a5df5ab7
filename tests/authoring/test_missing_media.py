from pathlib import Path

import pytest

from kriterion.authoring.description_links import MAXIMUM_CHARACTERS
from kriterion.authoring.missing_media import find_missing_media
from kriterion.exercises.exercise_loading import load_exercise
from kriterion_tools.diagnostic import Severity
from tests.authoring.conftest import Write

CONFIG = {"description": {"names": {"en": "Map"}}}


def _list_missing(root: Path) -> list[str]:
    exercise, _ = load_exercise(root / "map")
    assert exercise is not None
    return [str(finding) for finding in find_missing_media(exercise)]


def test_media_may_belong_to_the_exercise_or_the_repository(write: Write) -> None:
    root = write(
        {
            "map/config.json": CONFIG,
            "map/description/description.en.md": "![](media/own.png) ![](media/deep/all%20of.png)",
            "map/description/media/own.png": b"x",
            "media/deep/all of.png": b"x",
        }
    )
    assert _list_missing(root) == []


def test_a_dangling_link_is_reported_with_its_line(write: Write) -> None:
    root = write(
        {
            "map/config.json": CONFIG,
            "map/description/description.en.md": "# Map\n\n![](media/map.png)\n",
        }
    )
    assert _list_missing(root) == [
        "map/description/description.en.md line 3: 'media/map.png' does not exist"
        " (add it to map/description/media, or to the repository's media)"
    ]


@pytest.mark.parametrize("name", ["Map.PNG", "mpa.png"])
def test_the_likely_file_is_suggested(write: Write, name: str) -> None:
    root = write(
        {
            "map/config.json": CONFIG,
            "map/description/description.en.html": "<img src='media/maps/map.png'>",
            f"map/description/media/maps/{name}": b"x",
        }
    )
    assert _list_missing(root) == [
        "map/description/description.en.html line 1: 'media/maps/map.png' does not exist"
        f" (did you mean 'media/maps/{name}'?)"
    ]


@pytest.mark.parametrize("odd", ["a%00b", "x" * 5000, "%ff", "a\\b"])
def test_an_impossible_file_name_is_missing(write: Write, odd: str) -> None:
    root = write(
        {
            "map/config.json": CONFIG,
            "map/description/description.en.md": f"![](media/{odd})",
            "map/description/media/x.png": b"",
        }
    )
    assert len(_list_missing(root)) == 1


def test_a_text_too_long_to_scan_is_reported(write: Write) -> None:
    text = "![](media/no.png)\n" * (MAXIMUM_CHARACTERS // 10)
    root = write({"map/config.json": CONFIG, "map/description/description.en.md": text})
    exercise, _ = load_exercise(root / "map")
    assert exercise is not None
    (finding,) = find_missing_media(exercise)
    assert finding.severity is Severity.NOTICE


def test_only_the_first_of_many_are_reported(write: Write) -> None:
    text = "\n".join(f"![](media/{number}.png)" for number in range(2000))
    root = write({"map/config.json": CONFIG, "map/description/description.en.md": text})
    missing = _list_missing(root)
    assert len(missing) == 20
    assert "line 20: 'media/19.png' does not exist" in missing[-1]
