"""Small learn-ocaml repositories, written for one test."""

import base64
import json
from pathlib import Path
from typing import Any

META = {"learnocaml_version": "2", "kind": "exercise", "stars": 1}
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def write(root: Path, files: dict[str, Any]) -> Path:
    """Write files: bytes and text unchanged, other values as JSON."""
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content if isinstance(content, str) else json.dumps(content))
    return root


def make_exercise(name: str, description: str = "Write it.\n", **meta: Any) -> dict[str, Any]:
    """The files of a whole exercise."""
    directory = f"exercises/{name}"
    return {
        f"{directory}/meta.json": META
        | {"title": name.rpartition("/")[2].title(), "identifier": f"{name}-1"}
        | meta,
        f"{directory}/descr.md": description,
        f"{directory}/prelude.ml": "let two = 2\n",
        f"{directory}/prepare.ml": "let hidden = 3\n",
        f"{directory}/template.ml": "let f x = x\n",
        f"{directory}/solution.ml": "let f x = two * x\n",
        f"{directory}/test.ml": "let () = set_result []\n",
    }


def make_index(*groups: tuple[str, list[str]]) -> dict[str, Any]:
    """exercises/index.json with groups of these titles."""
    return {
        "exercises/index.json": {
            "learnocaml_version": "2",
            "groups": {
                f"g{number}": {"title": title, "exercises": ids}
                for number, (title, ids) in enumerate(groups)
            },
        }
    }


def make_course(root: Path) -> Path:
    """Return a repository with an example of each feature."""
    return write(
        root,
        {
            **make_index(("Basics", ["first", "lists/sum"]), ("More", ["lists/max"])),
            **make_exercise("first", focus=["functions"]),
            **make_exercise(
                "lists/sum",
                "![a pixel](images/pixel.png) [far](https://example.org) $x^2$\n",
                focus=["lists"],
                requirements=["functions"],
            ),
            **make_exercise("lists/max", requirements=["lists"], backward_exercises=["lists/sum"]),
            "exercises/lists/sum/images/pixel.png": PIXEL,
            "exercises/lists/sum/.submissions/wrong.ml": "let f x = 0\n",
            "exercises/lists/sum/.submissions/expected.yaml": "wrong.ml: wrong\n",
            "exercises/lists/max/descr.nl.md": "Schrijf het.\n",
            "lessons/lessons.json": {"learnocaml_version": "2", "lessons": [["one", "One"]]},
            "lessons/one.json": {
                "learnocaml_version": "2",
                "title": "One",
                "steps": [{"title": "A", "contents": [{"html": "<p>x</p>"}, {"code": "1"}]}],
            },
            "tutorials/index.json": {
                "learnocaml_version": "1",
                "series": {"s": {"title": "S", "tutorials": ["t"]}},
            },
            "tutorials/t.md": "# T\n\n## Step\n\nText.\n",
            "playground/index.json": [["p", {"title": "P", "short_description": None}]],
            "playground/p/template.ml": "let a = 1\n",
        },
    )
