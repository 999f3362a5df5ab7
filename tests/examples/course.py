"""The example course as stored: its exercises in order, and the expected results of submissions."""

import json
from pathlib import Path
from typing import Any

import yaml

COURSE = Path(__file__).parents[2] / "examples" / "ocaml-course"
EXERCISES = COURSE / "exercises"
KNOWN = ".submissions"

Expected = tuple[str, int | None]


def load(path: Path) -> Any:
    """The JSON in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def read_expected(name: str) -> dict[str, Expected]:
    """Return the expected status of an exercise's submissions, with points if given."""
    lines = yaml.safe_load((EXERCISES / name / KNOWN / "expected.yaml").read_text())
    return {
        file: (said, None) if isinstance(said, str) else (said["status"], said.get("points"))
        for file, said in lines.items()
    }


def _list_names(group: dict[str, Any]) -> list[str]:
    """Return the ids in a group and in all groups below it."""
    below = [name for inner in group.get("groups", {}).values() for name in _list_names(inner)]
    return [*group.get("exercises", []), *below]


IDS = _list_names(load(EXERCISES / "index.json"))
METAS = {name: load(EXERCISES / name / "meta.json") for name in IDS}
LESSONS = [name for name, _ in load(COURSE / "lessons" / "lessons.json")["lessons"]]
PLAYGROUNDS = [name for name, _ in load(COURSE / "playground" / "index.json")]

# Tutorials, with the number of their phrases that OCaml is meant to reject.
TUTORIALS = {"first-phrases.md": 1, "error-messages.md": 6, "binary.html": 0}
