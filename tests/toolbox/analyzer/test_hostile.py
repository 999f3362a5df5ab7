"""Solutions that are meant to do harm, in every language, through the program itself."""

import json
import os
import sys
from pathlib import Path

import pytest

from kriterion_tools.languages import SUFFIXES
from tests.measured_program import measure_program

# A function or a value of each language, around an expression.
AROUND = {
    "bash": "x=$((%s))\n",
    "c": "int f() { return %s; }\n",
    "c_sharp": "class A { int F() { return %s; } }\n",
    "cpp": "int f() { return %s; }\n",
    "go": "package a\nfunc f() int { return %s }\n",
    "haskell": "x = %s\n",
    "java": "class A { int f() { return %s; } }\n",
    "kotlin": "val x = %s\n",
    "ocaml": "let x = %s\n",
    "php": "<?php\n$x = %s;\n",
    "rust": "fn f() -> i32 { %s }\n",
}
SECONDS = 20  # of computing: Exercism allows as much
BYTES = 1024**3


def _run(directory: Path) -> dict[str, object]:
    measured = measure_program(
        (sys.executable, "-m", "kriterion_tools.analyzer", "a", directory, directory / "out"),
        report=directory.with_suffix(".usage"),
        environment={"RUST_BACKTRACE": "0"},
    )
    assert (measured.status, measured.stderr) == (0, b"")
    assert measured.cpu_seconds < SECONDS
    assert measured.peak_bytes < BYTES + 200_000_000  # the limit is on the analysis itself
    document = json.loads((directory / "out" / "analysis.json").read_bytes())
    assert isinstance(document, dict)
    return document


@pytest.mark.long(reason="hostile code in each language")
@pytest.mark.parametrize("depth", [900, 25_000, 100_000])
@pytest.mark.parametrize("language", SUFFIXES)
def test_many_parentheses_are_answered(language: str, depth: int, tmp_path: Path) -> None:
    around = AROUND.get(language, "%s\n")
    code = around % ("(" * depth + "1" + ")" * depth)
    (tmp_path / f"a{SUFFIXES[language][0]}").write_text(code)
    result = _run(tmp_path)
    assert depth < 1000 or result["summary"]


@pytest.mark.long(reason="megabytes of code in five languages")
@pytest.mark.parametrize(
    "content",
    [b"a\n" * 1_000_000, b"a.b" * 300_000, b"-" * 300_000, b"[" * 300_000, os.urandom(300_000)],
    ids=["identifiers", "members", "minus", "brackets", "noise"],
)
@pytest.mark.parametrize("language", ["python", "javascript", "java", "ocaml", "ruby"])
def test_repetitive_code_is_answered(language: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / f"a{SUFFIXES[language][0]}").write_bytes(content)
    assert _run(tmp_path)["summary"]
