"""Find an activity with its repository by its id, for every request and every submission."""

from kriterion.web.catalog.models import Activity
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.repositories.models import Repository

_activity = CompiledQuery(lambda key: Activity.objects.filter(pk=key))
_repository = CompiledQuery(lambda key: Repository.objects.filter(pk=key))


def find_activity(activity_id: int) -> Activity | None:
    """Return an activity with its repository; None if there is none."""
    for activity in _activity.fetch_objects(key=activity_id):
        for repository in _repository.fetch_objects(key=activity.repository_id):
            activity.repository = repository
            return activity
    return None
