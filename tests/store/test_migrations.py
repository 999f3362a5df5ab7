"""The tables are what the models say, and those of a site in use become so."""

import io

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from kriterion.store.models import Repository, Submission
from kriterion.work.needed_judges import missing_judges
from kriterion.work.solved import filter_solved


@pytest.mark.django_db
def test_the_tables_are_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=io.StringIO())


@pytest.mark.django_db
def test_what_students_wrote_comes_last_in_its_table() -> None:
    """SQLite walks through a row's text to get at what comes after it."""
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, Submission._meta.db_table)
    assert [column.name for column in columns][-1] == "files"


@pytest.mark.django_db(transaction=True)
def test_the_tables_of_a_site_in_use_take_every_further_step() -> None:
    first = ("store", "0001_initial")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes("store")
    executor.migrate([first])
    try:
        old = MigrationExecutor(connection).loader.project_state([first]).apps
        user = old.get_model("store", "User").objects.create(username="anna")
        repository = old.get_model("store", "Repository").objects.create(name="in use")
        activity = old.get_model("store", "Activity").objects.create(
            repository=repository, path="echo"
        )
        old.get_model("store", "Submission").objects.create(
            user=user, activity=activity, number=1, state="failed", files={"a.py": "x"}
        )
        for number, accepted in ((2, True), (3, False)):
            old.get_model("store", "Submission").objects.create(
                user=user, activity=activity, number=number, accepted=accepted, essential=True
            )
    finally:
        MigrationExecutor(connection).migrate(latest)
    submission = Submission.objects.get(number=1)
    assert (submission.state, submission.files) == ("failed", {"a.py": "x"})
    assert not list(missing_judges(Repository.objects.get()))
    # What was accepted before essential comments counted still counts.
    assert [each.number for each in filter_solved(Submission.objects.all())] == [2]
