"""The tokens of solutions, comparisons of the solutions to an exercise, and similar pairs."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.models import Submission


class StoredTokens(models.Model):
    """The tokens of a submission, as `pack_tokens` of `kriterion.similarity` returns them."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="stored_tokens"
    )
    version = models.PositiveSmallIntegerField()
    document = models.BinaryField()


class ComparedChoice(models.TextChoices):
    """Which submission of each student in each course is compared."""

    LATEST = "latest", _("The latest submission of each student")
    ACCEPTED = "accepted", _("The latest accepted submission of each student")


class ComparisonState(models.TextChoices):
    """The progress of a comparison."""

    WAITING = "waiting"  # workers read or compare, or will
    READY = "ready"
    FAILED = "failed"  # it exceeds the limits of a process, or processes died with it


class SolutionComparison(models.Model):
    """The comparison of the solutions to an exercise in some courses.

    Only somebody who may review in all of `courses` sees it; `courses_digest` stands for them.
    `selection` stands for the submissions that were compared, and for what students are given. A
    worker that claims it raises `attempt` and `losses`, and holds it until `lease_until`. Progress
    resets `losses`, so it counts deaths without any. `read` of `to_read` submissions have stored
    tokens. `idioms` and `template` are fingerprints that do not count, eight bytes each. Other
    fields are as in SimilarityResult.
    """

    activity = models.ForeignKey(Activity, models.CASCADE, related_name="comparisons")
    courses = models.JSONField(default=list)
    courses_digest = models.CharField(max_length=64)
    choice = models.CharField(
        max_length=16, choices=ComparedChoice.choices, default=ComparedChoice.LATEST
    )
    state = models.CharField(
        max_length=16, choices=ComparisonState.choices, default=ComparisonState.WAITING
    )
    attempt = models.PositiveIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    compared_at = models.DateTimeField(null=True, blank=True)
    selection = models.CharField(max_length=64, blank=True)
    read = models.PositiveIntegerField(default=0)
    to_read = models.PositiveIntegerField(default=0)

    compared = models.PositiveIntegerField(default=0)
    without_own = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)
    is_cut = models.BooleanField(default=False)
    histogram = models.JSONField(default=list)
    idioms = models.BinaryField(default=b"")
    template = models.BinaryField(default=b"")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["activity", "courses_digest", "choice"], name="comparison_is_one_per_scope"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["id"], name="comparison_waits", condition=models.Q(state="waiting")
            )
        ]

    def __str__(self) -> str:
        return f"{self.activity_id}/{self.pk}"


class SimilarPair(models.Model):
    """Two similar submissions, the older one left; fields are as in SolutionPair."""

    comparison = models.ForeignKey(SolutionComparison, models.CASCADE, related_name="pairs")
    left = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    right = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    similarity = models.FloatField()
    longest = models.IntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-similarity", "-longest", "id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["comparison", "-similarity"], name="pair_by_similarity")
        ]
