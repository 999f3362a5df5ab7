"""Compare our classes with those of Exercism's JavaScript representer, on its sister's fixtures.

`python -m benchmarks.official_partitions CLONES REPRESENTER` prints a row for each exercise. CLONES
holds exercism/javascript-analyzer as OWNER+NAME; REPRESENTER is the directory in which
javascript-representer is installed (docs/author/representers.md). With `--disagreements EXERCISE`
it shows, for each class of one that the other splits, where two of its solutions differ for the
other: the first lines are theirs.
"""

import difflib
import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.code_printing import print_directory
from kriterion_tools.representer.representer_program import represent_directory

EXERCISES = ("two-fer", "resistor-color", "resistor-color-duo", "gigasecond")
_BATCH = Path(__file__).parent / "javascript_representer.cjs"
_NODE = shutil.which("node") or "node"

Classes = Mapping[str, str]  # solution → representation


def represent_officially(representer: Path, exercise: str, solutions: Sequence[Path]) -> Classes:
    """Represent solutions with javascript-representer; leave out those on which it fails."""
    result = subprocess.run(
        (_NODE, "-r", "esm", str(_BATCH), str(representer), exercise),
        input="\n".join(map(str, solutions)),
        cwd=representer,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: text for name, text in json.loads(result.stdout)["found"].items() if text}


def represent_ourselves(solutions: Iterable[Path]) -> Classes:
    """Represent solutions with ours; leave out those that it cannot represent."""
    outcomes = {str(path): represent_directory("", path, "javascript") for path in solutions}
    return {
        name: outcome.text
        for name, outcome in outcomes.items()
        if isinstance(outcome, Representation)
    }


def count_pairs(representations: Iterable[object]) -> int:
    """Count the pairs of solutions in one class."""
    return sum(size * (size - 1) // 2 for size in Counter(representations).values())


def _print_row(exercise: str, theirs: Classes, ours: Classes) -> None:
    both = sorted(theirs.keys() & ours.keys())
    their_pairs = count_pairs(theirs[name] for name in both)
    our_pairs = count_pairs(ours[name] for name in both)
    shared = count_pairs((theirs[name], ours[name]) for name in both)
    classes = (len({theirs[name] for name in both}), len({ours[name] for name in both}))
    rates = f"recall {shared / their_pairs:.3f}, precision {shared / our_pairs:.3f}"
    pairs = f"pairs: theirs {their_pairs:,}, ours {our_pairs:,}, shared {shared:,}"
    print(
        f"{exercise}: {len(both)} solutions, classes {classes[0]}, {classes[1]}; {pairs}; {rates}"
    )


def _print_disagreements(theirs: Classes, ours: Classes) -> None:
    both = sorted(theirs.keys() & ours.keys())
    for title, one, other in (
        ("theirs is one class, ours are several", theirs, ours),
        ("ours is one class, theirs are several", ours, theirs),
    ):
        members = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
        for name in both:
            members[one[name]][other[name]].append(name)
        for parts in members.values():
            if len(parts) < 2:
                continue
            (_, first), *others = sorted(parts.items(), key=lambda part: -len(part[1]))
            for _, names in others:
                sizes = f"{len(first)} and {len(names)} solutions"
                print(f"== {title}: {sizes}: {Path(first[0]).name} {Path(names[0]).name}")
                for left, right in (
                    (theirs[first[0]], theirs[names[0]]),
                    (_print_ours(first[0]), _print_ours(names[0])),
                ):
                    lines = difflib.unified_diff(
                        left.splitlines(), right.splitlines(), lineterm="", n=1
                    )
                    print(*list(lines)[2:], sep="\n")


def _print_ours(name: str) -> str:
    printed = print_directory(Path(name), "javascript")
    return printed if isinstance(printed, str) else ""


def _main(arguments: Sequence[str]) -> None:
    clones, representer = map(Path, arguments[-2:])
    chosen = arguments[1:2] if arguments[0] == "--disagreements" else EXERCISES
    for exercise in chosen:
        fixtures = clones / "exercism+javascript-analyzer" / "test" / "fixtures" / exercise
        solutions = sorted(path for path in fixtures.iterdir() if path.is_dir())
        theirs = represent_officially(representer.resolve(), exercise, solutions)
        ours = represent_ourselves(solutions)
        _print_row(exercise, theirs, ours)
        if arguments[0] == "--disagreements":
            _print_disagreements(theirs, ours)


if __name__ == "__main__":
    _main(sys.argv[1:])
