import msgspec

from kriterion.assessment.assessment_record import ToolViolation
from kriterion.assessment.tool_run import truncate_log


def test_a_violation_of_an_old_record_has_no_code() -> None:
    stored = b'{"document": "stdout", "where": "byte 1", "what": "text that is no JSON"}'
    violation = msgspec.json.decode(stored, type=ToolViolation)
    assert violation.code == ""
    assert b"code" not in msgspec.json.encode(violation)


def test_a_short_log_is_kept_unchanged() -> None:
    assert truncate_log("é\n".encode() * 100) == "é\n" * 100


def test_a_long_log_keeps_both_ends_and_mentions_the_gap() -> None:
    """How a run ended is what its author looks for, and how it began tells what was run."""
    kept = truncate_log(b"begin\n" + b"x" * 1_000_000 + b"\nTraceback")
    assert kept.startswith("begin\nxxx")
    assert kept.endswith("xxx\nTraceback")
    assert "\n[… Kriterion left out 934,480 bytes here …]\n" in kept
    assert len(kept) < 66_000
