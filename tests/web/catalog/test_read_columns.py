"""What reading a repository stores of an activity."""

from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_contents import READ_FIELDS

IDENTIFYING = {"id", "repository", "type", "path"}


def test_each_column_is_renewed_or_identifies_the_activity() -> None:
    columns = {field.name for field in Activity._meta.concrete_fields}
    assert columns == {*READ_FIELDS} | IDENTIFYING
