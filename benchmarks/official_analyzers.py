"""Compare our comments with those of Exercism's analyzers, on the fixtures of their own tests.

`python -m benchmarks.official_analyzers CLONES` reads what each analyzer is expected to say from
its repository (CLONES holds them as OWNER+NAME), runs ours on the same solutions, and prints for
each of their comments how often ours says the same, and for each of ours how often theirs does.
A comment that passes a linter's finding on is named with the code of the finding, such as
`python.pylint.refactor R1705`. Two tables in docs/reference/ hold what was judged:

- official-comments.tsv: ours that give the same advice, and a verdict where we do not give it
- official-only-ours.tsv: whether what only ours says is right

`--rows` prints the rows that are missing in them.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.mentor_recall import hide_linters
from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType
from kriterion_tools.solution.solution_files import Solution, load_solution
from tests.reference.jest_snapshots import load_snapshots

TABLES = Path(__file__).parents[1] / "docs" / "reference"
_EXPECTED = ("expected_analysis.json", "analysis.json", "expected.json")


@dataclass(frozen=True, kw_only=True, slots=True)
class Fixture:
    """A solution in a test of an analyzer, and the comments that the test expects."""

    language: str
    exercise: str
    files: Mapping[str, bytes]
    comments: tuple[str, ...]


def load_fixtures(clones: Path) -> Iterator[Fixture]:
    """Load the fixtures of all analyzers that store what they expect."""
    yield from _load_directories(clones / "exercism+bash-analyzer" / "tests", "bash")
    yield from _load_directories(clones / "exercism+csharp-analyzer" / "tests", "c_sharp")
    yield from _load_directories(clones / "exercism+go-analyzer" / "tests", "go")
    yield from _load_directories(clones / "exercism+java-analyzer" / "tests", "java")
    yield from _load_directories(clones / "exercism+python-analyzer" / "test", "python")
    yield from _load_directories(clones / "exercism+ruby-analyzer" / "tests", "ruby")
    yield from _load_directories(clones / "exercism+rust-analyzer" / "snippets", "rust")
    for language in ("javascript", "typescript"):
        test = clones / f"exercism+{language}-analyzer" / "test"
        yield from _load_directories(test / "fixtures", language)
        for snapshots in sorted(test.rglob("*.snap")):
            for fixture, analysis in load_snapshots(snapshots):
                directory = test / "fixtures" / fixture
                comments = tuple(comment.pointer for comment in analysis.comments)
                yield _make_fixture(directory, language, fixture.partition("/")[0], comments)


def _load_directories(root: Path, language: str) -> Iterator[Fixture]:
    """Load the directories that hold a solution and the expected output."""
    for name in _EXPECTED:
        for expected in sorted(root.rglob(name)):
            document = json.loads(expected.read_bytes())
            comments = tuple(_name_comment(comment) for comment in document["comments"])
            exercise = expected.relative_to(root).parts[0]
            yield _make_fixture(expected.parent, language, exercise, comments)


def _name_comment(comment: str | Mapping[str, Any]) -> str:
    """Return the pointer of a comment, and the code of the linter's finding that it passes on."""
    if isinstance(comment, str):
        return comment
    code = comment.get("params", {}).get("code")
    return f"{comment['comment']} {str(code).partition(' ')[0]}" if code else comment["comment"]


def _make_fixture(
    directory: Path, language: str, exercise: str, comments: tuple[str, ...]
) -> Fixture:
    solution = load_solution(exercise, directory, language)
    files = solution.files if isinstance(solution, Solution) else {}
    return Fixture(language=language, exercise=exercise, files=files, comments=comments)


def list_our_comments(fixture: Fixture) -> list[str] | None:
    """List the pointers of our comments, or None if we cannot read the solution."""
    book = load_rulebook(fixture.language, fixture.exercise)
    analysis = analyse(fixture.files, fixture.language, book).analysis
    if analysis.summary and not analysis.comments:
        return None
    return [item.pointer for item in analysis.comments if item.type is not CommentType.CELEBRATORY]


@dataclass(frozen=True, kw_only=True, slots=True)
class OfficialComment:
    """A row of the table: a comment of theirs, ours that give the same advice, and a verdict."""

    language: str
    pointer: str
    ours: frozenset[str]
    verdict: str


def load_table() -> dict[tuple[str, str], OfficialComment]:
    """Load the table of their comments, by language and pointer."""
    comments = [
        OfficialComment(
            language=row[0], pointer=row[1], ours=frozenset(row[2].split()), verdict=row[3]
        )
        for row in _read_table("official-comments.tsv")
    ]
    return {(comment.language, comment.pointer): comment for comment in comments}


def load_verdicts() -> dict[tuple[str, str], str]:
    """Load the verdicts on what only ours says, by language and pointer."""
    return {(row[0], row[1]): row[3] for row in _read_table("official-only-ours.tsv")}


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """How often comments were made, by language and pointer."""

    solutions: Counter[str]
    unread: Counter[str]
    theirs: Counter[tuple[str, str]]
    shared: Counter[tuple[str, str]]
    only_ours: Counter[tuple[str, str]]


def compare(clones: Path, table: Mapping[tuple[str, str], OfficialComment]) -> Comparison:
    """Compare the comments on all fixtures."""
    comparison = Comparison(
        solutions=Counter(), unread=Counter(), theirs=Counter(), shared=Counter(),
        only_ours=Counter(),
    )  # fmt: skip
    for fixture in load_fixtures(clones):
        language = fixture.language
        comparison.solutions[language] += 1
        our_comments = list_our_comments(fixture)
        comparison.unread[language] += our_comments is None
        same: set[str] = set()
        for pointer in set(fixture.comments):
            row = table.get((language, pointer))
            ours = row.ours if row is not None else frozenset[str]()
            comparison.theirs[language, pointer] += 1
            comparison.shared[language, pointer] += not ours.isdisjoint(our_comments or ())
            same |= ours
        comparison.only_ours.update(
            (language, pointer) for pointer in set(our_comments or ()) - same
        )
    return comparison


def _read_table(name: str) -> Iterator[list[str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        yield from rows


def _print_rows(
    comparison: Comparison, table: Container[object], judged: Container[object]
) -> None:
    for key in sorted(comparison.theirs):
        if key not in table:
            print("official-comments.tsv", *key, "", "", sep="\t")
    for key, times in sorted(comparison.only_ours.items()):
        if key not in judged:
            print("official-only-ours.tsv", *key, times, "", sep="\t")


def _main(arguments: Sequence[str]) -> None:
    hide_linters()
    table, judged = load_table(), load_verdicts()
    comparison = compare(Path(arguments[-1]), table)
    if arguments[0] == "--rows":
        _print_rows(comparison, table, judged)
        return
    for language, count in comparison.solutions.items():
        unread = comparison.unread[language]
        print(f"# {language}: {count} solutions, {unread} that we cannot read")
        totals = Counter[str]()
        for (of_language, pointer), times in comparison.theirs.most_common():
            if of_language == language:
                row = table.get((language, pointer))
                verdict = row.verdict if row is not None else "unjudged"
                said = comparison.shared[language, pointer]
                totals["theirs"] += times
                totals["said by ours"] += said
                totals[verdict.partition(";")[0]] += times - said
                print("theirs", pointer, times, said, verdict, sep="\t")
        for (of_language, pointer), times in comparison.only_ours.most_common():
            if of_language == language:
                verdict = judged.get((language, pointer), "unjudged")
                totals[f"only ours: {verdict.partition(';')[0]}"] += times
                print("only ours", pointer, times, verdict, sep="\t")
        print("#", ", ".join(f"{name} {times}" for name, times in totals.items()))


if __name__ == "__main__":
    _main(sys.argv[1:])
