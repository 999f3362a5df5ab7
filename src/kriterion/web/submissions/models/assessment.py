"""Assessments: everything the tools found about a submission."""

import json
import zlib

import msgspec
from django.db import models

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.submissions.models.submission import Submission


class Assessment(models.Model):
    """The record of a finished submission; `document` is its compressed JSON.

    `versions` are those of the judge, the exercise and the tools that made it, by name; empty in
    old rows.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="assessment"
    )
    attempt = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    versions = models.JSONField(default=dict)
    document = models.BinaryField()

    @staticmethod
    def packed(record: AssessmentRecord) -> bytes:
        """Encode a record for `document`."""
        try:
            encoded = msgspec.json.encode(record)
        except UnicodeEncodeError:  # a lone surrogate, which a tool may write
            written = json.dumps(msgspec.to_builtins(record), ensure_ascii=False)
            encoded = written.encode("utf-8", "replace")
        return zlib.compress(encoded, 6)

    @staticmethod
    def unpacked(document: bytes | memoryview) -> AssessmentRecord:
        return msgspec.json.decode(zlib.decompress(document), type=AssessmentRecord)

    @property
    def record(self) -> AssessmentRecord:
        return self.unpacked(self.document)
