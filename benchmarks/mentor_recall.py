"""Measure precision and recall of our comments on the solutions of `mentor_sample`.

`python -m benchmarks.mentor_recall CLONES [LANGUAGE SAMPLE]` prints a row for each language and
sample, and lists comments without a verdict. Only ruff runs; with `--linters` before CLONES, all
installed linters do. Three tables in docs/reference/ hold what was judged:

- mentor-remarks.tsv: what a mentor would say, most important first, written before the rules
- mentor-kinds.tsv: which of our comments say which kind of remark
- mentor-verdicts.tsv: whether our comment on a solution is right, needless or wrong
"""

import csv
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.mentor_sample import Solution, draw, read_solution
from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType

TABLES = Path(__file__).parents[1] / "docs" / "reference"
MAIN = 4  # remarks that a first review makes; the others are for later
NEAR = 5  # lines between a remark and the comment that says it


class Remark(NamedTuple):
    """One row of mentor-remarks.tsv."""

    language: str
    sample: str
    repository: str
    commit: str
    path: str
    exercise: str
    line: str
    rank: str
    kind: str
    remark: str


class Figures(NamedTuple):
    """Figures of a language and sample."""

    solutions: int
    verdicts: Counter[str]
    said: dict[bool, int]  # by whether the remark is a main one
    remarks: dict[bool, int]


def load_remarks(language: str, sample: str) -> list[Remark]:
    """Load the mentor's list for a language and sample."""
    remarks = [Remark(*row) for row in _read_table("mentor-remarks.tsv")]
    return [item for item in remarks if (item.language, item.sample) == (language, sample)]


def list_samples() -> list[tuple[str, str]]:
    """List the languages and samples that have a mentor's list."""
    return list(dict.fromkeys((row[0], row[1]) for row in _read_table("mentor-remarks.tsv")))


def comment_on(clones: Path, language: str, solution: Solution) -> Sequence[Comment]:
    """Return the comments on a solution that a student is shown, without praise."""
    book = load_rulebook(language, _to_slug(solution.exercise))
    files = {Path(solution.path).name: read_solution(clones, solution)}
    comments = analyse(files, language, book).analysis.comments
    return [item for item in comments if item.type is not CommentType.CELEBRATORY]


def measure(clones: Path, language: str, sample: str) -> Figures:
    """Measure a language on a sample; print the comments that have no verdict."""
    kinds = {(row[0], row[1]): frozenset(row[2].split()) for row in _read_table("mentor-kinds.tsv")}
    judged = {tuple(row[:4]): row[4] for row in _read_table("mentor-verdicts.tsv")}
    by_solution = {solution: list[Remark]() for solution in draw(clones, language, sample)}
    for remark in load_remarks(language, sample):
        solution = Solution(remark.repository, remark.commit, remark.path, remark.exercise)
        by_solution[solution].append(remark)
    verdicts: Counter[str] = Counter()
    said, total = {True: 0, False: 0}, {True: 0, False: 0}
    for solution, remarks in by_solution.items():
        comments = comment_on(clones, language, solution)
        for comment in comments:
            key = (language, solution.repository, solution.path, comment.pointer)
            verdict = judged.get(key, "unjudged")
            verdicts[verdict] += 1
            if verdict == "unjudged":
                print("unjudged", *key, *_list_lines(comment)[:5], sep="\t")
        for remark in remarks:
            is_main = int(remark.rank) <= MAIN
            total[is_main] += 1
            kind = kinds.get((language, remark.kind), frozenset())
            said[is_main] += _is_said(remark, comments, kind)
    return Figures(len(by_solution), verdicts, said, total)


def hide_linters() -> None:
    """Let analyses find no linter, except one in the same environment, such as ruff."""
    os.environ["PATH"] = ""


def _to_slug(folder: str) -> str:
    """Return the slug of an exercise whose folder a student has named in another way."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", folder).lower()


def _is_said(remark: Remark, comments: Sequence[Comment], pointers: Collection[str]) -> bool:
    """Whether a comment of the remark's kind is near the remark's line."""
    return any(
        comment.pointer in pointers
        and any(abs(line - int(remark.line)) <= NEAR for line in _list_lines(comment))
        for comment in comments
    )


def _list_lines(comment: Comment) -> list[int]:
    return [place.row + 1 for place in comment.places]


def _read_table(name: str) -> Iterator[list[str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        yield from rows


def _main(arguments: Sequence[str]) -> None:
    if arguments[0] == "--linters":
        clones, *selected = arguments[1:]
    else:
        clones, *selected = arguments
        hide_linters()
    print(
        "language sample solutions | right needless wrong unjudged | main: said of | all: said of"
    )
    for language, sample in list_samples():
        if selected and [language, sample] != selected:
            continue
        solutions, verdicts, said, total = measure(Path(clones), language, sample)
        counts = [verdicts[name] for name in ("right", "needless", "wrong", "unjudged")]
        figures = (said[True], total[True], sum(said.values()), sum(total.values()))
        print(language, sample, solutions, "|", *counts, "|", *figures[:2], "|", *figures[2:])


if __name__ == "__main__":
    _main(sys.argv[1:])
