"""An assessment as one JSON object, for programs: the words of the records are its keys."""

import json

import msgspec
from msgspec.structs import replace

from kriterion.assessment.record import Assessment
from kriterion.contracts.dodona_judge.output import Permission
from kriterion.feedback.visibility import visible_to


def encode_assessment(assessment: Assessment, role: Permission) -> bytes:
    """The assessment for a reader of that role; `judge.feedback` is in Dodona's full format.

    What the judge wrote against its contract is there for staff and those above only.
    """
    judge = assessment.judge
    if judge is not None:
        visible = visible_to(judge.feedback, role)
        assessment = replace(assessment, judge=replace(judge, feedback=visible))
    document = msgspec.to_builtins(assessment)
    if judge is not None and not role.sees(Permission.STAFF):
        del document["judge"]["violations"]
    # Not msgspec's writer: a judge may write half a surrogate pair, which UTF-8 does not know.
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")
