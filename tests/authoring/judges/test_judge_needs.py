from pathlib import Path

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.judges.judge_needs import (
    find_called_programs,
    find_programs,
    load_called_programs,
    suggest_remedy,
)
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.image import HOST, Image


@pytest.mark.parametrize(
    ("script", "called"),
    [
        ("#!/bin/sh\npython -m judge", ("python",)),
        ("#!/bin/sh\n# needs java\nexec node judge.js", ("node",)),
        ("a=$(jq -r .source)\nfind . | xargs javac -d .\njava -cp . Main", ("jq", "javac", "java")),
        ('"$judge/python" x; ./node; $java; source.jq; python=3; python3.12 y', ()),
        ("python3 a; python3 b", ("python3",)),
        ("#!/usr/bin/env Rscript\njudge()", ("Rscript",)),
        ("#!/usr/bin/env -S python3 -I\n# node", ("python3",)),
        ("#!/usr/bin/python3\n", ()),
        ("", ()),
    ],
)
def test_the_programs_used_by_a_script_are_recognised_by_name(
    script: str, called: tuple[str, ...]
) -> None:
    assert find_called_programs(script) == called


@pytest.mark.parametrize("content", [b"\x7fELF\0\xff", None], ids=["a binary", "nothing"])
def test_a_run_that_is_not_a_script_names_no_programs(
    tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "run").write_bytes(content)
    assert load_called_programs(tmp_path) == ()


@pytest.mark.machine
def test_a_program_is_looked_up_where_the_judge_would_run() -> None:
    context = ToolContext(sandbox=Bubblewrap(), images={})
    found = dict(find_programs(("sh", "no-such-program", "tar"), HOST, context))
    assert found["sh"].endswith("/sh")
    assert found["no-such-program"] == ""
    assert found["tar"].endswith("/tar")


def test_a_remedy_names_the_package_and_the_image() -> None:
    remedy = suggest_remedy("swipl", Image(name="dodona-prolog"))
    assert "apt-get install swi-prolog-nox" in remedy
    assert '[images."dodona-prolog"]' in remedy
