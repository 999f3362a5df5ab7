import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.encoding import encode_full_output
from kriterion_tools.contracts.dodona_judge.full_output import decode_full_output
from kriterion_tools.contracts.dodona_judge.outcome import MAXIMUM_SUMMARY_LENGTH, Verdict, decide
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.outcome_table import (
    FULL,
    LOG,
    MEMORY,
    OUTPUT,
    TIME,
    TORN,
    UNKNOWN,
    Row,
    list_rows,
)
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CLOSINGS,
    CORRECT,
    FAILED,
    IN_TEST,
    RIGHT,
    START,
    get_status,
    read,
    run_command,
)


def _make_name(row: Row) -> str:
    return f"{row.name}, exit {row.exit_status}, {row.limit or 'no limit'}"


def _decide_verdict(row: Row, language: str = "en") -> Verdict:
    return decide(
        read(row.written),
        exit_status=row.exit_status,
        limit=row.limit,
        translator=load_translator(language),
        stderr=b"Traceback",
        stdout=row.written,
    )


def _list_texts(output: FullOutput, role: Permission) -> str:
    return "\n".join(
        message.description for message in output.messages if role.may_see(message.permission)
    )


def _list_titles(output: FullOutput, role: Permission) -> list[str]:
    return [tab.description for tab in output.groups if role.may_see(tab.permission)]


@pytest.mark.parametrize("row", list_rows(), ids=_make_name)
def test_an_outcome_follows_from_output_exit_status_and_limit(row: Row) -> None:
    verdict = _decide_verdict(row)
    assert (verdict.status, verdict.accepted) == (row.status, row.accepted)
    assert (verdict.output.status, verdict.output.accepted) == (row.status, row.accepted)
    assert bool(_list_titles(verdict.output, Permission.STUDENT)) is row.is_shown
    assert (
        not _list_texts(verdict.output, Permission.STUDENT)
        or row.limit is OUTPUT
        or b"a}" in row.written
    )
    assert decode_full_output(encode_full_output(verdict.output)) == verdict.output


def test_staff_see_the_line_of_a_violation() -> None:
    content = START + b"one\n" + CLOSE + b"two\n"
    verdict = decide(
        read(content), exit_status=0, limit=None, translator=load_translator("en"), stdout=content
    )
    assert [violation.line for violation in verdict.violations] == [2, 4]
    assert f"byte {len(START)}, line 2: " in _list_texts(verdict.output, Permission.STAFF)


@pytest.mark.parametrize("row", [row for row in list_rows() if not row.is_shown], ids=_make_name)
def test_details_hidden_from_students_are_shown_to_staff(row: Row) -> None:
    verdict = _decide_verdict(row)
    expected = read(row.written).judgement.end_as_failed(row.status, "")
    assert len(_list_titles(verdict.output, Permission.STAFF)) == len(
        expected.groups if expected else ()
    )
    texts = _list_texts(verdict.output, Permission.STAFF)
    assert "Standard error of the judge:\nTraceback" in texts
    assert ("Standard output of the judge:" in texts) is bool(row.written)


def test_a_judges_own_verdict_stands_unannotated() -> None:
    verdict = _decide_verdict(Row("", FAILED, 0, None, Status.WRONG, False, True))
    assert verdict.summary == "One test failed"
    assert verdict.output.messages == ()
    assert verdict.violations == ()


def test_a_correct_judgement_without_text_gets_one() -> None:
    for language in ("en", "nl"):
        assert (
            decide(
                read(CORRECT), exit_status=0, limit=None, translator=load_translator(language)
            ).summary
            == "Correct"
        )


@pytest.mark.parametrize(
    ("language", "summary"),
    [
        ("en", "The judge failed, your solution was not assessed."),
        ("nl", "De judge heeft gefaald, je oplossing werd niet beoordeeld."),
        ("fr", "Le juge a échoué, ta solution n’a pas été évaluée."),
        ("nl-BE", "De judge heeft gefaald, je oplossing werd niet beoordeeld."),
        ("de", "The judge failed, your solution was not assessed."),
    ],
)
def test_students_read_in_their_language_that_the_judge_failed(language: str, summary: str) -> None:
    verdict = decide(read(CORRECT), exit_status=1, limit=None, translator=load_translator(language))
    assert verdict.summary == verdict.output.description == summary


@pytest.mark.parametrize(
    ("content", "exit_status", "limit", "message"),
    [
        (CORRECT, 1, None, "The judge ended with exit status 1."),
        (b"", 0, None, "The judge gave no judgement. The judge ended with exit status 0."),
        (IN_TEST, 0, None, "The judgement was not closed. The judge ended with exit status 0."),
        (IN_TEST, None, TIME,
         "The judgement was not closed. A limit was hit: time limit exceeded. The run was ended."),
        (UNKNOWN, 0, None,
         "The judge wrote an object that its contract does not allow."
         " The judge ended with exit status 0."),
    ],
)  # fmt: skip
def test_staff_read_why_the_judge_failed(
    content: bytes, exit_status: int | None, limit: Status | None, message: str
) -> None:
    verdict = decide(
        read(content), exit_status=exit_status, limit=limit, translator=load_translator("en")
    )
    assert verdict.output.messages[0].description == message
    assert verdict.output.messages[0].permission is Permission.STAFF
    assert verdict.output.messages[0].format == "plain"


def test_staff_see_violations_with_their_place_even_if_the_verdict_stands() -> None:
    verdict = decide(
        read(LOG + CORRECT), exit_status=0, limit=None, translator=load_translator("nl")
    )
    assert verdict.status is Status.CORRECT
    assert _list_texts(verdict.output, Permission.STUDENT) == ""
    assert _list_texts(verdict.output, Permission.STAFF) == (
        "Wat de judge niet had mogen schrijven:\nbyte 0: text that is not JSON: DEBUG: started"
    )
    assert [violation.offset for violation in verdict.violations] == [0]


def test_students_are_told_of_too_much_output() -> None:
    verdict = decide(
        read(IN_TEST), exit_status=None, limit=OUTPUT, translator=load_translator("en")
    )
    assert "Too much output" in _list_texts(verdict.output, Permission.STUDENT)
    assert verdict.summary == "Output limit exceeded"


def test_annotations_of_a_failed_judge_are_for_staff_only() -> None:
    remark = run_command("annotate-code", row=2, text="secret solution")
    verdict = decide(
        read(START + remark + CLOSE), exit_status=1, limit=None, translator=load_translator("en")
    )
    assert verdict.output.annotations == ()
    assert "3: info: secret solution" in _list_texts(verdict.output, Permission.STAFF)
    assert "secret" not in _list_texts(verdict.output, Permission.STUDENT)


def test_administrator_messages_stay_with_administrators() -> None:
    secret = {"format": "plain", "description": "zeus only", "permission": "zeus"}
    content = START + run_command("append-message", message=secret) + CLOSE
    verdict = decide(read(content), exit_status=1, limit=None, translator=load_translator("en"))
    assert "zeus only" in _list_texts(verdict.output, Permission.ZEUS)
    assert "zeus only" not in _list_texts(verdict.output, Permission.STAFF)


@pytest.mark.parametrize("summary", ["x" * 255, "x" * 256, "é" * 5000])
def test_a_summary_is_cut_to_the_stored_length(summary: str) -> None:
    content = START + run_command("close-judgement", status=get_status("wrong", summary))
    decided = decide(
        read(content), exit_status=0, limit=None, translator=load_translator("en")
    ).summary
    assert decided is not None
    assert len(decided) == MAXIMUM_SUMMARY_LENGTH
    assert decided == summary or decided == summary[:254] + "…"


def test_excerpts_of_output_are_bounded() -> None:
    verdict = decide(
        read(b""),
        exit_status=1,
        limit=None,
        translator=load_translator("en"),
        stderr=b"\xff" * 2_000_000,
        stdout="é".encode() * 20_000,
    )
    _, errors, output = verdict.output.messages
    assert (
        errors.description == "Standard error of the judge:\n" + "\ufffd" * 15_000 + "… (truncated)"
    )
    assert output.description == "Standard output of the judge:\n" + "é" * 15_000 + "… (truncated)"


@given(
    st.lists(st.sampled_from([START, CORRECT, IN_TEST, RIGHT, CLOSINGS, LOG, TORN, UNKNOWN, FULL]))
    .map(b"".join),
    st.none() | st.integers(0, 255),
    st.sampled_from([None, TIME, MEMORY, OUTPUT]),
)  # fmt: skip
def test_only_complete_correct_and_valid_output_is_accepted(
    written: bytes, exit_status: int | None, limit: Status | None
) -> None:
    output = read(written)
    verdict = decide(output, exit_status=exit_status, limit=limit, translator=load_translator("en"))
    if verdict.accepted:
        assert verdict.status is Status.CORRECT
        assert output.judgement.completed is not None
        assert not output.judgement.level
        assert not output.has_breach
        assert exit_status in (None, 0, 134, 137, 143)
        assert limit is not OUTPUT
