"""What a judge lacks is named from its standard error, whichever program wrote that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.judges.missing_dependencies import (
    MissingDependency,
    PartKind,
    find_missing_dependency,
    suggest_dependency_remedy,
)
from kriterion.sandbox.image import Image

WRITTEN = [
    ("/mnt/x/judge/run: 3: python: not found", PartKind.PROGRAM, "python"),
    ("/mnt/x/judge/run: 3: exec: python: not found", PartKind.PROGRAM, "python"),
    ("/mnt/x/judge/run: line 3: python: not found", PartKind.PROGRAM, "python"),
    ("sh: 1: jq: not found", PartKind.PROGRAM, "jq"),
    ("./run: line 12: jq: command not found", PartKind.PROGRAM, "jq"),
    ("zsh: command not found: jq", PartKind.PROGRAM, "jq"),
    ("./run: line 3: /usr/bin/swipl: No such file or directory", PartKind.PROGRAM, "swipl"),
    (
        "bash: ./run: /usr/bin/racket: bad interpreter: No such file or directory",
        PartKind.PROGRAM,
        "racket",
    ),
    ("/usr/bin/env: ‘node’: No such file or directory", PartKind.PROGRAM, "node"),
    ("env: can't execute 'node': No such file or directory", PartKind.PROGRAM, "node"),
    (
        "FileNotFoundError: [Errno 2] No such file or directory: 'ghc'",
        PartKind.PROGRAM,
        "ghc",
    ),
    ("Error: spawn gcc ENOENT", PartKind.PROGRAM, "gcc"),
    (
        'java.io.IOException: Cannot run program "javac": error=2, No such file',
        PartKind.PROGRAM,
        "javac",
    ),
    ("ModuleNotFoundError: No module named 'psutil'", PartKind.PYTHON, "psutil"),
    ("/usr/bin/python3: No module named tested.main", PartKind.PYTHON, "tested.main"),
    (
        "ImportError: libcairo.so.2: cannot open shared object file: No such file or directory",
        PartKind.LIBRARY,
        "libcairo.so.2",
    ),
    (
        "swipl: error while loading shared libraries: libgmp.so.10: cannot open shared object"
        " file: No such file or directory",
        PartKind.LIBRARY,
        "libgmp.so.10",
    ),
    ("Error: Cannot find module 'deep-equal'", PartKind.NODE, "deep-equal"),
    ("Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@x/y' imported from /a", PartKind.NODE,
     "@x/y"),
    (
        'Exception in thread "main" java.lang.NoClassDefFoundError: org/junit/Test',
        PartKind.JAVA,
        "org.junit.Test",
    ),
    ("Error: Could not find or load main class dodona.Judge", PartKind.JAVA, "dodona.Judge"),
    ("A.java:3: error: package org.junit does not exist", PartKind.JAVA, "org.junit"),
    ("<internal:x>:85:in `require': cannot load such file -- rspec (LoadError)", PartKind.RUBY,
     "rspec"),
    ("there is no package called ‘R6’", PartKind.R, "R6"),
    ("Error in library(jsonlite) : there is no package called 'jsonlite'", PartKind.R,
     "jsonlite"),
    ("Can't locate JSON/XS.pm in @INC (you may need to install)", PartKind.PERL, "JSON::XS"),
    ("    Could not find module ‘Data.Aeson’", PartKind.HASKELL, "Data.Aeson"),
    ("lua: a.lua:1: module 'cjson' not found:", PartKind.LUA, "cjson"),
    ("ERROR: source_sink `library(plunit)' does not exist", PartKind.PROLOG, "library(plunit)"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "kind", "name"), WRITTEN)
def test_a_missing_part_is_named(line: str, kind: PartKind, name: str) -> None:
    written = f"warning: old\n{line}\n  at somewhere\n".encode()
    assert find_missing_dependency(written) == MissingDependency(kind, name)


@pytest.mark.parametrize(
    "line",
    [
        "AssertionError",
        "FileNotFoundError: [Errno 2] No such file or directory: 'suite.yaml'",
        "FileNotFoundError: [Errno 2] No such file or directory: '/mnt/x/resources/tests'",
        "./run: line 3: /mnt/x/resources/test.sh: No such file or directory",
        "cat: /mnt/x/resources/plan: No such file or directory",
        "Error: Cannot find module '/mnt/x/resources/tests.js'",
        "404: page not found",
    ],
)
def test_a_missing_file_of_the_exercise_is_no_part_of_the_judge(line: str) -> None:
    assert find_missing_dependency(line.encode()) is None


def test_the_first_part_is_the_cause() -> None:
    written = b"run: 1: jq: not found\nrun: 2: python: not found\n"
    assert find_missing_dependency(written) == MissingDependency(PartKind.PROGRAM, "jq")


def test_every_kind_has_a_remedy() -> None:
    for kind in PartKind:
        assert suggest_dependency_remedy(MissingDependency(kind, "name"), Image(name="image"))


@given(st.binary(max_size=3_000))
def test_any_output_gives_a_part_or_none(written: bytes) -> None:
    part = find_missing_dependency(written)
    assert part is None or (part.name and part.name.isprintable())


@given(st.text(min_size=1, max_size=300), st.sampled_from(WRITTEN))
def test_text_around_a_message_does_no_harm(text: str, known: tuple[str, PartKind, str]) -> None:
    line, kind, name = known
    part = find_missing_dependency(f"{line}\n{text}".encode(errors="replace"))
    assert part == MissingDependency(kind, name)


def test_long_lines_are_read_in_bounded_time() -> None:
    for line in (b": 1: " * 20_000, b"exec: " * 20_000, b"a" * 100_000, b"'" * 100_000):
        assert find_missing_dependency(line) is None
