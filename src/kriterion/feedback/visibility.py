"""Removes from a judge's output what a role may not see or is withheld, before it is rendered.

Unlike Dodona, we also filter descriptions: they are messages with a permission like all others.
Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer; contract rule "Permissions".
"""

from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.withholding import NOTHING_WITHHELD, Withholding
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)


def filter_output(output: FullOutput, role: Permission) -> FullOutput:
    """Return the part of the output that the role may see."""
    if role is Permission.ZEUS:
        return output
    return replace(
        output,
        messages=filter_messages(output.messages, role),
        groups=tuple(
            filter_tab(tab, role) for tab in output.groups if role.may_see(tab.permission)
        ),
    )


def withhold_output(output: FullOutput, withholding: Withholding) -> FullOutput:
    """Return the output without what is withheld; callers conceal its status and summary."""
    visible = replace(
        output, groups=tuple(tab for tab in output.groups if not withholding.hides_tab(tab))
    )
    return replace(visible, messages=(), annotations=()) if withholding.verdict else visible


def filter_record(
    judge: JudgeRecord, role: Permission, withholding: Withholding = NOTHING_WITHHELD
) -> JudgeRecord:
    """Return the part of the record that the role may see.

    If a whole tab is hidden, so are the ending, the times and the memory of the run: a student
    could learn from the run time what the hidden tab tests.
    """
    visible = withhold_output(filter_output(judge.feedback, role), withholding)
    record = replace(judge, feedback=visible)
    is_complete = len(visible.groups) == len(judge.feedback.groups)
    if is_complete and not withholding.verdict:
        return record
    return replace(record, ending=None, wall_seconds=None, cpu_seconds=None, peak_memory_bytes=None)


def filter_tab(tab: Tab, role: Permission) -> Tab:
    """Return the part of a tab that the role may see; the role must be allowed to see the tab."""
    return replace(
        tab,
        messages=filter_messages(tab.messages, role),
        groups=tuple(filter_context(context, role) for context in tab.groups),
    )


def filter_context(context: Context, role: Permission) -> Context:
    """Return the part of a context that the role may see."""
    return replace(
        context,
        description=_filter_description(context.description, role),
        messages=filter_messages(context.messages, role),
        groups=tuple(filter_testcase(testcase, role) for testcase in context.groups),
    )


def filter_testcase(testcase: Testcase, role: Permission) -> Testcase:
    """Return the part of a testcase that the role may see."""
    return replace(
        testcase,
        description=_filter_description(testcase.description, role),
        messages=filter_messages(testcase.messages, role),
        tests=tuple(filter_test(test, role) for test in testcase.tests),
    )


def filter_test(test: Test, role: Permission) -> Test:
    """Return the part of a test that the role may see."""
    return replace(
        test,
        description=_filter_description(test.description, role),
        messages=filter_messages(test.messages, role),
    )


def filter_messages(messages: tuple[Message, ...], role: Permission) -> tuple[Message, ...]:
    """Return the messages that the role may see."""
    return tuple(message for message in messages if role.may_see(message.permission))


def _filter_description(description: Message | None, role: Permission) -> Message | None:
    return description if description and role.may_see(description.permission) else None
