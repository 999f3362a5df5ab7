"""Repositories of exercises, and who may use and change them."""

import secrets
from typing import ClassVar

from django.db import models

from kriterion.exercises.exercise import RepositoryFormat
from kriterion.web.accounts.models import User


class RepositoryState(models.TextChoices):
    """The progress of fetching a repository."""

    NEW = "new"  # to be cloned or unpacked
    READING = "reading"  # being cloned and checked
    READY = "ready"
    FAILED = "failed"  # could not be cloned or read: see `failure`


class Sharing(models.TextChoices):
    """Who may use a repository besides its owner, administrators, and those with a grant."""

    PUBLIC = "public"  # every teacher, but only the exercises that everyone may see
    TEACHERS = "teachers"  # every teacher, all of it
    REQUEST = "request"  # teachers see its name, and may ask
    PRIVATE = "private"  # nobody; no one else learns of it


class RepositoryRight(models.TextChoices):
    """What a grant allows."""

    USE = "use"  # add its activities to own courses
    EDIT = "edit"  # change its settings, update it, check it, and use it


def made_up_secret() -> str:
    """Return a random secret."""
    return secrets.token_urlsafe(32)


class Repository(models.Model):
    """A repository: its source, its copy here, and its problems.

    It comes from `git_url`, from `local_directory` of this machine, or was uploaded. `directory` is
    its copy; the previous one stays until the new one is read. `digest` names its files as read:
    submissions are assessed with these. `withheld` describes a version that is not used until
    somebody confirms it, because it lost many activities; `confirmed` is the digest of the one that
    was. `size_bytes` is what the copy takes on the disk, None if it was not measured. `owner` is
    the teacher who brought it in; None: the site's. Names are unique among those of one owner only,
    because a private one must not reveal itself. `webhook_secret` lets its host report pushes.
    `default_judge` judges exercises that name none. `tree` groups the activities (the contract's
    Group as JSON); None: by directory. `problems` are objects with the fields of authoring's
    findings. `needed_judges` are the judges its exercises need (NeededJudge as JSON).
    """

    name = models.CharField(max_length=200, db_index=True)
    owner = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="repositories"
    )
    sharing = models.CharField(max_length=16, choices=Sharing.choices, default=Sharing.PUBLIC)
    format = models.CharField(
        max_length=16,
        blank=True,
        choices=[(format_.value, format_.value) for format_ in RepositoryFormat],
    )
    git_url = models.CharField(max_length=500, blank=True)
    branch = models.CharField(max_length=200, blank=True)
    local_directory = models.CharField(max_length=1000, blank=True)
    directory = models.CharField(max_length=1000, blank=True)
    size_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True, db_index=True)
    withheld = models.JSONField(null=True, blank=True)
    confirmed = models.CharField(max_length=64, blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True, default=made_up_secret)
    default_judge = models.CharField(max_length=100, blank=True)
    state = models.CharField(
        max_length=16, choices=RepositoryState.choices, default=RepositoryState.NEW
    )
    failure = models.TextField(blank=True)
    problems = models.JSONField(default=list, blank=True)
    needed_judges = models.JSONField(default=list, blank=True)
    tree = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name


class RepositoryCredential(models.Model):
    """The access token with which a private repository is cloned over https.

    `encrypted_token` is encrypted (`secret_text.py`) and never shown. It is only sent to `git_url`:
    who may edit a repository cannot have it sent elsewhere.
    """

    repository = models.OneToOneField(Repository, models.CASCADE, related_name="credential")
    git_url = models.CharField(max_length=500)
    username = models.CharField(max_length=200)
    encrypted_token = models.TextField()
    stored_at = models.DateTimeField(auto_now=True)


class RepositoryGrant(models.Model):
    """A right on a repository that its owner or an administrator gave to a user."""

    repository = models.ForeignKey(Repository, models.CASCADE, related_name="grants")
    user = models.ForeignKey(User, models.CASCADE, related_name="repository_grants")
    right = models.CharField(max_length=8, choices=RepositoryRight.choices)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["repository", "user"], name="repository_grant_is_one")
        ]


class RepositoryRequest(models.Model):
    """A teacher's request for a right, until it is granted or refused."""

    repository = models.ForeignKey(Repository, models.CASCADE, related_name="requests")
    user = models.ForeignKey(User, models.CASCADE, related_name="repository_requests")
    right = models.CharField(max_length=8, choices=RepositoryRight.choices)
    reason = models.CharField(max_length=500, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["repository", "user"], name="repository_request_is_one")
        ]
