"""Finds contexts of a tab that fail for the same reason, so that it is shown once.

A context has a cause if its code produced nothing to compare, only messages, such as a traceback.
Two causes are the same if each message ends with the same line: tracebacks of one error differ in
the call that led to it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from kriterion.feedback.pythia import read_difference
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Test,
)


class SharedCause(NamedTuple):
    """The index of the first context with a cause, and how many contexts have it."""

    first: int
    total: int


def find_cause(context: Context) -> str:
    """Return the digest of a failed context's cause, or "" if it has none."""
    tests = [test for testcase in context.groups for test in testcase.tests]
    if context.accepted or any(map(_has_output, tests)):
        return ""
    last_lines = [
        message.description.rstrip().rpartition("\n")[2] for message in _list_messages(context)
    ]
    if not any(last_lines):
        return ""
    return hashlib.sha256("\0".join(last_lines).encode("utf-8", "replace")).hexdigest()


def find_shared_causes(contexts: Sequence[Context]) -> dict[int, SharedCause]:
    """Return the cause of each context that shares it with another one, by index."""
    indices: dict[str, list[int]] = {}
    for index, context in enumerate(contexts):
        if cause := find_cause(context):
            indices.setdefault(cause, []).append(index)
    return {
        index: SharedCause(same[0], len(same))
        for same in indices.values()
        if len(same) > 1
        for index in same
    }


def remove_repeated_messages(context: Context, first: Context) -> Context:
    """Return the context without its messages if `first` has the same ones."""
    if list(_list_messages(context)) != list(_list_messages(first)):
        return context
    groups = tuple(
        replace(
            testcase,
            messages=(),
            tests=tuple(replace(test, messages=()) for test in testcase.tests),
        )
        for testcase in context.groups
    )
    return replace(context, messages=(), groups=groups)


def _has_output(test: Test) -> bool:
    return bool(test.generated) or read_difference(test) is not None


def _list_messages(context: Context) -> Iterator[Message]:
    messages = list(context.messages)
    for testcase in context.groups:
        messages += testcase.messages
        for test in testcase.tests:
            messages += test.messages
    return (message for message in messages if message.permission is Permission.STUDENT)
