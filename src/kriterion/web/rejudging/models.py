"""Re-judgings of a course's submissions, and the assessments that they propose."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.submissions.models import Submission, SubmissionState


class RejudgingChoice(models.TextChoices):
    """Which assessed submissions are re-judged. Latest and best are per student and exercise."""

    LATEST = "latest", _("The latest submission of each student to each exercise")
    BEST = "best", _("The best submission of each student to each exercise")
    ALL = "all", _("All submissions")
    FAILED = "failed", _("Submissions that the machine or the judge failed to assess")
    OTHER_VERSION = "other version", _("Submissions that another version assessed")


class RejudgingTools(models.TextChoices):
    """Which tools are run again. What the others found stays."""

    ALL = "all", _("All tools: results can change")
    ANALYSIS = "analysis", _("Analyzer and representer: comments and classes can change")
    REPRESENTER = "representer", _("Representer: classes of equivalent solutions can change")


class ApplicationMode(models.TextChoices):
    """Which proposals are being applied."""

    ALL = "all"
    OUTCOMES = "outcomes"
    CHOSEN = "chosen"


class RejudgingState(models.TextChoices):
    """The progress of a re-judging."""

    SELECTING = "selecting", _("Selecting submissions")
    RUNNING = "running", _("Assessing")  # the dry run
    READY = "ready", _("Ready for review")
    APPLYING = "applying", _("Applying")
    APPLIED = "applied", _("Applied")
    DISCARDING = "discarding", _("Discarded")  # its proposals are being deleted
    DISCARDED = "discarded", _("Discarded")


# In these states, workers have something to do unless it is paused.
UNDER_WAY = (
    RejudgingState.SELECTING,
    RejudgingState.RUNNING,
    RejudgingState.APPLYING,
    RejudgingState.DISCARDING,
)


class Rejudging(models.Model):
    """A teacher's request to assess submissions again: a dry run, until its proposals are applied.

    It concerns the course, or only a series or an activity of it. The submissions are those that
    existed at the start, up to id `last_submission`; those up to `selected_up_to` were considered.

    `total` is the number of proposals. `counts` holds the decided ones among those up to id
    `counted_up_to`, by state and level, such as "proposed.2": pages read these instead of counting
    rows. `retrying`: proposals that failed are being queued again.

    While proposals are applied, `application` says which, `applied_up_to` is the last one of level
    `apply_level` that was considered, and `applied` of `to_apply` are done. `rate` is how many
    submissions a second were assessed recently, as measured up to `measured_at`, when
    `measured_done` were done; None if that is not known.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="rejudgings")
    series = models.ForeignKey(
        Series, models.CASCADE, null=True, blank=True, related_name="rejudgings"
    )
    activity = models.ForeignKey(
        Activity, models.CASCADE, null=True, blank=True, related_name="rejudgings"
    )
    choice = models.CharField(max_length=16, choices=RejudgingChoice.choices)
    tools = models.CharField(
        max_length=16, choices=RejudgingTools.choices, default=RejudgingTools.ALL
    )
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    author_name = models.CharField(max_length=200)
    applied_by = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(
        max_length=16, choices=RejudgingState.choices, default=RejudgingState.SELECTING
    )
    paused = models.BooleanField(default=False)
    last_submission = models.BigIntegerField(default=0)
    selected_up_to = models.BigIntegerField(default=0)

    total = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    counted_up_to = models.BigIntegerField(default=0)
    retrying = models.BooleanField(default=False)
    application = models.CharField(
        max_length=16, choices=ApplicationMode.choices, blank=True, default=""
    )
    apply_level = models.PositiveSmallIntegerField(default=0)
    applied_up_to = models.BigIntegerField(default=0)
    to_apply = models.PositiveIntegerField(default=0)
    applied = models.PositiveIntegerField(default=0)
    measured_at = models.DateTimeField(null=True, blank=True)
    measured_done = models.PositiveIntegerField(default=0)
    rate = models.FloatField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["id"],
                name="rejudging_under_way",
                condition=models.Q(state__in=("selecting", "running", "applying", "discarding")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.course_id}/{self.pk}"

    @property
    def is_under_way(self) -> bool:
        return self.state in UNDER_WAY


class ProposalState(models.TextChoices):
    """The progress of a proposal."""

    WAITING = "waiting"
    RUNNING = "running"
    PROPOSED = "proposed"
    FAILED = "failed"  # the machine failed too often; the submission keeps its assessment
    OUTDATED = "outdated"  # the submission got another assessment or was requeued meanwhile
    APPLIED = "applied"


class ChangeLevel(models.IntegerChoices):
    """How much a proposed assessment differs from the current one."""

    NONE = 0
    FEEDBACK = 1  # texts of the feedback only
    OUTCOME = 2  # status, acceptance, points or comments


class Proposal(models.Model):
    """The assessment that the dry run proposes for a submission.

    A worker that claims it raises `attempt` and holds it until `lease_until`; every write of a
    worker names its attempt. `failures` and `losses` count failures of the machine and dead
    processes, `silences` the workers that let a lease expire, of which `silent_worker` is the last;
    `failure` is for administrators. `activity` is the submission's, so that an index
    finds what a worker can assess; None in old rows.

    `base_state` and `base_attempt` identify the assessment that it would replace. `changes` are
    the kinds of change (status, accepted, points, comments, feedback), `before` and `after` what
    the page lists about both assessments. `versions` made the proposed one; `document` is as in
    Assessment, empty when it is no longer needed. `chosen`: a teacher selected it to be applied.
    """

    rejudging = models.ForeignKey(Rejudging, models.CASCADE, related_name="proposals")
    submission = models.ForeignKey(Submission, models.CASCADE, related_name="proposals")
    activity = models.ForeignKey(
        Activity, models.CASCADE, null=True, related_name="+", db_index=False
    )
    state = models.CharField(
        max_length=16, choices=ProposalState.choices, default=ProposalState.WAITING
    )
    chosen = models.BooleanField(default=False)

    attempt = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    silences = models.PositiveSmallIntegerField(default=0, db_default=0)
    silent_worker = models.CharField(max_length=100, blank=True, default="", db_default="")
    failure = models.TextField(blank=True)

    base_state = models.CharField(max_length=16, choices=SubmissionState.choices, blank=True)
    base_attempt = models.PositiveIntegerField(default=0)
    level = models.PositiveSmallIntegerField(choices=ChangeLevel.choices, default=ChangeLevel.NONE)
    changes = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    versions = models.JSONField(default=dict)
    document = models.BinaryField(default=b"")  # last, so that lists skip it

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["rejudging", "submission"], name="proposal_is_one_per_submission"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["rejudging", "id"],
                name="proposal_waits",
                condition=models.Q(state="waiting"),
            ),
            models.Index(
                fields=["rejudging", "activity", "id"],
                name="proposal_waits_by_activity",
                condition=models.Q(state="waiting"),
            ),
            models.Index(
                fields=["lease_until"],
                name="proposal_runs",
                condition=models.Q(state="running"),
            ),
            models.Index(
                fields=["silent_worker"],
                name="proposal_silences",
                condition=models.Q(silences__gt=0),
            ),
            models.Index(fields=["rejudging", "state", "level", "id"], name="proposal_listed"),
            models.Index(
                fields=["rejudging", "id"],
                name="proposal_chosen",
                condition=models.Q(chosen=True, state="proposed"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rejudging_id}/{self.submission_id}"
