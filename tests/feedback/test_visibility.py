"""Nothing of a higher permission reaches anybody, in any form of feedback."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.json_document import encode_assessment
from kriterion.feedback.visibility import filter_output, filter_record
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.rendered import make_terminal_feedback, render_page, render_terminal
from tests.feedback.sample import ASSESSMENT, OUTPUT, list_changes

# A word for each permission, and a format that shows it as it is, or as part of HTML.
WORDS = {
    Permission.STUDENT: "forstudents",
    Permission.STAFF: "stafffonly",
    Permission.ZEUS: "zeussonly",
}
PERMISSIONS = st.sampled_from(Permission)


def make_message(permission: Permission, format_: str) -> Message:
    return Message(format=format_, description=WORDS[permission], permission=permission)


MESSAGES = st.builds(
    make_message, PERMISSIONS, st.sampled_from(["plain", "html", "md", "python", "code"])
)
DESCRIPTIONS = st.none() | MESSAGES
LISTS = st.lists(MESSAGES, max_size=2).map(tuple)
TESTS = st.builds(Test, accepted=st.booleans(), description=DESCRIPTIONS, messages=LISTS)
TESTCASES = st.builds(
    Testcase,
    accepted=st.booleans(),
    description=DESCRIPTIONS,
    tests=st.lists(TESTS, max_size=2).map(tuple),
    messages=LISTS,
)
CONTEXTS = st.builds(
    Context,
    accepted=st.booleans(),
    description=DESCRIPTIONS,
    groups=st.lists(TESTCASES, max_size=2).map(tuple),
    messages=LISTS,
)


def make_tab(permission: Permission, contexts: list[Context], messages: tuple[Message, ...]) -> Tab:
    title = WORDS[permission]
    return Tab(description=title, permission=permission, groups=tuple(contexts), messages=messages)


OUTPUTS = st.builds(
    lambda tabs, messages: FullOutput(
        accepted=False, status=Status.WRONG, groups=tuple(tabs), messages=messages
    ),
    st.lists(st.builds(make_tab, PERMISSIONS, st.lists(CONTEXTS, max_size=2), LISTS), max_size=3),
    LISTS,
)


def assert_hidden(text: str, role: Permission) -> None:
    for permission, word in WORDS.items():
        if not role.may_see(permission):
            assert word not in text.lower()


@settings(max_examples=60)
@given(OUTPUTS, PERMISSIONS)
def test_restricted_text_appears_in_no_form_of_feedback(
    output: FullOutput, role: Permission
) -> None:
    assert ASSESSMENT.judge is not None
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    assert_hidden(render_page(assessment, role=role, language="en", title="x"), role)
    assert_hidden(encode_assessment(assessment, role).decode(), role)
    console = Console(file=io.StringIO(), width=100)
    console.print(render_terminal(assessment, role=role, language="en"))
    with make_terminal_feedback(console, role=role, language="en") as live:
        for change in list_changes(output):
            live.show(change)
        live.finish(assessment)
    assert isinstance(console.file, io.StringIO)
    assert_hidden(console.file.getvalue(), role)


@given(OUTPUTS)
def test_administrators_see_everything_and_staff_see_what_students_see(output: FullOutput) -> None:
    assert filter_output(output, Permission.ZEUS) is output
    for_staff = filter_output(output, Permission.STAFF)
    assert filter_output(for_staff, Permission.STUDENT) == filter_output(output, Permission.STUDENT)


def test_a_description_has_a_permission_like_any_message() -> None:
    secret = Message(description="secret", permission=Permission.STAFF)
    test = Test(accepted=True, description=secret, channel="stdout")
    case = Testcase(accepted=True, description=secret, tests=(test,))
    context = Context(accepted=True, description=secret, groups=(case,))
    output = replace(OUTPUT, groups=(Tab(groups=(context,)),))
    visible = filter_output(output, Permission.STUDENT).groups[0].groups[0]
    assert visible.description is None
    assert visible.groups[0].description is None
    assert visible.groups[0].tests[0].description is None
    assert visible.groups[0].tests[0].channel == "stdout"


@pytest.mark.parametrize(
    ("role", "tabs"),
    [
        (Permission.STUDENT, ["output", "drawing"]),
        (Permission.STAFF, ["output", "drawing", "Plagiarism"]),
        (Permission.ZEUS, ["output", "drawing", "Plagiarism"]),
    ],
)
def test_a_tab_is_visible_to_its_permission_only(role: Permission, tabs: list[str]) -> None:
    assert [tab.description for tab in filter_output(OUTPUT, role).groups] == tabs


def test_resource_usage_of_a_hidden_tab_is_hidden_too() -> None:
    tab = Tab(description="for all")
    kept = Tab(description="for staff", permission=Permission.STAFF)
    for tabs, role, has_usage in (
        ((tab,), Permission.STUDENT, True),
        ((tab, kept), Permission.STUDENT, False),
        ((tab, kept), Permission.STAFF, True),
    ):
        record = JudgeRecord(
            status=Status.WRONG,
            accepted=False,
            summary=None,
            ending="memory limit",
            wall_seconds=1.5,
            cpu_seconds=1.0,
            peak_memory_bytes=5,
            feedback=FullOutput(accepted=False, status=Status.WRONG, groups=tabs),
        )
        seen = filter_record(record, role)
        used = (seen.ending, seen.wall_seconds, seen.cpu_seconds, seen.peak_memory_bytes)
        assert used == (("memory limit", 1.5, 1.0, 5) if has_usage else (None,) * 4)
