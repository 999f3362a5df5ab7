"""What a track says about its exercises, and the text that students read."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_repository
from kriterion.exercises.exercism.track_listing import read_listing
from kriterion.exercises.exercism.track_texts import compose_text, load_hints

TRACK = {
    "slug": "python",
    "concepts": [{"slug": "bools", "name": "Truth"}, {"slug": "loops"}, 3],
    "exercises": {
        "concept": [
            {"slug": "ghosts", "name": "Ghosts", "concepts": ["bools"], "prerequisites": []},
            {"slug": "old", "status": "deprecated"},
        ],
        "practice": [
            {
                "slug": "leap",
                "name": "Leap",
                "practices": ["bools"],
                "prerequisites": ["bools", "list-methods", 7],
                "difficulty": 3,
            },
            {"slug": "acronym", "difficulty": 99},
            {"slug": "draft", "status": "wip"},
            {"slug": "absent"},
        ],
    },
}


def _write_track(root: Path, track: Any = TRACK) -> None:
    places = ["concept/ghosts", "concept/old", "practice/leap", "practice/acronym"]
    for place in [*places, "practice/draft", "practice/extra"]:
        directory = root / "exercises" / place
        (directory / ".meta").mkdir(parents=True)
        (directory / ".meta" / "config.json").write_text('{"files": {"test": ["a_test.py"]}}')
    (root / "config.json").write_text(json.dumps(track))


def _load(root: Path) -> dict[str, Exercise]:
    repository = load_repository(root)
    return {exercise.directory.name: exercise for exercise in repository.exercises}


def test_a_track_says_what_its_exercises_teach_and_require(tmp_path: Path) -> None:
    _write_track(tmp_path)
    exercises = _load(tmp_path)
    assert exercises["ghosts"].trains == ("Truth",)
    leap = exercises["leap"]
    assert (leap.trains, leap.requires) == (("Truth",), ("Truth", "List Methods"))
    assert (leap.name(), leap.difficulty) == ("Leap", 1.5)
    assert (exercises["acronym"].name(), exercises["acronym"].difficulty) == ("Acronym", None)
    assert leap.test_files == ("a_test.py",)


def test_a_tracks_exercises_are_grouped_by_kind_in_its_order(tmp_path: Path) -> None:
    """Unfinished, deprecated and unlisted exercises are not for students."""
    _write_track(tmp_path)
    tree = load_repository(tmp_path).tree
    assert tree is not None
    assert [(group.title, group.exercises) for group in tree.groups] == [
        ("Concept exercises", ("exercises/concept/ghosts",)),
        ("Practice exercises", ("exercises/practice/leap", "exercises/practice/acronym")),
    ]


def test_a_track_that_lists_nothing_is_grouped_by_directory(tmp_path: Path) -> None:
    _write_track(tmp_path, {"slug": "python"})
    assert load_repository(tmp_path).tree is None


def test_the_text_has_introduction_instructions_and_what_is_appended_but_no_hints() -> None:
    texts = {
        ".docs/introduction.md": "# Introduction\n\nOnce.\n",
        ".docs/instructions.md": "# Instructions\n\nDo it.\n",
        ".docs/instructions.append.md": "# In Python\n\nUse a loop.\n",
        ".docs/hints.md": "# Hints\n\nLook it up.\n",
    }
    text = compose_text(texts.get)
    assert text is not None
    assert text == (
        "# Introduction\n\nOnce.\n\n# Instructions\n\nDo it.\n\n# In Python\n\nUse a loop.\n"
    )
    assert load_hints(texts.get) == ("Look it up.",)


def test_exercisms_boxes_are_quoted() -> None:
    box = "Look:\n\n~~~~exercism/note\nIt is `so`.\n\n```\ncode\n```\n~~~~\n\n```python\nx\n```\n"
    assert compose_text({".docs/instructions.md": box}.get) == (
        "Look:\n\n> It is `so`.\n>\n> ```\n> code\n> ```\n\n```python\nx\n```\n"
    )
    unclosed = "```exercism/note\nIt is so.\n"
    assert compose_text({".docs/instructions.md": unclosed}.get) == unclosed


def test_an_exercise_without_texts_has_no_description() -> None:
    assert compose_text({".docs/hints.md": "Look it up."}.get) is None
    assert compose_text({".docs/instructions.md": "Do it.\n"}.get) == "Do it.\n"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
ENTRY = st.dictionaries(
    st.sampled_from(["slug", "name", "status", "difficulty", "practices", "prerequisites"]), JSON
)


@given(JSON, st.dictionaries(st.sampled_from(["concept", "practice"]), st.lists(ENTRY) | JSON))
def test_any_document_lists_exercises_or_none(concepts: Any, exercises: Any) -> None:
    listing = read_listing({"concepts": concepts, "exercises": exercises})
    for listed in listing.exercises:
        assert listed.slug.strip()
        assert listed.difficulty is None or 1 <= listed.difficulty <= 10
