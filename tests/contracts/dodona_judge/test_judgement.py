from collections.abc import Mapping

import pytest
from hypothesis import given

from kriterion_tools.contracts.dodona_judge.commands import COMMANDS
from kriterion_tools.contracts.dodona_judge.levels import Level
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message, Permission
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES, Status
from kriterion_tools.contracts.dodona_judge.violations import Violation
from tests.contracts.dodona_judge.trees import outputs
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CLOSE_CONTEXT,
    CLOSE_TAB,
    CLOSE_TESTCASE,
    CLOSINGS,
    CORRECT,
    FAILED,
    IN_CONTEXT,
    IN_TAB,
    IN_TEST,
    IN_TESTCASE,
    RIGHT,
    START,
    START_CONTEXT,
    START_TAB,
    START_TEST,
    START_TESTCASE,
    WRONG,
    encode_commands,
    get_status,
    judge_output,
    read,
    run_command,
)

OPEN_AT = {
    Level.NONE: b"",
    Level.JUDGEMENT: START,
    Level.TAB: IN_TAB,
    Level.CONTEXT: IN_CONTEXT,
    Level.TESTCASE: IN_TESTCASE,
    Level.TEST: IN_TEST,
}
ANYWHERE = {level: level for level in tuple(Level)[1:]}
COMMANDS_AT: Mapping[bytes, Mapping[Level, Level]] = {
    START: {Level.NONE: Level.JUDGEMENT},
    START_TAB: {Level.JUDGEMENT: Level.TAB},
    START_CONTEXT: {Level.TAB: Level.CONTEXT},
    START_TESTCASE: {Level.CONTEXT: Level.TESTCASE},
    START_TEST: {Level.TESTCASE: Level.TEST},
    RIGHT: {Level.TEST: Level.TESTCASE},
    CLOSE_TESTCASE: {Level.TESTCASE: Level.CONTEXT},
    CLOSE_CONTEXT: {Level.CONTEXT: Level.TAB},
    CLOSE_TAB: {Level.TAB: Level.JUDGEMENT},
    CLOSE: {Level.JUDGEMENT: Level.NONE},
    run_command("append-message", message=""): ANYWHERE,
    run_command("annotate-code", row=0, text=""): ANYWHERE,
    run_command("annotate", row=0, text=""): ANYWHERE,
    run_command("escalate-status", status=get_status("wrong")): ANYWHERE,
}


def test_every_command_is_in_the_table() -> None:
    assert len(COMMANDS_AT) == len(COMMANDS)


@pytest.mark.parametrize("level", Level, ids=lambda level: level.name)
@pytest.mark.parametrize("content", COMMANDS_AT, ids=lambda written: written.decode().split('"')[3])
def test_a_command_is_allowed_only_at_its_level(content: bytes, level: Level) -> None:
    output = read(OPEN_AT[level] + content)
    if level in COMMANDS_AT[content]:
        assert output.violations == ()
        assert output.judgement.level is COMMANDS_AT[content][level]
    else:
        (violation,) = output.violations
        assert isinstance(violation, Violation)
        assert violation.breach
        assert violation.offset == len(OPEN_AT[level])
        assert output.judgement.level is level  # it is as if it had not been there
        assert output.snapshot() == read(OPEN_AT[level]).snapshot()


# What is computed


def test_an_empty_judgement_is_correct() -> None:
    assert judge_output(START + CLOSE) == FullOutput(accepted=True, status=Status.CORRECT)


@pytest.mark.parametrize(
    ("test", "accepted", "result"),
    [
        ("correct", None, True),
        ("correct answer", None, True),
        ("wrong", None, False),
        ("runtime error", None, False),
        ("wrong", True, True),
        ("correct", False, False),
    ],
)
def test_a_test_is_accepted_if_correct_or_declared_so(
    test: str, accepted: bool | None, result: bool
) -> None:
    given = {} if accepted is None else {"accepted": accepted}
    close = run_command("close-test", generated="", status=get_status(test), **given)
    output = judge_output(IN_TEST + close + CLOSINGS)
    testcase = output.groups[0].groups[0].groups[0]
    assert testcase.tests[0].accepted is result
    assert testcase.accepted is result
    assert output.groups[0].groups[0].accepted is result
    assert output.accepted is result
    assert output.groups[0].badge_count == (0 if result else 1)


def test_a_failure_cannot_be_undone() -> None:
    output = judge_output(
        IN_TEST + WRONG + START_TEST + RIGHT + CLOSE_TESTCASE
        + START_TESTCASE + CLOSE_TESTCASE + CLOSE_CONTEXT
        + START_CONTEXT + CLOSE_CONTEXT + CLOSE_TAB + CLOSE
    )  # fmt: skip
    first, second = output.groups[0].groups
    assert [group.accepted for group in first.groups] == [False, True]
    assert (first.accepted, second.accepted, output.accepted) == (False, True, False)


@pytest.mark.parametrize("accepted", [True, False])
def test_each_level_may_override_the_computed_result(accepted: bool) -> None:
    inner = RIGHT if not accepted else WRONG
    overruled = judge_output(
        IN_TEST + inner + run_command("close-testcase", accepted=accepted)
        + CLOSE_CONTEXT + CLOSE_TAB + CLOSE
    )  # fmt: skip
    assert overruled.groups[0].groups[0].groups[0].accepted is accepted
    assert overruled.groups[0].badge_count == (0 if accepted else 1)
    assert overruled.accepted is accepted
    assert overruled.status is (Status.WRONG if accepted else Status.CORRECT)

    overruled = judge_output(
        IN_TEST + inner + CLOSE_TESTCASE + run_command("close-context", accepted=accepted)
        + CLOSE_TAB + CLOSE
    )  # fmt: skip
    assert overruled.groups[0].groups[0].accepted is accepted
    assert overruled.groups[0].badge_count == (1 if accepted else 0)
    assert overruled.accepted is accepted

    overruled = judge_output(
        IN_TEST + inner + CLOSE_TESTCASE + CLOSE_CONTEXT + CLOSE_TAB
        + run_command("close-judgement", accepted=accepted)
    )  # fmt: skip
    assert overruled.accepted is accepted
    assert overruled.groups[0].groups[0].accepted is not accepted


def test_a_badge_counts_failed_testcases_unless_given() -> None:
    failed = START_TESTCASE + run_command("close-testcase", accepted=False)
    counted = IN_CONTEXT + failed * 3 + CLOSE_CONTEXT
    assert judge_output(counted + CLOSE_TAB + CLOSE).groups[0].badge_count == 3
    result = run_command("close-tab", badgeCount=7.0)
    assert judge_output(counted + result + CLOSE).groups[0].badge_count == 7


def test_a_missing_status_leaves_the_status_unchanged() -> None:
    output = judge_output(
        IN_TESTCASE
        + run_command("close-testcase", accepted=False)
        + CLOSE_CONTEXT
        + CLOSE_TAB
        + CLOSE
    )
    assert (output.accepted, output.status) == (False, Status.CORRECT)


# Status


@pytest.mark.parametrize("first", JUDGE_STATUSES)
@pytest.mark.parametrize("second", JUDGE_STATUSES)
def test_the_worst_status_wins_and_the_first_of_equal_ones(first: Status, second: Status) -> None:
    output = judge_output(
        START
        + run_command("escalate-status", status=get_status(first, "first"))
        + run_command("escalate-status", status=get_status(second, "second"))
        + CLOSE
    )
    worse = JUDGE_STATUSES.index(second) > JUDGE_STATUSES.index(first)
    assert output.status is (second if worse else first)
    silent = output.status is Status.CORRECT
    assert output.description == (None if silent else "second" if worse else "first")


def test_a_test_worsens_the_status() -> None:
    output = judge_output(FAILED)
    assert (output.status, output.description) == (Status.WRONG, "One test failed")


def test_a_worse_status_without_text_drops_the_earlier_text() -> None:
    output = judge_output(
        START
        + run_command("escalate-status", status=get_status("wrong", "words"))
        + run_command("escalate-status", status=get_status("runtime error"))
        + CLOSE
    )
    assert (output.status, output.description) == (Status.RUNTIME_ERROR, None)


def test_the_status_of_the_judgement_has_the_last_word() -> None:
    close = run_command("close-judgement", status=get_status("correct answer", "after all"))
    output = judge_output(
        START + run_command("escalate-status", status=get_status("wrong", "x")) + close
    )
    assert (output.status, output.description) == (Status.CORRECT, "after all")
    output = judge_output(START + run_command("close-judgement", status=get_status("wrong answer")))
    assert (output.status, output.description, output.accepted) == (Status.WRONG, None, True)


# Tabs


@pytest.mark.parametrize(
    ("contexts", "titles"),
    [
        (b"", []),
        (START_CONTEXT + CLOSE_CONTEXT, []),
        (START_CONTEXT + run_command("close-context", accepted=False), ["Hidden"]),
        (START_CONTEXT + START_TESTCASE + run_command("close-testcase", accepted=False)
         + CLOSE_CONTEXT + START_CONTEXT + CLOSE_CONTEXT, ["Hidden"]),
    ],
)  # fmt: skip
def test_a_hidden_tab_exists_only_if_something_in_it_failed(
    contexts: bytes, titles: list[str]
) -> None:
    hidden = run_command("start-tab", title="Hidden", hidden=True) + contexts + CLOSE_TAB
    assert [tab.description for tab in judge_output(START + hidden + CLOSE).groups] == titles
    text = run_command("start-tab", title="Hidden", hidden=False) + contexts + CLOSE_TAB
    assert [tab.description for tab in judge_output(START + text + CLOSE).groups] == ["Hidden"]


def test_tabs_and_messages_keep_their_permission() -> None:
    message = {"format": "html", "description": "x", "permission": "zeus"}
    output = judge_output(
        START + run_command("append-message", message=message)
        + run_command("start-tab", title="T", permission="staff") + CLOSE_TAB + CLOSE
    )  # fmt: skip
    assert output.groups[0].permission is Permission.STAFF
    assert output.messages == (Message(format="html", description="x", permission=Permission.ZEUS),)


def test_messages_belong_to_the_innermost_open_level() -> None:
    def said(text: str) -> bytes:
        return run_command("append-message", message=text)

    output = judge_output(
        START + said("judgement") + START_TAB + said("tab") + START_CONTEXT + said("context")
        + START_TESTCASE + said("testcase") + START_TEST + said("test") + RIGHT + said("testcase 2")
        + CLOSE_TESTCASE + said("context 2") + CLOSE_CONTEXT + said("tab 2") + CLOSE_TAB
        + said("judgement 2") + CLOSE
    )  # fmt: skip
    tab = output.groups[0]
    testcase = tab.groups[0].groups[0]
    texts = [
        [message.description for message in level.messages]
        for level in (output, tab, tab.groups[0], testcase, testcase.tests[0])
    ]
    assert texts == [
        ["judgement", "judgement 2"],
        ["tab", "tab 2"],
        ["context", "context 2"],
        ["testcase", "testcase 2"],
        ["test"],
    ]


# While it is open


def test_a_snapshot_shows_the_known_part_as_running() -> None:
    assert read(b"").snapshot() is None
    snapshot = read(IN_TEST + WRONG + START_TEST).snapshot()
    assert snapshot is not None
    assert (snapshot.status, snapshot.accepted) == (Status.RUNNING, False)
    testcase = snapshot.groups[0].groups[0].groups[0]
    assert [test.generated for test in testcase.tests] == ["2"]  # the open one has no result
    assert not testcase.accepted


def test_a_snapshot_omits_tabs_that_may_still_disappear() -> None:
    hidden = START + run_command("start-tab", title="Hidden", hidden=True) + START_CONTEXT
    snapshot = read(hidden).snapshot()
    assert snapshot is not None
    assert snapshot.groups == ()


def test_taking_a_snapshot_changes_nothing() -> None:
    output = read(IN_TEST)
    assert output.snapshot() == output.snapshot()
    assert output.judgement.end_as_failed(Status.WRONG, "x") == output.judgement.end_as_failed(
        Status.WRONG, "x"
    )
    assert output.judgement.level is Level.TEST
    assert output.judgement.completed is None


def test_a_snapshot_of_a_finished_judgement_is_the_judgement() -> None:
    assert read(CORRECT).snapshot() == judge_output(CORRECT)
    assert read(CORRECT).judgement.end_as_failed(Status.WRONG, "x") == judge_output(CORRECT)


@pytest.mark.parametrize("level", tuple(Level)[1:], ids=lambda level: level.name)
def test_everything_open_at_the_end_has_failed(level: Level) -> None:
    output = read(OPEN_AT[level]).judgement.end_as_failed(Status.TIME_LIMIT_EXCEEDED, "Timeout")
    assert output is not None
    assert (output.status, output.accepted) == (Status.TIME_LIMIT_EXCEEDED, False)
    assert output.description == "Timeout"
    assert len(output.groups) == (1 if level >= Level.TAB else 0)
    if level >= Level.TAB:
        tab = output.groups[0]
        assert tab.badge_count == (1 if level >= Level.TESTCASE else 0)
        assert len(tab.groups) == (1 if level >= Level.CONTEXT else 0)
        assert not any(context.accepted for context in tab.groups)
    if level is Level.TEST:
        test = output.groups[0].groups[0].groups[0].tests[0]
        assert (test.generated, test.expected, test.accepted) == ("", "1", False)


def test_an_open_hidden_tab_without_failures_disappears() -> None:
    hidden = START + run_command("start-tab", title="Hidden", hidden=True)
    output = read(hidden).judgement.end_as_failed(Status.MEMORY_LIMIT_EXCEEDED, "")
    assert output is not None
    assert output.groups == ()


def test_an_overridden_status_does_not_outlive_the_run() -> None:
    crashed = START + run_command("escalate-status", status=get_status("internal error", "crash"))
    output = read(crashed).judgement.end_as_failed(Status.TIME_LIMIT_EXCEEDED, "Timeout")
    assert output is not None
    assert output.status is Status.TIME_LIMIT_EXCEEDED


@given(outputs)
def test_any_output_can_be_written_as_commands(output: FullOutput) -> None:
    assert judge_output(encode_commands(output)) == output
