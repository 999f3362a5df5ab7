import dataclasses

import pytest

from kriterion.assessment.assessment_record import RUN, ToolViolation
from kriterion.assessment.run_notes import add_run_findings, find_violations
from kriterion.authoring.diagnostics.codes import CODES
from kriterion.sandbox.findings import FindingKind, RunFinding, report_memory_kill
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, decide
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.writing import (
    CLOSE,
    CORRECT,
    IN_TEST,
    START,
    get_status,
    read,
    run_command,
)

MEMORY = Status.MEMORY_LIMIT_EXCEEDED
KILL = report_memory_kill(kills=2, limit_bytes=100_000_000, peak_bytes=99_999_744)
FILTER = RunFinding(kind=FindingKind.FILTER_KILL, what="1 process killed by the filter: ptrace")
STUDENT_NOTE = "The memory limit was exceeded during this run"


def _decide_verdict(
    content: bytes, exit_status: int | None = 0, limit: Status | None = MEMORY
) -> Verdict:
    return decide(
        read(content), exit_status=exit_status, limit=limit, translator=load_translator("en")
    )


def _encode_judgement(word: str) -> bytes:
    escalation = run_command("escalate-status", status=get_status(word, "said by the judge"))
    return START + escalation + CLOSE


def _list_texts(verdict: Verdict, role: Permission) -> str:
    messages = verdict.output.messages
    return "\n".join(
        message.description for message in messages if role.may_see(message.permission)
    )


def test_a_run_without_findings_keeps_its_verdict() -> None:
    verdict = _decide_verdict(CORRECT, limit=None)
    assert add_run_findings(verdict, (), load_translator("en")) is verdict


@pytest.mark.parametrize(
    ("content", "exit_status", "status", "student_is_told"),
    [
        (CORRECT, 0, Status.CORRECT, True),
        (_encode_judgement("wrong"), 0, MEMORY, True),
        (_encode_judgement("output limit exceeded"), 0, MEMORY, True),
        (_encode_judgement("runtime error"), 0, MEMORY, True),
        (_encode_judgement("compilation error"), 0, MEMORY, True),
        (_encode_judgement("memory limit exceeded"), 0, MEMORY, False),
        (_encode_judgement("time limit exceeded"), 0, Status.TIME_LIMIT_EXCEEDED, True),
        (_encode_judgement("internal error"), 0, Status.INTERNAL_ERROR, True),
        (IN_TEST, 0, MEMORY, True),
        (IN_TEST, 137, MEMORY, True),
        (IN_TEST, None, MEMORY, True),
        (b"", 137, MEMORY, True),
        (b"", 1, Status.INTERNAL_ERROR, True),
    ],
)  # fmt: skip
def test_a_memory_kill_is_never_hidden_by_a_better_status(
    content: bytes, exit_status: int | None, status: Status, student_is_told: bool
) -> None:
    verdict = add_run_findings(
        _decide_verdict(content, exit_status), (KILL,), load_translator("en")
    )
    assert verdict.status is verdict.output.status is status
    assert verdict.accepted is verdict.output.accepted is (status is Status.CORRECT)
    assert (STUDENT_NOTE in _list_texts(verdict, Permission.STUDENT)) is student_is_told
    assert "100,000,000" not in _list_texts(verdict, Permission.STUDENT)
    assert (
        "processes killed at the memory limit of 100,000,000 bytes: 2 (peak: 99,999,744 bytes)"
        in _list_texts(verdict, Permission.STAFF)
    )


def test_the_words_of_a_better_status_are_removed_with_it() -> None:
    verdict = add_run_findings(
        _decide_verdict(_encode_judgement("wrong")), (KILL,), load_translator("nl")
    )
    assert verdict.summary == verdict.output.description == "Geheugenlimiet overschreden"
    assert "De geheugenlimiet werd overschreden" in _list_texts(verdict, Permission.STUDENT)


@pytest.mark.parametrize("kind", list(FindingKind))
@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_kind_of_finding_is_reported_to_students_and_staff(
    kind: FindingKind, language: str
) -> None:
    verdict = add_run_findings(
        _decide_verdict(CORRECT, limit=None),
        (RunFinding(kind=kind, what="precisely"),),
        load_translator(language),
    )
    note, staff = verdict.output.messages
    assert note.permission is Permission.STUDENT
    assert note.description
    assert "precisely" not in note.description
    assert staff.permission is Permission.STAFF
    assert "precisely" in staff.description


def test_a_filter_kill_keeps_the_status_and_is_a_violation() -> None:
    verdict = add_run_findings(
        _decide_verdict(_encode_judgement("wrong"), limit=None), (FILTER,), load_translator("en")
    )
    assert verdict.status is Status.WRONG
    assert verdict.summary == "said by the judge"
    assert "stopped" in _list_texts(verdict, Permission.STUDENT)
    assert find_violations((KILL, FILTER)) == (
        ToolViolation(document=RUN, where="", what=FILTER.what, code="run.filter-kill"),
    )


def test_students_read_each_kind_of_finding_once() -> None:
    others = dataclasses.replace(FILTER, what="1 process killed by the filter: mount")
    verdict = add_run_findings(
        _decide_verdict(CORRECT, limit=None), (FILTER, others), load_translator("en")
    )
    assert _list_texts(verdict, Permission.STUDENT).count("A program was stopped") == 1
    assert "ptrace" in _list_texts(verdict, Permission.STAFF)
    assert "mount" in _list_texts(verdict, Permission.STAFF)


def test_one_process_is_counted_in_the_singular() -> None:
    assert report_memory_kill(kills=1, limit_bytes=1_000, peak_bytes=None).what == (
        "processes killed at the memory limit of 1,000 bytes: 1"
    )


@pytest.mark.parametrize("kind", list(FindingKind))
def test_every_kind_of_finding_has_a_registered_code(kind: FindingKind) -> None:
    assert RunFinding(kind=kind, what="precisely").code in CODES
