"""The secret token in the address of a feed: created, renewed, revoked, looked up."""

import secrets

from django.core.signing import BadSignature, Signer

from kriterion.web.accounts.models import User
from kriterion.web.calendar_feed.models import CalendarFeed

_KEY_BYTES = 16
_MAX_TOKEN = 200  # characters


def renew_feed(user: User) -> CalendarFeed:
    """Give the user's feed a new address, or their first one."""
    values = {"key": secrets.token_urlsafe(_KEY_BYTES)}
    return CalendarFeed.objects.update_or_create(user=user, defaults=values)[0]


def revoke_feed(user: User) -> bool:
    """Remove the user's feed; return whether there was one."""
    return CalendarFeed.objects.filter(user=user).delete()[0] > 0


def make_token(feed: CalendarFeed) -> str:
    return _make_signer().sign(feed.key)


def find_subscriber(token: str) -> User | None:
    """Return the active user whose feed has this token."""
    if len(token) > _MAX_TOKEN:
        return None
    try:
        key = _make_signer().unsign(token)
    except BadSignature:
        return None
    feeds = CalendarFeed.objects.select_related("user").filter(key=key, user__is_active=True)
    feed = feeds.first()
    return None if feed is None else feed.user


def _make_signer() -> Signer:
    return Signer(sep=".", salt="kriterion.calendar-feed")
