import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.outcome import decide
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.scanner import MAXIMUM_DEPTH, MAXIMUM_OBJECT_BYTES
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.contracts.dodona_judge.violations import (
    MAXIMUM_BREACHES,
    MAXIMUM_EXCERPT_BYTES,
    MAXIMUM_KEPT,
)
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CLOSE_TAB,
    CLOSINGS,
    CORRECT,
    EVERY_COMMAND,
    FAILED,
    IN_TEST,
    RIGHT,
    START,
    judge_output,
    read,
    run_command,
)
from tests.memory import measure_peak

FULL = b'{"accepted": false, "status": "runtime error", "description": "crash"}'


def _list_faults(content: bytes) -> list[tuple[int, str]]:
    return [(violation.offset, violation.what) for violation in read(content).violations]


def _list_messages(output: JudgeOutput) -> list[str]:
    assert output.judgement.completed is not None
    return [message.description for message in output.judgement.completed.messages]


# Well-formed output


def test_objects_need_no_separators() -> None:
    glued = CORRECT.replace(b"\n", b"")
    for separator in (b"", b" ", b"\n", b"\r\n", b"\n\n\t "):
        assert judge_output(glued.replace(b"}{", b"}" + separator + b"{")) == judge_output(CORRECT)


def test_objects_may_span_many_lines() -> None:
    spread = CORRECT.replace(b"\n", b"").replace(b", ", b",\n  ").replace(b'{"c', b'{\r\n"c')
    assert judge_output(spread) == judge_output(CORRECT)


def test_braces_in_strings_are_ignored() -> None:
    text = 'a} {b"}\n{"command": "close-judgement"}'
    assert (
        judge_output(START + run_command("append-message", message=text) + CLOSE)
        .messages[0]
        .description
        == text
    )


def test_a_full_output_is_a_judgement() -> None:
    assert judge_output(FULL) == FullOutput(
        accepted=False, status=Status.RUNTIME_ERROR, description="crash"
    )


def test_the_last_complete_judgement_counts() -> None:
    assert judge_output(CORRECT + FAILED).status is Status.WRONG
    assert judge_output(FAILED + CORRECT).status is Status.CORRECT
    assert judge_output(CORRECT + FULL).status is Status.RUNTIME_ERROR
    assert judge_output(FULL + CORRECT).status is Status.CORRECT


def test_a_full_output_replaces_the_open_judgement_around_it() -> None:
    assert judge_output(IN_TEST + FULL + RIGHT + CLOSINGS).status is Status.CORRECT


def test_feedback_is_available_at_its_last_byte() -> None:
    output = JudgeOutput()
    for at in range(len(CORRECT) - 1):  # without the line's end
        assert output.judgement.completed is None, at
        output.feed(CORRECT[at : at + 1])
    assert output.judgement.completed == judge_output(CORRECT)


# What is forgiven: it is told, and all that is complete counts.


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"Loading...\n" + CORRECT, [(0, "text that is not JSON")]),
        (CORRECT + b"\n bye", [(len(CORRECT) + 2, "text that is not JSON")]),
        (IN_TEST + b"warning: x\n  at y\n" + RIGHT + CLOSINGS,
         [(len(IN_TEST), "text that is not JSON")]),
        (b"1 [2] null \"x\" \n" + CORRECT, [(0, "text that is not JSON")]),
        (b"progress 10% " + CORRECT, [(0, "text that is not JSON")]),
        (b"options: {} {'a': 1} {a} { {\"a\": 1}\n" + CORRECT, [(0, "text that is not JSON")]),
        (b"\xff\xfe" + CORRECT, [(0, "text that is not JSON")]),
        (b"\xef\xbb\xbf" + CORRECT, [(0, "a byte order mark")]),
        (b"\x00" + CORRECT + b"\x00", [(0, "text that is not JSON"),
                                       (len(CORRECT) + 1, "text that is not JSON")]),
        # Log lines with what other programs call objects
        (b"{'a': 1}\n" + CORRECT, [(0, "text that is not JSON")]),
        (b"{a: 1}\n[1, {b}]\n" + CORRECT, [(0, "text that is not JSON")]),
        (b'Point { x: 1 } {"a", "b"} {"c": None}\n' + CORRECT, [(0, "text that is not JSON")]),
        (b"{'command': ['gcc', 'a.c']}\n" + CORRECT, [(0, "text that is not JSON")]),
        (b"running command: gcc a.c {\n" + CORRECT, [(0, "text that is not JSON")]),
        (b'log: {"command": "ls"} {"level": "info", "at": now}\n' + CORRECT,
         [(0, "text that is not JSON")]),
        (CORRECT + b'log: {"a": ', [(len(CORRECT), "text that is not JSON"),
                                    (len(CORRECT) + 5, "the output ends inside an object")]),
    ],
)  # fmt: skip
def test_text_between_objects_drops_nothing(content: bytes, faults: list[tuple[int, str]]) -> None:
    output = read(content)
    assert output.judgement.completed == judge_output(CORRECT)
    assert _list_faults(content) == faults
    assert not output.has_breach
    assert not output.is_broken
    assert not output.is_truncated


# What hides a command


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (b'{"command": "close-te\n', "an object that cannot be parsed from byte 21 on"),
        (b'{"command": "x", "y": {"a": \n{', "an object that cannot be parsed from byte 31 on"),
        (b'{"command": "a", "b": "say "hi""}', "an object that cannot be parsed from byte 28 on"),
        (b'{"command": "a", "b": "x\ty"}', "an object that cannot be parsed from byte 24 on"),
        (b'{"command": "a", "b": "x\x00y"}', "an object that cannot be parsed from byte 24 on"),
        (rb'{"command": "a", "b": "it\'s"}', "an object that cannot be parsed from byte 25 on"),
        (rb'{"command": "a", "b": "\u12"}', "an object that cannot be parsed from byte 23 on"),
        (b'{"command": "a", "b": NaN}', "an object that cannot be parsed from byte 22 on"),
        (b'{"command": "a", "b": 01}', "an object that cannot be parsed from byte 24 on"),
        (b'{"command": "a", "b": 1,}', "an object that cannot be parsed from byte 24 on"),
        (b'{"command": "a" "b": 1}', "an object that cannot be parsed from byte 16 on"),
        (b'{"command" "a"}', "an object that cannot be parsed from byte 11 on"),
        (b'{"command": "a"]', "an object that cannot be parsed from byte 15 on"),
        (b'{ \n "a"}', "an object that cannot be parsed from byte 7 on"),
        (b'{"comm{"command": "append-message", "message": ""}and": 1}',
         "an object that cannot be parsed from byte 8 on"),
        (b'\xef\xbb\xbf{"command": oops}', "text that is not JSON but looks like a command"),
        (b'[{"command": oops}]', "text that is not JSON but looks like a command"),
        (b'log: {"a": 1,\n "command" : ', "text that is not JSON but looks like a command"),
        (b'"command": "close-tab"}', "text that is not JSON but looks like a command"),
        (b'x {"a": oops, "accepted": false}', "text that is not JSON but looks like a command"),
        (b"{'command': 'close-tab'}", "text that is not JSON but looks like a command"),
        (b"{ command: 'close-tab' }", "text that is not JSON but looks like a command"),
        (b'x {:command=>"close-tab"}', "text that is not JSON but looks like a command"),
        (b"{x" + b"," * 5000 + b'"command": 1 ', "text that is not JSON but looks like a command"),
    ],
)  # fmt: skip
def test_text_that_may_hide_a_command_is_reported(broken: bytes, what: str) -> None:
    for piece_bytes in (None, 1, 7):
        output = read(broken + b"\n" + CORRECT, piece_bytes)
        assert output.is_broken
        assert not output.is_truncated
        assert what in [violation.what for violation in output.violations]


def test_a_command_in_text_is_reported_with_its_own_place() -> None:
    (violation,) = read(b"much to say\n" * 1000 + b"{'command': 'close-tab'} bye\n").violations
    assert violation.offset == 12_001
    assert violation.excerpt == "'command': 'close-tab'} bye" or "close-tab" in violation.excerpt


def test_an_output_that_ends_within_an_object_is_truncated() -> None:
    for end in (b"{", b'{"', b'{"command": "start-judgem', b'log: {"command": "clo', b'x\n{"a": 1'):
        output = read(CORRECT + end)
        assert output.is_truncated
        assert not output.is_broken
        assert output.judgement.completed == judge_output(CORRECT)
        assert output.violations[-1].what == "the output ends inside an object"


@pytest.mark.parametrize(
    ("inside", "read_as", "what"),
    [
        (b"a\xffb", "a\ufffdb", "byte 0xff is not valid UTF-8, read as U+FFFD"),
        (b"a\xed\xa0\x80b", "a\ufffd\ufffd\ufffdb", "byte 0xed is not valid UTF-8, read as U+FFFD"),
        (rb"a\ud800b", "a\ufffdb", r"\ud800 is half a surrogate pair, read as U+FFFD"),
        (rb"a\udc00\ud83db", "a\ufffd\ufffdb", r"\udc00 is half a surrogate pair, read as U+FFFD"),
    ],
)
def test_invalid_utf8_is_replaced(inside: bytes, read_as: str, what: str) -> None:
    message = b'{"command": "append-message", "message": "%b"}' % inside
    output = read(START + message + CLOSE)
    assert _list_messages(output) == [read_as]
    (violation,) = output.violations
    assert violation.offset == len(START) + message.index(inside) + 1
    assert violation.what == f"command 2, append-message in a judgement: {what}"
    assert not output.has_breach


def test_both_halves_of_a_surrogate_pair_form_one_character() -> None:
    message = rb'{"command": "append-message", "message": "\ud83d\ude00 \\ud800"}'
    assert judge_output(START + message + CLOSE).messages[0].description == "😀 \\ud800"


def test_a_truncated_full_output_is_never_mistaken_for_its_contents() -> None:
    inner = b'{"accepted": true, "status": "correct answer"}'
    for is_truncated in (
        b'{"accepted": false, "status": "wrong", "groups": [' + inner + b", ",
        b'{"accepted": false, "status": "wrong", "groups": [\n' + inner + b"\nKilled\n",
    ):
        output = read(is_truncated)
        assert output.judgement.completed is None
        assert output.violations


# What is not forgiven


@pytest.mark.parametrize(
    ("content", "offset", "number", "level", "what"),
    [
        (b"{}", 0, 1, "", "object 1 outside a judgement: accepted is missing"),
        (b"\n [] {}\n{}", 8, 1, "", "object 1 outside a judgement: accepted is missing"),
        (IN_TEST + b'{"command": "append-message", "message": null}', len(IN_TEST), 6, "test",
         "command 6, append-message in a test: message: must be a string or an object, not null"),
        (IN_TEST + CLOSE_TAB, len(IN_TEST), 6, "test",
         "command 6, close-tab in a test: it belongs in a tab"),
        (RIGHT, 0, 1, "",
         "command 1, close-test outside a judgement: it belongs in a test"),
        (START + START, len(START), 2, "judgement",
         "command 2, start-judgement in a judgement: it belongs outside a judgement"),
        (run_command("append-message", message=""), 0, 1, "",
         "command 1, append-message outside a judgement: it belongs inside a judgement"),
        (b'{"a":' * 70, 0, None, "", "an object nested more than 64 levels deep"),
    ],
)  # fmt: skip
def test_an_invalid_object_is_reported_with_its_place(
    content: bytes, offset: int, number: int | None, level: str, what: str
) -> None:
    output = read(content)
    found = next(violation for violation in output.violations if violation.breach)
    assert (found.offset, found.command_number, found.level, found.what) == (
        offset,
        number,
        level,
        what,
    )
    assert output.has_breach


def test_a_bad_command_is_reported_even_within_a_line_of_text() -> None:
    output = read(IN_TEST + b'log: {"command": "ls"} {"command": "close-test"}' + RIGHT + CLOSINGS)
    assert [violation.what for violation in output.violations if violation.breach] == [
        "command 6, close-test in a test: generated is missing"
    ]


def test_commands_after_an_invalid_object_still_count() -> None:
    output = read(IN_TEST + CLOSE_TAB + b'{"command": "huh"}' + RIGHT + CLOSINGS)
    assert output.judgement.completed == judge_output(CORRECT)
    assert len(output.violations) == 2


def test_an_oversized_object_is_reported() -> None:
    large = run_command("append-message", message="x" * (MAXIMUM_OBJECT_BYTES + 1))
    for piece_bytes in (None, 2**16):
        output = read(START + large + CLOSE, piece_bytes)
        assert output.judgement.completed is not None
        assert [(violation.offset, violation.what) for violation in output.violations] == [
            (len(START), "an object of more than 10,485,760 bytes"),
            (len(START) + MAXIMUM_OBJECT_BYTES, "text that is not JSON"),
        ]
        assert output.has_breach


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (b"\xef\xbb\xbf" + CORRECT, "byte-order-mark"),
        (b"Loading\n" + CORRECT, "not-json"),
        (b"{'command': 'close-tab'}", "broken-command"),
        (b'{"command": "x", "y": oops}', "unparsable-object"),
        (CORRECT + b'{"command": ', "torn-object"),
        (b'{"a": ' * (MAXIMUM_DEPTH + 1), "object-too-deep"),
        (b'{"command": "close-tab"}', "misplaced-command"),
        (b'{"command": "close-tab", "badgeCount": true}', "invalid-object"),
        (START + b'{"command": "append-message", "message": "\xff"}', "invalid-utf8"),
        (rb'{"command": "start-judgement", "a": "\ud800"}', "half-surrogate"),
    ],
)  # fmt: skip
def test_a_violation_has_the_code_of_its_kind(stream: bytes, code: str) -> None:
    assert read(stream).violations[0].code == f"judge-output.{code}"


# Bounds


def test_a_limited_number_of_violations_is_kept_and_the_rest_counted() -> None:
    output = read(START + (b"x\n" + run_command("append-message", message="")) * 1000 + CLOSE)
    assert len(output.violations) == MAXIMUM_KEPT + 1
    assert output.violations[-1].what == "this violation and 899 before it are not listed"
    assert {violation.code for violation in output.violations[:-1]} == {"judge-output.not-json"}
    assert output.violations[-1].code == "judge-output.more-violations"
    assert len(_list_messages(output)) == 1000


def test_reading_stops_after_too_many_violations() -> None:
    for piece_bytes in (None, 7):
        output = read(b"{}" * MAXIMUM_BREACHES + CORRECT, piece_bytes)
        assert output.judgement.completed is None
        assert output.violations[-1].what.endswith("; the rest is not read")
        assert output.violations[-1].offset == 2 * (MAXIMUM_BREACHES - 1)


def test_reading_stops_after_too_many_broken_objects() -> None:
    assert read(b'{"a\n' * MAXIMUM_BREACHES).is_broken  # the last one ends with the output
    output = read(b'{"a\n' * (MAXIMUM_BREACHES + 5) + CORRECT)
    assert output.is_broken
    assert output.judgement.completed is None
    assert output.violations[-1].what.endswith("; the rest is not read")


def test_excerpts_are_short_and_on_one_line() -> None:
    (violation,) = read(b"a\n\x1b\xff" + b"x" * 10_000).violations
    assert violation.excerpt.startswith("a\\n\\x1b\ufffdxxx")
    assert len(violation.excerpt) < 2 * MAXIMUM_EXCERPT_BYTES


@pytest.mark.long(reason="megabytes of garbage of each kind")
@pytest.mark.parametrize(
    "unit",
    [b"{", b"[", b'"', b'{"', b'{"a":', b'{"a":[', b"{}", b"{},", b"x", b"\x00", b"\xff", b"{ "],
    ids=repr,
)
def test_endless_garbage_is_not_kept(unit: bytes) -> None:
    size = 2**19
    content = unit * (size // len(unit))
    output = read(content, 2**14)
    assert output.judgement.completed is None
    assert output.violations
    assert measure_peak(lambda: read(content, 2**14)) < size


def test_an_endless_line_is_kept_once() -> None:
    size = 2**20
    content = START + b'{"command": "append-message", "message": "' + b"x" * size
    output = read(content, 2**14)
    assert [violation.what for violation in output.violations] == [
        "the output ends inside an object"
    ]
    assert measure_peak(lambda: read(content, 2**14)) < 3 * size


def test_a_large_object_may_arrive_byte_by_byte() -> None:
    text = 'x\n"{' * 10_000
    output = read(START + run_command("append-message", message=text) + CLOSE, 1)
    assert _list_messages(output) == [text]


# Laws

_odd = st.sampled_from(
    [
        *(CORRECT, FAILED, FULL, IN_TEST, RIGHT, CLOSINGS, START, CLOSE, b"{}", b"{", b"}"),
        *(
            b"[",
            b"]",
            b'"',
            b",",
            b":",
            b" ",
            b"\n",
            b"\\",
            b"log ",
            b"\xff",
            b"\x00",
            b"1",
            b"null",
        ),
        *(b"\xef\xbb\xbf", b'{"a":', b'{"a":[1,2', b'{"command":"', b'"\\ud800"}', b'{"a":' * 70),
        *(b"'command': 'close-tab'", b'"command"', b'"command":', b"command: ", b"close-tab"),
        *(b'{"command": "start-tab",\n "title": ', b'{"accepted": true, "status": "correct"'),
        run_command("append-message", message="{"),
    ]
)
_streams = st.lists(_odd | st.binary(max_size=6), max_size=12).map(b"".join)


@given(_streams, st.integers(1, 40))
def test_the_chunks_in_which_output_arrives_make_no_difference(
    written: bytes, piece_bytes: int
) -> None:
    whole, pieces = read(written), read(written, piece_bytes)
    assert pieces.judgement.completed == whole.judgement.completed
    assert pieces.judgement.level == whole.judgement.level
    assert pieces.snapshot() == whole.snapshot()
    assert pieces.violations == whole.violations
    assert (pieces.is_broken, pieces.is_truncated) == (whole.is_broken, whole.is_truncated)


@given(_streams)
def test_any_bytes_are_read_and_violations_have_correct_places(written: bytes) -> None:
    output = read(written)
    for violation in output.violations:
        assert 0 <= violation.offset < len(written)
    if not output.violations and written.strip():
        assert output.judgement.completed or output.judgement.level


@given(
    st.sampled_from([CORRECT, FAILED, FULL, EVERY_COMMAND]),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 4), _odd | st.binary(max_size=3))),
)
def test_damaged_output_is_read_too(written: bytes, damages: list[tuple[int, int, bytes]]) -> None:
    for at, length, instead in damages:
        at %= len(written) + 1
        written = written[:at] + instead + written[at + length :]
    assert read(written, 5).violations == read(written).violations


@pytest.mark.parametrize(
    "content",
    [
        b'{"\xff": 1, "command": "start-tab", "title": 3}',
        b'{"accepted": true, "status": "wrong", "groups": [{"\xff": 1, "badgeCount": "x"}]}',
        b'{"command": "\xff"}',
        b'{"command": "start-tab", "title": 3, "\\ud800": "\\ud800"}',
        b'{"command": "start-tab", "command": "start-context"}',
        b'{"command": "close-context", "data": {"\xff": {"a": 1e999}}}',
    ],
)
def test_a_fault_beside_invalid_utf8_is_reported(content: bytes) -> None:
    output = read(START + content)
    assert output.has_breach
    assert all(violation.what for violation in output.violations)


@given(_streams)
def test_json_lines_are_read_too(written: bytes) -> None:
    """A whole line takes a faster way, a blank before it keeps it from that."""
    lines = written.split(b"\n")
    indented = b"\n ".join(lines)
    first, second = read(written), read(indented)
    assert second.judgement.completed == first.judgement.completed
    assert [violation.breach for violation in second.violations] == [
        violation.breach for violation in first.violations
    ]
    assert (second.is_broken, second.is_truncated) == (first.is_broken, first.is_truncated)


_sayings = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ['"', '"}', "\\", "\n", "\t", '"}}\n', '", "x": "', '"}}{"command": "close-tab"}', "\x1b[0m"]
)


@given(_sayings, st.booleans(), st.booleans())
def test_a_judge_that_forgets_to_escape_gets_nothing_accepted(
    said: str, spaced: bool, in_text: bool
) -> None:
    """Whatever the student makes it quote: the escalation counts, or there is no verdict."""
    escalation = '{"command": "escalate-status", "status": {"enum": "wrong", "human": "SAID"}}'
    escalation = escalation.replace("SAID", said)
    content = (escalation if spaced else escalation.replace(": ", ":")).encode()
    whole = START + (b"log " if in_text else b"") + content + b"\n" + CLOSE
    verdict = decide(read(whole), exit_status=0, limit=None, translator=load_translator("en"))
    assert not verdict.accepted
