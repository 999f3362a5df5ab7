"""The audit log: who changed what. Entries are only ever added."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User


class AuditEntry(models.Model):
    """One action. `actor_name` and `object_name` remain after the user or object is deleted."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    actor_name = models.CharField(max_length=200)
    action = models.CharField(max_length=50)  # such as "repository.add"
    object_kind = models.CharField(max_length=50, blank=True)
    object_id = models.CharField(max_length=50, blank=True)
    object_name = models.CharField(max_length=300, blank=True)
    detail = models.JSONField(default=dict)
    address = models.GenericIPAddressField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
