"""Django's sessions in the database, which every request loads."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from kriterion.web.database.compiled_query import CompiledQuery

_by_key = CompiledQuery(lambda key: Session.objects.filter(session_key=key))


class SessionStore(DatabaseSessionStore):
    """Loads sessions with a compiled query. The name is part of what signs their content."""

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key
        for session in _by_key.fetch_objects(key=key) if key else ():
            if session.expire_date > timezone.now():
                return session
        self._session_key = None
        return None
