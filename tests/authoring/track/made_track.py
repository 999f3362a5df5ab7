"""A small valid track, for tests to break."""

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

Change = Callable[[dict[str, Any]], object]


def make_uuid(name: str) -> str:
    """Return the UUID (version 4) of a name, always the same."""
    number = uuid.uuid5(uuid.NAMESPACE_URL, name).int
    return str(uuid.UUID(int=number, version=4))


def make_track_configuration() -> dict[str, Any]:
    """Two concept exercises, one practice exercise, two concepts."""
    return {
        "language": "Python",
        "slug": "python",
        "active": True,
        "status": {
            "concept_exercises": True,
            "test_runner": True,
            "representer": False,
            "analyzer": True,
        },
        "blurb": "A language.",
        "version": 3,
        "online_editor": {"indent_style": "space", "indent_size": 4},
        "test_runner": {"average_run_time": 2},
        "files": {"solution": ["%{snake_slug}.py"], "exemplar": [".meta/exemplar.py"]},
        "exercises": {
            "concept": [
                {
                    "slug": "lasagna",
                    "name": "Lasagna",
                    "uuid": make_uuid("lasagna"),
                    "concepts": ["basics"],
                    "prerequisites": [],
                },
                {
                    "slug": "currency",
                    "name": "Currency",
                    "uuid": make_uuid("currency"),
                    "concepts": ["numbers"],
                    "prerequisites": ["basics"],
                    "status": "beta",
                },
            ],
            "practice": [
                {
                    "slug": "leap",
                    "name": "Leap",
                    "uuid": make_uuid("leap"),
                    "practices": ["numbers"],
                    "prerequisites": ["numbers"],
                    "difficulty": 1,
                }
            ],
            "foregone": ["lens-person"],
        },
        "concepts": [
            {"slug": "basics", "name": "Basics", "uuid": make_uuid("basics")},
            {"slug": "numbers", "name": "Numbers", "uuid": make_uuid("numbers")},
        ],
        "key_features": [],
        "tags": [],
    }


def make_exercise_configuration(slug: str, kind: str) -> dict[str, Any]:
    """Return the configuration of an exercise with one file."""
    model = "exemplar" if kind == "concept" else "example"
    return {
        "authors": ["ada"],
        "contributors": ["grace"],
        "files": {
            "solution": [f"{slug}.py"],
            "test": [f"{slug}_test.py"],
            model: [f".meta/{model}.py"],
        },
        "blurb": "Do it.",
    }


def make_approaches() -> dict[str, Any]:
    """One approach with tags."""
    return {
        "introduction": {"authors": ["ada"]},
        "approaches": [
            {
                "uuid": make_uuid("modulo"),
                "slug": "modulo",
                "title": "Modulo",
                "blurb": "Use it.",
                "authors": ["ada"],
                "tags": {"all": ["construct:modulo"]},
            }
        ],
    }


def write_track(root: Path) -> Path:
    """Write the track; return its root."""
    write_json(root / "config.json", make_track_configuration())
    for kind, slug in (("concept", "lasagna"), ("concept", "currency"), ("practice", "leap")):
        write_exercise(root / "exercises" / kind / slug, kind)
    leap = root / "exercises" / "practice" / "leap"
    write_json(leap / ".approaches" / "config.json", make_approaches())
    write(leap / ".approaches" / "introduction.md", "# Ways\n")
    write(leap / ".approaches" / "modulo" / "content.md", "# Modulo\n")
    write(leap / ".approaches" / "modulo" / "snippet.txt", "year % 4\n")
    for concept in ("basics", "numbers"):
        for name in ("about.md", "introduction.md"):
            write(root / "concepts" / concept / name, "# It\n")
        write(root / "concepts" / concept / "links.json", "[]")
        write_json(root / "concepts" / concept / ".meta" / "config.json", {"blurb": "It."})
    for name in ("ABOUT", "INSTALLATION", "LEARNING", "RESOURCES", "TESTS"):
        write(root / "docs" / f"{name}.md", "# It\n")
    write(root / "docs" / "SNIPPET.txt", "1\n")
    for name in ("help", "tests"):
        write(root / "exercises" / "shared" / ".docs" / f"{name}.md", "# It\n")
    return root


def write_exercise(directory: Path, kind: str) -> None:
    """Write an exercise that is named like its directory."""
    slug = directory.name
    content = make_exercise_configuration(slug, kind)
    write_json(directory / ".meta" / "config.json", content)
    for names in content["files"].values():
        for name in names:
            write(directory / name, "pass\n")
    for name in ("instructions", "introduction", "hints"):
        write(directory / ".docs" / f"{name}.md", "# Do it\n\n[more](https://example.org)\n")


def write_json(path: Path, value: object) -> None:
    write(path, json.dumps(value, indent=2))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def change(path: Path, make: Change) -> None:
    """Change a JSON file in place."""
    value = json.loads(path.read_text())
    make(value)
    write_json(path, value)
