"""An assessment as one JSON object, for programs: the words of the records are its keys."""

import json

import msgspec
from msgspec.structs import replace

from kriterion.assessment.record import Assessment
from kriterion.contracts.dodona_judge.output import Permission
from kriterion.feedback.visibility import visible_to

_FOR_STAFF = (
    ("judge", "violations"),
    ("representer", "violations"),
    ("representer", "stdout"),
    ("representer", "stderr"),
)


def encode_assessment(assessment: Assessment, role: Permission) -> bytes:
    """The assessment for a reader of that role; `judge.feedback` is in Dodona's full format.

    What tools wrote against their contract, and what a representer printed, is there for staff and
    those above only.
    """
    judge = assessment.judge
    if judge is not None:
        visible = visible_to(judge.feedback, role)
        assessment = replace(assessment, judge=replace(judge, feedback=visible))
    document = msgspec.to_builtins(assessment)
    if not role.sees(Permission.STAFF):
        for tool, key in _FOR_STAFF:
            if document[tool] is not None:
                del document[tool][key]
    # Not msgspec's writer: a judge may write half a surrogate pair, which UTF-8 does not know.
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")
