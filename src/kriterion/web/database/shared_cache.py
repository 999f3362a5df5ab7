"""Django's cache in the database, for all processes of a site."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError


class SharedCache(DatabaseCache):
    """Raises OperationalError if a key cannot be added because nothing can be stored.

    Django's own ignores the error and returns False, as if somebody else had the key. Limits on
    log-ins take a key as a lock: on a full disk, users would read that they made too many attempts.
    """

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        for _ in range(2):  # the other holder of the key may have released it meanwhile
            if super().add(key, value, timeout, version):
                return True
            if self.has_key(key, version):
                return False
        raise OperationalError("the cache cannot be written")
