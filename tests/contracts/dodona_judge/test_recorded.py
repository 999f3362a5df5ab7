"""What public judges wrote, as kept in their repositories, becomes the verdict that it should."""

import json
import os
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.encoding import encode_full_output
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, decide
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.writing import read

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
SCHEMA = REFERENCES / "dodona-edu+dodona/public/schemas/judge_output.json"

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


def _decide_verdict(content: bytes, piece_bytes: int | None = None) -> Verdict:
    return decide(
        read(content, piece_bytes), exit_status=0, limit=None, translator=load_translator("en")
    )


@pytest.mark.parametrize(
    ("pattern", "statuses"),
    [
        ("judge-java/integration-tests/*/result.json",
         {"correct": 7, "wrong": 6, "compilation error": 5, "runtime error": 3,
          "time limit exceeded": 1}),
        ("judge-sql/tests/e2e_stdout/test-sql-judge/*.stdout",
         {"correct": 26, "wrong": 14, "internal error": 9, "runtime error": 4,
          "compilation error": 3}),
        ("judge-turtle/tests/e2e_stdout/**/*.stdout",
         {"correct": 8, "wrong": 4, "compilation error": 4}),
        ("judge-javascript/test/stdout.json", {"correct": 1}),
        ("dodona/db/results/*.json", {"wrong": 2}),
    ],
)  # fmt: skip
def test_recorded_output_gets_its_recorded_verdict(pattern: str, statuses: dict[str, int]) -> None:
    files = list(REFERENCES.glob(f"dodona-edu+{pattern}"))
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_bytes()))
    found: Counter[str] = Counter()
    for file in files:
        verdict = _decide_verdict(file.read_bytes())
        found[verdict.status] += 1
        assert verdict.violations == (), file
        assert verdict.accepted is (verdict.status is Status.CORRECT), file
        assert verdict == _decide_verdict(file.read_bytes(), 1), file
        validator.validate(json.loads(encode_full_output(verdict.output)))
    assert found == statuses


@pytest.mark.parametrize(
    ("file", "status"),
    [
        ("compile-error-student", "compilation error"),
        ("diffing-testwriter-correct", "correct"),
        ("diffing-testwriter-wrong", "wrong"),
        ("i18n-stackoverflow", "runtime error"),
        ("interactive", "correct"),
        ("output-cutoff", "wrong"),
        ("tab-permission", "correct"),
        ("timeout", "time limit exceeded"),
    ],
)
def test_a_recorded_test_of_the_java_judge_has_its_status(file: str, status: str) -> None:
    path = REFERENCES / "dodona-edu+judge-java/integration-tests" / file / "result.json"
    assert _decide_verdict(path.read_bytes()).status == status


@pytest.mark.parametrize(
    ("file", "what"),
    [
        ("judge-prolog/example.out.json", "groups[0].messages: must be an array, not {"),
        ("dodona/test/files/output.json", "status is missing"),
        ("dodona/test/files/pythia_output.json", "status is missing"),
    ],
)
def test_recorded_output_that_violates_the_schema_is_refused(file: str, what: str) -> None:
    verdict = _decide_verdict((REFERENCES / f"dodona-edu+{file}").read_bytes())
    assert (verdict.status, verdict.accepted) == (Status.INTERNAL_ERROR, False)
    assert what in verdict.violations[0].what
