from pathlib import Path

import pytest

from kriterion.exercises import exercise_media as media
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_media import find_media, load_media


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    own, shared = tmp_path / "tree" / "description" / "media", tmp_path / "media"
    for directory in (own, own / "parts", shared):
        directory.mkdir(parents=True)
    (own / "tree.png").write_bytes(b"own")
    (own / "parts" / "leaf.svg").write_bytes(b"leaf")
    (shared / "tree.png").write_bytes(b"shared")
    (shared / "logo.png").write_bytes(b"logo")
    return Exercise(
        id="tree", directory=tmp_path / "tree", repository=tmp_path, media={"media": (own, shared)}
    )


def test_the_exercises_media_precede_those_of_the_repository(exercise: Exercise) -> None:
    assert load_media(exercise) == {
        "media/tree.png": b"own",
        "media/parts/leaf.svg": b"leaf",
        "media/logo.png": b"logo",
    }


def test_a_link_out_of_the_repository_is_not_media(exercise: Exercise, tmp_path: Path) -> None:
    (exercise.media["media"][0] / "passwd.png").symlink_to("/etc/passwd")
    (exercise.media["media"][0] / "loop").symlink_to(exercise.media["media"][0])
    assert "media/passwd.png" not in load_media(exercise)


def test_the_size_of_media_is_limited(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media, "MAXIMUM_BYTES", 5)
    assert sum(map(len, load_media(exercise).values())) <= 5


def test_an_exercise_without_media_has_none(tmp_path: Path) -> None:
    assert load_media(Exercise(id="x", directory=tmp_path, repository=tmp_path)) == {}


@pytest.mark.parametrize(
    "address", ["media/tree.png", "./media/tree.png", "media/tree.png?x#y", "media/%74ree.png"]
)
def test_an_address_resolves_to_its_file(exercise: Exercise, address: str) -> None:
    assert find_media(exercise, address) == exercise.media["media"][0] / "tree.png"


@pytest.mark.parametrize(
    "address",
    [
        "tree.png",
        "media/",
        "media/none.png",
        "media/../../tree/description/media/tree.png",
        "https://example.org/media/tree.png",
        "//example.org/media/tree.png",
        "http://[",
        "media/a%00b",
        "media/passwd.png",
        "",
    ],
)
def test_other_addresses_resolve_to_nothing(exercise: Exercise, address: str) -> None:
    (exercise.media["media"][0] / "passwd.png").symlink_to("/etc/passwd")
    assert find_media(exercise, address) is None
