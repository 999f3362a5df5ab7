"""Notifications, the mail that is still to be sent about them, and who wants which mail."""

from typing import ClassVar
from uuid import uuid4

from django.db import models

from kriterion.web.accounts.models import User


class NotificationKind(models.TextChoices):
    """What happened."""

    ANSWER = "answer"  # a teacher wrote about a submission
    REVIEW = "review"  # a review was released
    RESULT = "result"  # a submission was assessed
    NOT_ASSESSED = "not-assessed"  # the machine failed too often
    FAILING = "failing"  # submissions of a course to an exercise are not assessed
    ANNOUNCEMENT = "announcement"  # of a course or of the site
    RIGHT_REQUESTED = "right-requested"  # a teacher asks for a right on a repository
    RIGHT_GRANTED = "right-granted"
    RIGHT_REFUSED = "right-refused"
    WITHHELD = "withheld"  # a repository's new version waits for a confirmation
    FEEDBACK = "feedback"  # the feedback of a series appeared


class Notification(models.Model):
    """An event that a user should know about.

    `address` is the path of the page about it, `names` the name of the exercise by language. An
    announcement has its title there, by no language, and its course in `actor_name`, as has what is
    failing; a right or a withheld version has the repository's name there. The feedback of a series
    has the names of series and course.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=16, choices=NotificationKind.choices)
    address = models.CharField(max_length=300)
    names = models.JSONField(default=dict)
    actor_name = models.CharField(max_length=400, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-id"], name="notification_of_user"),
            models.Index(
                fields=["user"],
                name="notification_unread",
                condition=models.Q(read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}/{self.pk}"

    def name(self, language: str) -> str:
        """Return the name of the exercise in a language, or in another one."""
        return str(self.names.get(language) or next(iter(self.names.values()), ""))


class OutgoingMail(models.Model):
    """A row of the outbox: mail about a notification, written in the transaction of its event.

    `key` makes the Message-ID, which is the same each time that the mail is sent. A process that
    sends it counts an attempt and holds it until `not_before`. `error` is of the last attempt.
    """

    notification = models.OneToOneField(Notification, models.CASCADE, related_name="mail")
    key = models.UUIDField(default=uuid4, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["id"],
                name="mail_waits",
                condition=models.Q(sent_at__isnull=True, failed_at__isnull=True),
            ),
            models.Index(
                fields=["id"], name="mail_failed", condition=models.Q(failed_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return str(self.key)


class MailPreference(models.Model):
    """Which events a user wants mail about; without a row, the defaults."""

    user = models.OneToOneField(User, models.CASCADE, related_name="mail_preference")
    answers = models.BooleanField(default=True)
    reviews = models.BooleanField(default=True)
    results = models.BooleanField(default=False)
    announcements = models.BooleanField(default=True)
    rights = models.BooleanField(default=True)  # on repositories
