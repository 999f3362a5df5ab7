"""Find an activity with its repository by its id, for every request and every submission."""

from kriterion.web.catalog.models import Activity
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.database.statement import make_reader
from kriterion.web.repositories.models import Repository

_activity_and_repository = CompiledQuery(
    lambda key: Activity.objects.filter(pk=key).select_related("repository")
)


def find_activity(activity_id: int) -> Activity | None:
    """Return an activity with its repository; None if there is none."""
    rows = _activity_and_repository.fetch_rows(key=activity_id)
    if not rows:
        return None
    columns = list(rows[0])
    activity: Activity = make_reader(Activity).take(columns)
    activity.repository = make_reader(Repository).take(columns)
    return activity
