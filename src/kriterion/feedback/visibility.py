"""Removes from a judge's output what a role may not see, before anything is rendered.

Dodona does not filter descriptions; we do, for they are messages with a permission like any other.
Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer; contract rule "Permissions".
"""

from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)


def visible_to(output: FullOutput, role: Permission) -> FullOutput:
    """Return the output as the role may see it."""
    if role is Permission.ZEUS:
        return output
    return replace(
        output,
        messages=messages_for(output.messages, role),
        groups=tuple(tab_for(tab, role) for tab in output.groups if role.sees(tab.permission)),
    )


def record_for(judge: JudgeRecord, role: Permission) -> JudgeRecord:
    """Return the record as the role may see it.

    If a whole tab is hidden, how the run ended and what it used are hidden as well: a submission
    could learn from its own run time what that tab tests.
    """
    record = replace(judge, feedback=visible_to(judge.feedback, role))
    if len(record.feedback.groups) == len(judge.feedback.groups):
        return record
    return replace(record, ending=None, wall_seconds=None, cpu_seconds=None, peak_memory_bytes=None)


def tab_for(tab: Tab, role: Permission) -> Tab:
    """Return the content of a visible tab as the role may see it."""
    return replace(
        tab,
        messages=messages_for(tab.messages, role),
        groups=tuple(context_for(context, role) for context in tab.groups),
    )


def context_for(context: Context, role: Permission) -> Context:
    """Return a context as the role may see it."""
    return replace(
        context,
        description=_description(context.description, role),
        messages=messages_for(context.messages, role),
        groups=tuple(testcase_for(testcase, role) for testcase in context.groups),
    )


def testcase_for(testcase: Testcase, role: Permission) -> Testcase:
    """Return a testcase as the role may see it."""
    return replace(
        testcase,
        description=_description(testcase.description, role),
        messages=messages_for(testcase.messages, role),
        tests=tuple(test_for(test, role) for test in testcase.tests),
    )


def test_for(test: Test, role: Permission) -> Test:
    """Return a test as the role may see it."""
    return replace(
        test,
        description=_description(test.description, role),
        messages=messages_for(test.messages, role),
    )


def messages_for(messages: tuple[Message, ...], role: Permission) -> tuple[Message, ...]:
    """Return the messages that the role may see."""
    return tuple(message for message in messages if role.sees(message.permission))


def _description(description: Message | None, role: Permission) -> Message | None:
    return description if description and role.sees(description.permission) else None
