"""Assessments: everything the tools found about a submission."""

import json
import zlib
from typing import ClassVar

import msgspec
from django.db import models

from kriterion.assessment.assessment_record import AssessmentRecord, decode_assessment
from kriterion.web.submissions.models.submission import Submission


class Assessment(models.Model):
    """The record of a finished submission; `document` is its compressed JSON.

    `versions` are those of the judge, the exercise and the tools that made it, by name; empty in
    old rows. `comments_stored`: its comments are stored as SubmissionComment, and the
    outcomes of its tests as SubmissionTests.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="assessment"
    )
    attempt = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    versions = models.JSONField(default=dict)
    comments_stored = models.BooleanField(default=False)
    document = models.BinaryField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["submission"],
                name="assessment_unread",
                condition=models.Q(comments_stored=False),
            )
        ]

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
        return decode_assessment(zlib.decompress(document))

    @property
    def record(self) -> AssessmentRecord:
        return self.unpacked(self.document)
