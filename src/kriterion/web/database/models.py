"""The database's own tables."""

from django.db import models


class SchemaStamp(models.Model):
    """The only row says which version migrated the database, and how many migrations that was."""

    version = models.CharField(max_length=50)
    migrations = models.PositiveIntegerField()
    migrated_at = models.DateTimeField(auto_now=True)


class CacheEntry(models.Model):
    """An entry of Django's cache that all processes share, such as a count of failed log-ins.

    Its table and columns are those that Django's DatabaseCache uses.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "kriterion_cache"

    def __str__(self) -> str:
        return self.cache_key
