"""Whole outputs of judges, and what becomes of each, in full: golden/<case>/.

`stream` is what was written, `ending.json` (when there is one) how the run ended, `expected.json`
the verdict.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.encoding import encode_full_output
from kriterion_tools.contracts.dodona_judge.outcome import decide
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.conftest import Golden
from tests.contracts.dodona_judge.writing import read

CASES = sorted((Path(__file__).parent / "golden").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_output_gives_the_recorded_verdict(case: Path, golden: Golden) -> None:
    ending: dict[str, Any] = {}
    if (case / "ending.json").is_file():
        ending = json.loads((case / "ending.json").read_bytes())
    limit = ending.get("limit")
    verdict = decide(
        read((case / "stream").read_bytes()),
        exit_status=ending.get("exit_status", 0),
        limit=Status(limit) if limit else None,
        translator=load_translator(ending.get("language", "en")),
        stderr=ending.get("stderr", "").encode(),
    )
    messages = {
        "status": verdict.status,
        "accepted": verdict.accepted,
        "summary": verdict.summary,
        "violations": [f"{violation.place}: {violation.what}" for violation in verdict.violations],
        "output": json.loads(encode_full_output(verdict.output)),
    }
    golden(case / "expected.json", json.dumps(messages, indent=2, ensure_ascii=False) + "\n")
