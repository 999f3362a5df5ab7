"""Make, check and revoke the tokens of workers."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from kriterion.web.content.models import WorkerToken

_PREFIX = "kriterion-worker-"  # by which scanners recognise a leaked token
_USE_RESOLUTION = timedelta(minutes=1)  # of `used_at`: not every request needs a write


def make_token(name: str) -> str:
    """Store a new token under an unused name; return the secret, which cannot be read again.

    Raises ValueError if the name is used.
    """
    if WorkerToken.objects.filter(name=name).exists():
        raise ValueError(name)
    secret = _PREFIX + secrets.token_urlsafe(32)
    WorkerToken.objects.create(name=name, digest=_digest(secret))
    return secret


def revoke_token(name: str) -> bool:
    """Revoke a token; return False if no valid token has that name."""
    valid = WorkerToken.objects.filter(name=name, revoked_at=None)
    return bool(valid.update(revoked_at=timezone.now()))


def is_valid_token(secret: str) -> bool:
    """Whether a worker's token is valid; record its use.

    It is looked up by its digest, so the time this takes says nothing about a stored secret.
    """
    digest = _digest(secret)
    token = WorkerToken.objects.filter(digest=digest, revoked_at=None).first()
    if token is None or not secrets.compare_digest(token.digest, digest):
        return False
    now = timezone.now()
    is_old = Q(used_at=None) | Q(used_at__lt=now - _USE_RESOLUTION)
    WorkerToken.objects.filter(is_old, pk=token.pk).update(used_at=now)
    return True


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
