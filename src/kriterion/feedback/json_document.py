"""An assessment as one JSON object for programs; its keys are the records' fields."""

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.feedback.visibility import filter_record
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

_FOR_STAFF = (
    ("judge", "violations"),
    ("judge", "run_notes"),
    ("judge", "run_codes"),
    ("judge", "environment"),
    *(
        (tool, key)
        for tool in ("analyzer", "representer")
        for key in ("violations", "stdout", "stderr", "debugging", "environment")
    ),
)


def encode_assessment(assessment: AssessmentRecord, role: Permission) -> bytes:
    """Encode what a role may see of an assessment; `judge.feedback` is in Dodona's full format.

    Each comment of an analyzer has its `text`, with parameters filled in. Violations, logs and
    environments (`_FOR_STAFF`) are removed unless the role is staff or higher.
    """
    judge = assessment.judge
    if judge is not None:
        assessment = replace(assessment, judge=filter_record(judge, role))
    document = msgspec.to_builtins(assessment)
    if not document["submission"]["other_files"]:
        del document["submission"]["other_files"]
    if document["analyzer"] is not None:
        _fill_in_comments(document["analyzer"])
    if not role.may_see(Permission.STAFF):
        for tool, key in _FOR_STAFF:
            if document[tool] is not None:
                del document[tool][key]
    # Not msgspec's encoder: a judge may write a lone surrogate, which cannot be encoded in UTF-8.
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")


def _fill_in_comments(analyzer: dict[str, Any]) -> None:
    """Replace `texts`, the comment library, by the `text` of each comment; None if unknown."""
    texts = analyzer.pop("texts")
    for comment in analyzer["comments"]:
        text = texts.get(comment["pointer"])
        comment["text"] = None if text is None else fill_in(text, comment["params"]).text
