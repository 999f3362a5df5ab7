"""What Exercism's javascript-analyzer writes is read without a word, and can be shown."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.comment_library import load_comments
from kriterion.feedback.analysis.prepared_comments import prepare_comments
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import read_analysis

REFERENCES = os.environ.get("KRITERION_REFERENCES", "")
FIXTURES = Path(REFERENCES, "exercism+javascript-analyzer", "test", "fixtures")
LIBRARY = Path(REFERENCES, "exercism+website-copy", "analyzer-comments")

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES, reason="KRITERION_REFERENCES names no directory"),
]


def test_every_expected_analysis_is_read_and_shown() -> None:
    files = sorted(FIXTURES.rglob("expected_analysis.json"))
    assert len(files) == 24
    comment_count = 0
    for file in files:
        analysis, violations = read_analysis(file.read_bytes())
        assert violations == (), file
        texts, _ = load_comments(
            [LIBRARY], (comment.pointer for comment in analysis.comments), "en"
        )
        prepared = prepare_comments(analysis, texts, Viewer())
        missing = {fault.where for fault in prepared.faults}
        assert missing == {comment.pointer for comment in analysis.comments} - texts.keys(), file
        comment_count += len(prepared.comments)
    assert comment_count > 20
