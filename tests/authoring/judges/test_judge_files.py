from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.judges.judge_files import check_files, find_interpreter, read_interpreter


@pytest.mark.parametrize(
    ("start", "interpreter"),
    [
        (b"#!/bin/sh\n", "/bin/sh"),
        (b"#! /usr/bin/python3 -u\nimport os", "/usr/bin/python3"),
        (b"#!/usr/bin/env python3", "python3"),
        (b"#!/usr/bin/env -S PYTHONPATH=x python3 -u\n", "python3"),
        (b"\x7fELF\x02\x01", None),
    ],
)
def test_the_interpreter_is_that_of_the_first_line(start: bytes, interpreter: str | None) -> None:
    assert read_interpreter(start) == interpreter


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (b"", "does not start with #!"),
        (b"echo hello\n", "does not start with #!"),
        (b"\xef\xbb\xbf#!/bin/sh\n", "does not start with #!"),
        (b"#!\n", "must name an interpreter"),
        (b"#!/usr/bin/env -S\n", "must name a program"),
        (b"#!/bin/bash\r\necho\r\n", "Windows line endings"),
    ],
)
def test_an_unstartable_file_says_why(start: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_interpreter(start)


@given(st.binary(max_size=300))
def test_any_bytes_have_an_interpreter_or_a_reason(start: bytes) -> None:
    try:
        interpreter = read_interpreter(b"#!" + start)
    except ValueError as reason:
        assert str(reason)
    else:
        assert interpreter


@pytest.mark.parametrize(
    ("run", "configuration", "messages"),
    [
        (b"#!/bin/sh\n", b"{}", []),
        (b"#!/bin/sh\n", b'{"time_limit": 1.5, "image": "x", "judge": 3}', []),
        (
            b"#!/bin/sh\n",
            None,
            ["config.json: is missing: it is optional here, but Dodona requires it"],
        ),
        (b"#!/bin/sh\n", b"[]", ["config.json: must be an object"]),
        (b"#!/bin/sh\n", b"{", ["config.json: is not valid JSON"]),
        (
            b"echo",
            b'{"time_limit": 0, "memory_limit": null, "network_enabled": 1, "image": []}',
            [
                "run line 1: does not start with #! and an interpreter (start it with",
                "config.json time_limit: must be a positive number of seconds, not 0",
                "config.json memory_limit: must be a positive number of bytes, not null",
                "config.json network_enabled: must be true or false, not 1",
                "config.json image: must be a string, not a list",
            ],
        ),
    ],
)
def test_all_faults_in_the_files_are_reported_at_once(
    tmp_path: Path, run: bytes, configuration: bytes | None, messages: list[str]
) -> None:
    (tmp_path / "run").write_bytes(run)
    (tmp_path / "run").chmod(0o755)
    if configuration is not None:
        (tmp_path / "config.json").write_bytes(configuration)
    found = [str(finding) for finding in check_files(tmp_path)]
    assert len(found) == len(messages), found
    assert all(one.startswith(words) for one, words in zip(found, messages, strict=True)), found


def test_a_run_that_is_not_executable_is_reported_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "config.json").write_text("{}")
    (finding,) = check_files(tmp_path)
    assert finding.what == "is not executable"
    assert "chmod a+x run" in finding.fix


def test_a_run_that_links_out_of_the_judge_is_not_read(tmp_path: Path) -> None:
    judge = tmp_path / "judge"
    judge.mkdir()
    (judge / "run").symlink_to("/bin/true")
    assert "leads out of the repository" in next(iter(check_files(judge))).what
    assert find_interpreter(judge) is None
