"""The sync directory of a learn-ocaml server is read as it is, and nothing in it is trusted."""

import json
import os
from pathlib import Path

import pytest

from kriterion.web.learner_import import sync_directory
from kriterion.web.learner_import.sync_directory import (
    Learner,
    MalformedSave,
    SavedText,
    fold_token,
    read_saves,
)


def write_save(sync: Path, token: str, save: object, *, old: bool = False) -> Path:
    place = sync.joinpath(*token.split("-"))
    file = place if old else place / "save.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(save if isinstance(save, str) else json.dumps(save))
    return file


SAVE = {
    "nickname": "Zoë",
    "exercises": {
        "loops": {"grade": 80, "solution": "let x = 1", "report": [{"any": 1}], "mtime": 1.6e9},
        "lists": {"solution": "let y = 2", "mtime": 1.5e9},
    },
    "exercises-editors": {"loops": [1.7e9, "let x = 3"]},
    "toplevel-histories": {"x": {}},
}


@pytest.mark.parametrize("old", [False, True])
def test_a_save_is_read_in_the_layout_of_each_version(tmp_path: Path, old: bool) -> None:
    write_save(tmp_path, "ABC-DEF-GH1-JKL", SAVE, old=old)
    (learner,) = read_saves(tmp_path)
    assert learner == Learner(
        token="ABC-DEF-GH1-JKL",
        nickname="Zoë",
        graded={"loops": SavedText(text="let x = 1", saved_at=1.6e9)},
        drafts={
            "loops": SavedText(text="let x = 3", saved_at=1.7e9),
            "lists": SavedText(text="let y = 2", saved_at=1.5e9),
        },
    )
    assert "ABC" not in repr(learner)


def test_teachers_other_files_and_unused_tokens_are_left_out(tmp_path: Path) -> None:
    write_save(tmp_path, "X-ABC-DEF-GH1-JKL", SAVE)
    write_save(tmp_path, "AAA-AAA-AAA-AA1", "", old=True)
    write_save(tmp_path, "AAA-AAA-AAA-AA2", {"nickname": "  "})
    (tmp_path / "students.json").write_text("{}")
    (tmp_path / "AAA" / "notes.txt").write_text("")
    (tmp_path / "BBB").write_text("{}")
    assert list(read_saves(tmp_path)) == []


def test_all_malformed_saves_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync_directory, "MAXIMUM_BYTES", 1000)
    write_save(tmp_path, "AAA-AAA-AAA-AA1", "{")
    write_save(tmp_path, "AAA-AAA-AAA-AA2", {"exercises": {"a": {"grade": 1}}})
    write_save(tmp_path, "AAA-AAA-AAA-AA3", {"nickname": "x" * 1000})
    write_save(tmp_path, "AAA-AAA-AAA-AA4", "[" * 900)
    write_save(tmp_path, "AAA-AAA-AAA-AA5", {"nickname": "ada"})
    write_save(tmp_path, "AAA-AAA-AAA-AA6", {"nickname": 3})
    os.mkfifo(tmp_path / "AAA" / "AAA" / "AAA" / "AA7")
    found = list(read_saves(tmp_path))
    assert [fault.file for fault in found if isinstance(fault, MalformedSave)] == [
        *(f"AAA/AAA/AAA/AA{number}/save.json" for number in (1, 2, 3, 4, 6)),
        "AAA/AAA/AAA/AA7",
    ]
    assert [learner.nickname for learner in found if isinstance(learner, Learner)] == ["ada"]


def test_no_link_is_followed(tmp_path: Path) -> None:
    outside = write_save(tmp_path / "outside", "AAA-AAA-AAA-AA1", SAVE)
    sync = tmp_path / "sync"
    place = sync / "BBB" / "BBB" / "BBB"
    place.mkdir(parents=True)
    (place / "BB1").symlink_to(outside)
    (place / "BB2").mkdir()
    (place / "BB2" / "save.json").symlink_to(outside)
    (sync / "AAA").symlink_to(tmp_path / "outside" / "AAA")
    found = list(read_saves(sync))
    assert [fault.file for fault in found if isinstance(fault, MalformedSave)] == [
        "BBB/BBB/BBB/BB2/save.json"
    ]
    assert len(found) == 1


def test_the_number_of_tokens_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync_directory, "MAXIMUM_TOKENS", 2)
    for number in range(5):
        write_save(tmp_path, f"AAA-AAA-AAA-AA{number}", {"nickname": str(number)})
    found = list(read_saves(tmp_path))
    assert [type(save) for save in found] == [Learner, Learner, MalformedSave]


def test_characters_that_look_alike_are_the_same() -> None:
    assert fold_token(" abc-i70-q25-68z\n") == "ABC-11O-OZS-GBZ"
