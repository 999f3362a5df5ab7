"""A program on the site's machine: makes users and repositories, and prints what students need.

`python -m tests.scale.site_content USERS`.
"""

import json
import shutil
import sys
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402 - models can be imported only now
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from kriterion.web.accounts.models import User  # noqa: E402
from kriterion.web.catalog.models import Activity, ActivityType  # noqa: E402
from kriterion.web.catalog.repository_fetching import fetch  # noqa: E402
from kriterion.web.database.postgresql.patience import tolerate_silence  # noqa: E402
from kriterion.web.repositories.models import Repository, RepositoryState  # noqa: E402
from tests.scale.solutions import EXAMPLES, PATIENT_REPOSITORY  # noqa: E402

SHIPPED = ("exercises", "ocaml-course")


def log_in(user: User) -> str:
    """Return the key of a session, without the cost of a password."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def load_repository(name: str, directory: Path) -> dict[str, int]:
    """Return the ids of the exercises by their paths."""
    repository = Repository.objects.create(name=name, directory=str(directory))
    fetch(repository)
    repository.refresh_from_db()
    assert repository.state == RepositoryState.READY, repository.failure
    exercises = repository.activities.filter(type=ActivityType.EXERCISE)
    exercises.update(is_public=True)
    return {activity.path: activity.pk for activity in Activity.objects.filter(pk__in=exercises)}


def copy_patient_exercises() -> Path:
    """Return a copy of the examples that gives solutions a minute."""
    copy = Path(settings.DATA) / PATIENT_REPOSITORY
    shutil.copytree(EXAMPLES / "exercises", copy)
    file = copy / "dirconfig.json"
    options = json.loads(file.read_text())
    options["evaluation"]["time_limit"] = 60
    file.write_text(json.dumps(options))
    return copy


def main(users: int) -> None:
    students = [User.objects.create_user(f"student-{number}") for number in range(users)]
    found = {
        "exercises": {
            **{name: load_repository(name, EXAMPLES / name) for name in SHIPPED},
            PATIENT_REPOSITORY: load_repository(PATIENT_REPOSITORY, copy_patient_exercises()),
        },
        "sessions": [log_in(user) for user in students],
    }
    print(json.dumps(found))


if __name__ == "__main__":
    with tolerate_silence():
        main(int(sys.argv[1]))
