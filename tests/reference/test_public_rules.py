"""Our rules on what people hand in: students' public solutions in Python, JavaScript, TypeScript.

KRITERION_REFERENCES names the directory with the clones, at the commits of
docs/reference/analyzer-precision.md, where it is told how right the comments are.
"""

import functools
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.comment_selection import MAXIMUM_COMMENTS
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment
from kriterion_tools.languages import SUFFIXES

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
RUFF = Path(sys.prefix) / "bin" / "ruff"

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="KRITERION_REFERENCES names no directory"),
]

# Repository, language, and how many solutions and comments there are. Look at the comments of a
# change that makes many more or fewer, then count again.
REPOSITORIES = [
    ("CosmoSt4r+exercism-python", "python", 67, 50),
    ("Dariel-Alvarez+Exercism-Python", "python", 69, 95),
    ("Drahiri+Exercism-Python", "python", 47, 29),
    ("Lucx14+Exercism-Python", "python", 91, 122),
    ("OrtizJeanpaul+Exercism-Python", "python", 46, 84),
    ("RazoredCoder+Exercism-Python", "python", 93, 134),
    ("ashcolecarr+Exercism-Python", "python", 71, 121),
    ("galipkaya+exercism-python", "python", 101, 163),
    ("heineek+exercism-python", "python", 63, 158),
    ("ross-schlie+exercism-Python-track", "python", 89, 213),
    ("rrkas+Exercism-Python", "python", 81, 205),
    ("MZHussain0+Exercism-javascript", "javascript", 125, 158),
    ("gouravnagpal+Exercism-JavaScript-Solutions", "javascript", 144, 308),
    ("khacanh+exercism-javascript", "javascript", 45, 150),
    ("merinm488+exercism-javascript", "javascript", 135, 525),
    ("patilchinmay+Exercism-Javascript", "javascript", 52, 203),
    ("psvansluis+exercism-javascript", "javascript", 133, 104),
    ("sidharth-n+exercism-javascript", "javascript", 113, 408),
    ("chowieuk+exercism-typescript", "typescript", 99, 56),
    ("yoshikawa11+exercism-typescript", "typescript", 99, 55),
]
ROUGHLY = 0.2  # by which the number of comments may differ

# What ruff has a rule for as well, which looks at all that ours looks at.
CONFIRMED = {
    "bare-except": ("E722",),
    "boolean-branches": ("SIM103", "SIM108", "SIM210", "SIM211"),
    "class-of-old-style": ("UP004", "UP008"),
    "comparison-of-types": ("E721",),
    "comparison-to-boolean": ("E712",),
    "comparison-to-none": ("E711",),
    "counter-beside-loop": ("SIM113",),
    "else-after-return": ("RET505", "RET506"),
    "file-left-open": ("SIM115",),
    "identity-of-literal": ("F632",),
    "keys-of-dictionary": ("SIM118",),
    "lambda-with-name": ("E731",),
    "membership-by-comparisons": ("PLR1714",),
    "mutable-default": ("B006",),
    "names-in-camel-case": ("N806", "N815", "N816"),
    "nested-conditions": ("SIM102",),
    "range-from-zero": ("PIE808",),
    "semicolon": ("E702", "E703"),
    "shadowed-builtin": ("A001",),
    "text-by-percent": ("UP031",),
}

_NO_SOLUTION = re.compile(
    r"test|spec|config|node_modules|\.d\.ts|package|\.min\.|example|exemplar|babel"
    r"|(^|/)lib/|big.?integer|/api\.js$",  # what the exercise brings
    re.IGNORECASE,
)


def _list_solutions(repository: str, language: str) -> list[Path]:
    directory = REFERENCES / repository
    if not directory.is_dir():
        pytest.skip(f"there is no {repository}")
    return [
        path
        for path in sorted(directory.rglob("*"))
        if path.suffix in SUFFIXES[language]
        and path.is_file()
        and not _NO_SOLUTION.search(path.relative_to(directory).as_posix())
    ]


def _make_slug(path: Path) -> str:
    parent = path.parent if not path.parent.name.isdigit() else path.parent.parent
    return parent.name.lower().replace("_", "-")


@functools.cache
def _list_comments(repository: str, language: str) -> tuple[tuple[Path, Comment], ...]:
    messages: list[tuple[Path, Comment]] = []
    for path in _list_solutions(repository, language):
        book = load_rulebook(language, _make_slug(path))
        analysed = analyse({path.name: path.read_bytes()}, language, book)
        assert not any("left out" in line for line in analysed.log), (path, analysed.log)
        messages += [(path, comment) for comment in analysed.analysis.comments]
    return tuple(messages)


@pytest.mark.parametrize(
    ("repository", "language", "solutions", "expected"),
    REPOSITORIES,
    ids=[name for name, *_ in REPOSITORIES],
)
def test_public_solutions_get_about_as_many_comments_as_were_counted(
    repository: str, language: str, solutions: int, expected: int
) -> None:
    assert len(_list_solutions(repository, language)) == solutions
    counter = Counter(path for path, _ in _list_comments(repository, language))
    assert max(counter.values()) <= MAXIMUM_COMMENTS
    assert abs(counter.total() - expected) <= max(3, ROUGHLY * expected)


def test_most_rules_match_some_solution() -> None:
    messages: Counter[str] = Counter()
    for repository, language, *_ in REPOSITORIES:
        messages.update(comment.pointer for _, comment in _list_comments(repository, language))
    general = [pointer.split(".") for pointer in messages]
    assert sum(track == "python" for track, *_ in general) >= 45
    assert sum(track == "javascript" for track, *_ in general) >= 25
    # None of them drowns the others.
    assert messages.most_common(1)[0][1] < messages.total() / 4


def test_one_location_rarely_has_two_comments() -> None:
    messages: Counter[tuple[Path, int, int | None]] = Counter()
    for repository, language, *_ in REPOSITORIES:
        for path, comment in _list_comments(repository, language):
            messages.update({(path, place.row, place.column) for place in comment.places})
    twice = sum(count > 1 for count in messages.values())
    assert 0 < twice < 0.01 * len(messages)


def test_ruff_reports_the_same_locations() -> None:
    places = 0
    for repository, language, *_ in REPOSITORIES:
        if language != "python":
            continue
        ruff = _run_ruff(_list_solutions(repository, language))
        for path, comment in _list_comments(repository, language):
            codes = CONFIRMED.get(comment.pointer.removeprefix("python.general."), ())
            for place in comment.places if codes else ():
                places += 1
                first, last = place.row + 1, place.row + (place.rows or 1)
                assert any(
                    code in codes and begin <= last and end >= first
                    for code, begin, end in ruff[path.resolve().as_posix()]
                ), (path, first, comment.pointer)
    assert places > 150


def _run_ruff(paths: list[Path]) -> dict[str, list[tuple[str, int, int]]]:
    """Code, first and last line of what ruff finds, by file."""
    codes = ",".join(sorted({code for finding in CONFIRMED.values() for code in finding}))
    options = ("--isolated", "--no-cache", "--preview", "--ignore-noqa", "--exit-zero")
    wanted = ("--select", codes, "--target-version", "py313", "--output-format", "json")
    files = [path.resolve().as_posix() for path in paths]
    run = subprocess.run(
        (str(RUFF), "check", *options, *wanted, *files), capture_output=True, check=True
    )
    found = defaultdict(list)
    for finding in json.loads(run.stdout):
        lines = finding["location"]["row"], finding["end_location"]["row"]
        found[finding["filename"]].append((finding["code"], *lines))
    return found
