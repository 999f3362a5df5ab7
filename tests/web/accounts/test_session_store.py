"""A session is loaded until it expires, and its key stays what Django signs and stores."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from kriterion.web.accounts.session_store import SessionStore


def make_session() -> str:
    """Return the key of a session as earlier versions stored it."""
    store = DatabaseSessionStore()
    store["name"] = "value"
    store.create()
    assert store.session_key is not None
    return store.session_key


def test_a_session_of_an_earlier_version_is_loaded(db: None) -> None:
    assert SessionStore(make_session())["name"] == "value"


def test_an_expired_session_is_not_loaded(db: None) -> None:
    key = make_session()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    store = SessionStore(key)
    assert "name" not in store
    assert store.session_key is None


def test_an_unknown_session_is_empty(db: None) -> None:
    for key in ("", None, "unknown" * 4):
        assert SessionStore(key).keys() == set()
