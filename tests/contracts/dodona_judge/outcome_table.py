"""The outcome rules, a row each: what was written, how the run ended, what the student gets.

D1, D2… are the differences from Dodona in docs/contracts/dodona-judge.md.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CLOSE_CONTEXT,
    CLOSE_TAB,
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
    get_status,
    run_command,
)

TIME = Status.TIME_LIMIT_EXCEEDED
MEMORY = Status.MEMORY_LIMIT_EXCEEDED
OUTPUT = Status.OUTPUT_LIMIT_EXCEEDED
INTERNAL = Status.INTERNAL_ERROR
WRONG = Status.WRONG
DODONA = "as Dodona"

IN_START = CORRECT.removeprefix(START)  # all of a correct judgement but its start
FULL = b'{"accepted": true, "status": "correct", "groups": [{"description": "Tab"}]}'
LOG = b"DEBUG: started\n"
TORN = b'{"command": "close-test", "gener'
_ESCALATION = b'{"command": "escalate-status", "status": {"enum": "wrong", "human": "%b"}}\n'
UNKNOWN = b'{"command": "start-lunch"}'


class Row(NamedTuple):
    """`shown`: the student sees the tabs. `source`: whose rule it is."""

    name: str
    written: bytes
    exit_status: int | None
    limit: Status | None
    status: Status
    accepted: bool
    is_shown: bool
    source: str = DODONA


def list_rows() -> list[Row]:
    return [
        *_list_closed(),
        *_list_crashed(),
        *_list_left_open(),
        *_list_nothing(),
        *_list_forgiven(),
        *_list_broken(),
        *_list_too_much(),
        *_list_refused(),
        *_list_understood(),
        *_list_several(),
    ]


def _make_correct(name: str, content: bytes, source: str = DODONA) -> Row:
    return Row(name, content, 0, None, Status.CORRECT, True, True, source)


def _make_internal(name: str, content: bytes, source: str = DODONA) -> Row:
    return Row(name, content, 0, None, INTERNAL, False, False, source)


def _list_closed() -> Iterator[Row]:
    for exit_status in (0, 134, 137, 143):
        for limit in (None, TIME, MEMORY):
            yield _make_correct("closed", CORRECT)._replace(exit_status=exit_status, limit=limit)
    for limit in (TIME, MEMORY):
        yield _make_correct("closed", CORRECT)._replace(exit_status=None, limit=limit)


def _list_crashed() -> Iterator[Row]:
    for exit_status in (1, 2, 126, 127, 139, 255):
        for limit in (None, TIME):
            for row in (
                _make_internal("closed", CORRECT, "D5"),
                _make_internal("open at test", IN_TEST, "D5"),
                _make_internal("nothing", b""),
            ):
                yield row._replace(exit_status=exit_status, limit=limit)


def _list_left_open() -> Iterator[Row]:
    for name, written in (
        ("open at tab", IN_TAB),
        ("open at context", IN_CONTEXT),
        ("open at testcase", IN_TESTCASE),
        ("open at test", IN_TEST),
    ):
        yield _make_internal(name, written, "D3")
        for exit_status in (134, 137, 143):
            yield Row(name, written, exit_status, None, MEMORY, False, True)
        for limit in (TIME, MEMORY):
            for ended in (0, 137, 143, None):
                yield Row(name, written, ended, limit, limit, False, True)


def _list_nothing() -> Iterator[Row]:
    yield _make_internal("nothing", b"")
    yield _make_internal("blanks", b" \n")
    yield _make_internal("only a log line", LOG)
    yield Row("nothing", b"", 137, None, MEMORY, False, False)
    yield Row("nothing", b"", 137, TIME, TIME, False, False)
    yield Row("nothing", b"", None, TIME, TIME, False, False)
    yield Row("only a log line", LOG, 137, TIME, TIME, False, False)


def _list_forgiven() -> Iterator[Row]:
    yield _make_correct("newlines behind", CORRECT + b"\n\n")
    yield _make_correct("log line before", LOG + CORRECT, "D1")
    yield _make_correct("log line between", IN_TEST + LOG + RIGHT + CLOSINGS, "D1")
    yield _make_correct("log line behind", CORRECT + LOG, "D1")
    yield _make_correct("no UTF-8", CORRECT.replace(b"f()", b"\xff"), "D1")
    yield _make_correct("byte order mark", b"\xef\xbb\xbf" + CORRECT, "D1")
    yield _make_internal("open at test, torn", IN_TEST + TORN)
    yield Row("open at test, torn", IN_TEST + TORN, 137, None, MEMORY, False, True, "D2")
    yield Row("open at test, torn", IN_TEST + TORN, 143, TIME, TIME, False, True, "D2")
    yield Row("log line, open at test", LOG + IN_TEST, None, TIME, TIME, False, True, "D2")
    yield Row("torn object behind", CORRECT + TORN, 137, None, Status.CORRECT, True, True, "D2")
    for limit in (TIME, MEMORY):
        for ended in (None, 0):
            yield Row("torn behind", CORRECT + TORN, ended, limit, Status.CORRECT, True, True, "D2")


def _list_broken() -> Iterator[Row]:
    """Objects that cannot be parsed. Only the last one may be explained by a killed judge."""
    between = IN_TEST + TORN + b"\n" + RIGHT + CLOSINGS
    for name, written in (
        ("torn object behind", CORRECT + TORN),
        ("torn object between", between),
        ("quotes of the student", START + _ESCALATION % b'he said "hi"' + IN_START),
        ("a line of the student", START + _ESCALATION % b"one\ntwo" + IN_START),
        ("escape of the student", START + _ESCALATION % rb"C:\Users" + IN_START),
        ("in a line of text", START + b"log: " + _ESCALATION % b'"' + IN_START),
        ("of Python", START + b"{'command': 'escalate-status'}\n" + IN_START),
        ("a broken full output behind", FULL + FULL.replace(b"Tab", b'"Tab"')),
        ("one in a line of text", FULL + b"log: " + FULL.replace(b"Tab", b'"Tab"')),
    ):
        yield _make_internal(name, written)
    yield Row("torn object between", between, 137, None, MEMORY, False, True)
    for limit in (TIME, MEMORY):
        for ended in (None, 0):
            yield Row("torn object between", between, ended, limit, limit, False, True)


def _list_too_much() -> Iterator[Row]:
    yield Row("nothing", b"", None, OUTPUT, OUTPUT, False, False)
    yield Row("closed", CORRECT, None, OUTPUT, OUTPUT, False, True, "D4")
    yield Row("open", IN_TEST, None, OUTPUT, OUTPUT, False, True, "D4")
    yield Row("open", IN_TEST, 1, OUTPUT, OUTPUT, False, True, "D4")


def _list_refused() -> Iterator[Row]:
    """Objects that the contract does not allow."""
    no_status = run_command("close-test", generated="", status="wrong")
    unknown_status = run_command("close-judgement", status=get_status("unknown"))
    for name, written in (
        ("unknown command", IN_TEST + RIGHT + UNKNOWN + CLOSINGS),
        ("unknown command behind", CORRECT + UNKNOWN),
        ("neither command nor full output", b"{}" + CORRECT),
        ("start-context in a judgement", START + START_CONTEXT + IN_START),
        ("second start-judgement", START + CORRECT),
        ("append-message first", run_command("append-message", message="x") + CORRECT),
        ("annotate-code first", run_command("annotate-code", row=0, text="") + CORRECT),
        ("description null", CORRECT.replace(b'"f()"', b"null")),
        ("status is a string", IN_TEST + no_status + RIGHT + CLOSINGS),
        ("start-test without expected", IN_TESTCASE + run_command("start-test") + CLOSINGS),
        ("unknown status", START + START_TAB + CLOSE_TAB + unknown_status + CLOSE),
        ("messages are no list", FULL.replace(b'"groups"', b'"messages": {}, "groups"')),
        ("no status", b'{"accepted": true, "groups": [{}]}'),
        ("too deep", b'{"a":' * 101 + b"1" + b"}" * 101 + CORRECT),
    ):
        yield _make_internal(name, written)
    yield _make_internal("a little too deep", b'{"a":' * 65 + b"1" + b"}" * 65 + CORRECT, "D10")
    yield Row("unknown command", IN_TEST + UNKNOWN, 137, None, MEMORY, False, False)
    yield Row("unknown command", IN_TEST + UNKNOWN, 137, TIME, TIME, False, False)
    yield Row("unknown command behind", CORRECT + UNKNOWN, 143, TIME, TIME, False, False)
    yield Row("unknown command", IN_TEST + UNKNOWN, None, OUTPUT, OUTPUT, False, False)


def _list_understood() -> Iterator[Row]:
    """Commands that Dodona refuses or understands differently."""
    wrong = IN_TEST + run_command("close-test", generated="", status=get_status("wrong"))
    overruled = run_command("close-testcase", accepted=True)
    not_accepted = IN_TESTCASE + run_command("close-testcase", accepted=False)
    rest = CLOSE_CONTEXT + CLOSE_TAB + CLOSE
    failed = START + START_TAB + CLOSE_TAB + run_command(
        "close-judgement", accepted=True, status=get_status("internal error")
    )  # fmt: skip
    yield _make_correct(
        "annotate", START + run_command("annotate", row=3, text="x") + IN_START, "D6"
    )
    yield _make_correct(
        "unknown key", CORRECT.replace(b'"expected"', b'"why": null, "expected"'), "D7"
    )
    yield _make_correct(
        "a} {b", START + run_command("append-message", message="a} {b") + IN_START, "D8"
    )
    yield Row("overruled", wrong + overruled + rest, 0, None, WRONG, False, True, "D9")
    yield Row("accepted internal error", failed, 0, None, INTERNAL, False, True, "D9")
    yield Row("not accepted", not_accepted + rest, 0, None, Status.CORRECT, False, True)


def _list_several() -> Iterator[Row]:
    yield Row("correct, then failed", CORRECT + FAILED, 0, None, WRONG, False, True)
    yield _make_correct("failed, then correct", FAILED + CORRECT)
    yield _make_internal("closed, then open", CORRECT + IN_TEST, "D3")
    yield Row("closed, then open", CORRECT + IN_TEST, 143, TIME, TIME, False, True)
    yield _make_correct("full output", FULL)
    yield _make_correct("full output", FULL)._replace(exit_status=143, limit=TIME)
    yield Row("torn full output", FULL[:-1], 143, TIME, TIME, False, False)
    yield _make_internal("full output, open", IN_TEST + FULL, "D3")
    yield Row("full output, open", IN_TEST + FULL, 137, None, MEMORY, False, True)
