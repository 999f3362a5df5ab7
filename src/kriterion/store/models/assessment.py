"""Assessments: everything the tools found about a submission, as the core's record."""

import zlib

import msgspec
from django.db import models

from kriterion.assessment.record import Assessment as Record
from kriterion.store.models.submission import Submission


class Assessment(models.Model):
    """The record of a finished submission; `document` is its JSON, compressed."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="assessment"
    )
    attempt = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    document = models.BinaryField()

    @staticmethod
    def packed(record: Record) -> bytes:
        """The record as `document` holds it."""
        return zlib.compress(msgspec.json.encode(record), 6)

    @property
    def record(self) -> Record:
        """The record."""
        return msgspec.json.decode(zlib.decompress(self.document), type=Record)
