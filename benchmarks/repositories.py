"""What learn-ocaml repositories cost to load, check and build: unchanged, and after one change.

The repositories have 1,000, 10,000 and 50,000 generated exercises with all their files, a
description with a formula and a table, skills and links. With KRITERION_REFERENCES, the public
corpus is measured as well. The time of a command includes its start.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (1_000, 10_000, 50_000)

_PER_GROUP = 100
_SKILLS = 200
_DESCRIPTION = """# Exercise {number}

Write a function `f_{number} : int -> int` such that $f(x) = x^2 + {number}$ for every $x$.

| argument | result |
|---|---|
| 0 | {number} |
| 1 | {number} + 1 |

- Mind *negative* numbers.
- [Read on](https://example.org/{number}).
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        for size in SIZES:
            root = Path(place, f"course-{size}")
            make_course(root, size)
            measure(f"{size:,} exercises", root, Path(place, f"www-{size}"), size)
    references = os.environ.get("KRITERION_REFERENCES")
    if references is None:
        print("public corpus: not measured (KRITERION_REFERENCES is not set)")
        return
    with tempfile.TemporaryDirectory() as place:
        corpus = Path(references, "ocaml-sf+learn-ocaml-corpus")
        measure("public corpus", corpus, Path(place, "www"), 142)


def measure(name: str, root: Path, output: Path, size: int) -> None:
    """Print the time of each command, in all and per exercise."""
    build = ("build", str(root), "--output", str(output), "--no-grade")
    figures = {
        "check": measure_command("check", str(root), "--no-solutions"),
        "build": measure_command(*build),
        "build, unchanged": measure_command(*build),
    }
    changed = root / "exercises" / "g0" / "e0" / "template.ml"
    if changed.exists():
        changed.write_text("let f x = -x\n")
        figures["build, one changed"] = measure_command(*build)
    messages = (
        f"{what} {seconds:.2f} s ({seconds / size * 1e6:,.0f} µs each)"
        for what, seconds in figures.items()
    )
    print(f"{name}: " + ", ".join(messages), flush=True)


def measure_command(*arguments: str) -> float:
    """Return the seconds from a command's start to its end."""
    started = time.perf_counter()
    command = (sys.executable, "-m", "kriterion.cli.main", *arguments)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def make_course(root: Path, size: int) -> None:
    """Make a repository with that many exercises."""
    groups: dict[str, list[str]] = {}
    before: list[str] = []
    for number in range(size):
        group = f"g{number // _PER_GROUP}"
        name = f"{group}/e{number}"
        groups.setdefault(group, []).append(name)
        meta = {
            "learnocaml_version": "2",
            "kind": "exercise",
            "stars": number % 5,
            "title": f"Exercise {number}",
            "focus": [f"skill {number % _SKILLS}"],
            "requirements": [f"skill {(number * 7) % _SKILLS}"] if number % 3 else [],
            "backward_exercises": before,
        }
        files = {
            "meta.json": json.dumps(meta),
            "descr.md": _DESCRIPTION.format(number=number),
            "prelude.ml": "let one = 1\n",
            "prepare.ml": "",
            "template.ml": "let f x = x\n",
            "solution.ml": f"let f x = x * x + {number}\n",
            "test.ml": "let () = set_result []\n",
        }
        directory = root / "exercises" / name
        directory.mkdir(parents=True)
        for file, content in files.items():
            (directory / file).write_text(content)
        before = [name]
    index = {
        "learnocaml_version": "2",
        "groups": {group: {"title": group, "exercises": names} for group, names in groups.items()},
    }
    (root / "exercises" / "index.json").write_text(json.dumps(index))


if __name__ == "__main__":
    main()
