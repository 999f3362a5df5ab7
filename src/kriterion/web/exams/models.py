"""Exams, and who takes them."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.courses.exam_terms import ExamPart, ExamRules
from kriterion.web.courses.models import Series
from kriterion.web.exams.network_list import read_stored_networks


class Exam(models.Model):
    """A series as an exam; the series has its window.

    `networks` are texts such as "10.0.0.0/8"; with none, any address is allowed. `password` is a
    hash, or empty. `password_revision` grows with every change of it, which revokes what sessions
    have proven. Until `published_at` is set, students see nothing of it outside its window.
    """

    series = models.OneToOneField(Series, models.CASCADE, related_name="exam")
    networks = models.JSONField(default=list)
    password = models.CharField(max_length=256, blank=True)
    password_revision = models.PositiveIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.series_id)

    @property
    def rules(self) -> ExamRules:
        return ExamRules(
            networks=read_stored_networks(self.networks),
            password_revision=self.password_revision if self.password else None,
            is_published=self.published_at is not None,
        )


class ExamEntry(models.Model):
    """A student's part in an exam: when and from which address they entered it first."""

    exam = models.ForeignKey(Exam, models.CASCADE, related_name="entries")
    user = models.ForeignKey(User, models.CASCADE, related_name="exam_entries")
    entered_at = models.DateTimeField()
    address = models.GenericIPAddressField(null=True, blank=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    reopened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["exam", "user"], name="exam_entry_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.exam_id}/{self.user_id}"

    @property
    def part(self) -> ExamPart:
        return ExamPart(has_handed_in=self.handed_in_at is not None)
