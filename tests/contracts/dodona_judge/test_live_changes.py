from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    Message,
    Permission,
    Tab,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.output_records import Test as TestRecord
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CLOSE_CONTEXT,
    CLOSE_TAB,
    CLOSE_TESTCASE,
    FAILED,
    IN_TAB,
    IN_TEST,
    RIGHT,
    START,
    START_CONTEXT,
    START_TAB,
    START_TEST,
    START_TESTCASE,
    WRONG,
    follow_changes,
    judge_output,
    run_command,
)

STARTED, ADDED, FINISHED, STATUS = ChangeKind


def _list_places(content: bytes) -> list[tuple[ChangeKind, tuple[int, ...], type]]:
    return [(change.kind, change.path, type(change.record)) for change in follow_changes(content)]


def test_a_watcher_gets_every_change_with_its_path() -> None:
    assert _list_places(FAILED) == [
        (STATUS, (), Status),
        (STARTED, (0,), Tab),
        (STARTED, (0, 0), Context),
        (STARTED, (0, 0, 0), Testcase),
        (STARTED, (0, 0, 0, 0), TestRecord),
        (STATUS, (), Status),
        (FINISHED, (0, 0, 0, 0), TestRecord),
        (FINISHED, (0, 0, 0), Testcase),
        (FINISHED, (0, 0), Context),
        (FINISHED, (0,), Tab),
        (STATUS, (), Status),
    ]
    assert [change.record for change in follow_changes(FAILED) if change.kind is STATUS] == [
        Status.RUNNING,
        Status.WRONG,
        Status.WRONG,
    ]


def test_finished_parts_equal_those_of_the_judgement() -> None:
    finished = {
        change.path: change.record for change in follow_changes(FAILED) if change.kind is FINISHED
    }
    tab = judge_output(FAILED).groups[0]
    assert finished == {
        (0,): tab,
        (0, 0): tab.groups[0],
        (0, 0, 0): tab.groups[0].groups[0],
        (0, 0, 0, 0): tab.groups[0].groups[0].tests[0],
    }


def test_siblings_are_counted() -> None:
    twice = (START_TEST + RIGHT) * 2 + CLOSE_TESTCASE
    content = IN_TEST + WRONG + twice + START_TESTCASE + twice + CLOSE_CONTEXT + START_CONTEXT
    tests = [
        place for kind, place, of in _list_places(content) if of is TestRecord and kind is FINISHED
    ]
    assert tests == [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2), (0, 0, 1, 0), (0, 0, 1, 1)]
    assert _list_places(content)[-1] == (STARTED, (0, 1), Context)


def test_messages_are_sent_at_their_level_and_annotations_at_the_top() -> None:
    result = run_command("append-message", message="m")
    remarked = run_command("annotate-code", row=1, text="t")
    changes = follow_changes(
        START + result + START_TAB + result + remarked + START_CONTEXT + result
    )
    assert [change for change in changes if change.kind is ADDED] == [
        Change(ADDED, (), Message(description="m")),
        Change(ADDED, (0,), Message(description="m")),
        Change(ADDED, (), Annotation(row=1, text="t")),
        Change(ADDED, (0, 0), Message(description="m")),
    ]


def test_changes_have_the_permission_of_their_tab() -> None:
    tab = run_command("start-tab", title="T", permission="staff")
    changes = follow_changes(
        START + tab + START_CONTEXT + CLOSE_CONTEXT + CLOSE_TAB + IN_TAB[len(START) :]
    )
    assert [change.permission for change in changes if change.path[:1] == (0,)] == [
        Permission.STAFF
    ] * 4
    assert [change.permission for change in changes if change.path[:1] == (1,)] == [
        Permission.STUDENT
    ]


def test_a_hidden_tab_stays_hidden_until_a_failure_and_keeps_its_number() -> None:
    tab = run_command("start-tab", title="T", hidden=True)
    fine = START_CONTEXT + CLOSE_CONTEXT
    failed = START_CONTEXT + run_command("close-context", accepted=False)
    changes = follow_changes(START + tab + fine + failed + fine + CLOSE_TAB + tab + CLOSE_TAB)
    first = [change.hidden for change in changes if change.path[:1] == (0,)]
    assert first == [True, True, True, True, False, False, False, False]
    assert [change.hidden for change in changes if change.path[:1] == (1,)] == [True, True]


def test_a_second_judgement_restarts_the_changes() -> None:
    statuses = [change.record for change in follow_changes((START + CLOSE) * 2)]
    assert statuses == [Status.RUNNING, Status.CORRECT] * 2
