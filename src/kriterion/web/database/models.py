"""The database's own table."""

from django.db import models


class SchemaStamp(models.Model):
    """The only row says which version migrated the database, and how many migrations that was."""

    version = models.CharField(max_length=50)
    migrations = models.PositiveIntegerField()
    migrated_at = models.DateTimeField(auto_now=True)
