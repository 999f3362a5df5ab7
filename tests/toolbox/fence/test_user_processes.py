"""Processes of one user among each other."""

import os

import pytest

from kriterion_tools.fence import user_processes as processes


def test_a_lineage_holds_the_process_its_ancestors_and_their_groups() -> None:
    found = processes.list_lineage(os.getpid())
    assert found[0] == os.getpid()
    assert {os.getppid(), os.getpgrp()} - {0} <= set(found)


def test_an_ancestor_may_end_during_the_lookup(monkeypatch: pytest.MonkeyPatch) -> None:
    group_of = os.getpgid

    def look(pid: int) -> int:
        if pid == os.getppid():
            raise ProcessLookupError
        return group_of(pid)

    monkeypatch.setattr(os, "getpgid", look)
    assert processes.list_lineage(os.getpid())[0] == os.getpid()
