"""A statement does what the query or the change that it was compiled from does."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import BigIntegerField, CharField, DateTimeField, DurationField, F, Value

from kriterion.web.accounts.models import User
from kriterion.web.database import database_clock as clock
from kriterion.web.database.statement import (
    Parameter,
    Statement,
    Subselect,
    compile_insert,
    compile_once,
    insert_object,
    list_columns,
    make_parameter,
    make_reader,
    write_query,
    write_update,
)
from kriterion.web.submissions.models import QueueShare, Submission
from tests.web.conftest import World


def test_what_does_not_vary_may_be_any_text(db: None) -> None:
    for name in ("100% 'sure' \\", "%s", "%%", "plain"):
        User.objects.create(username=name)
        rows = User.objects.filter(username=name, pk__gt=Parameter("least", BigIntegerField()))
        statement = Statement(*write_query(rows.values_list("username")))
        assert statement.fetch(least=0) == [(name,)]
        assert statement.fetch(least=10**9) == []


def test_an_update_returns_what_it_has_changed(db: None) -> None:
    share = QueueShare.objects.create(priority=0, flow=7, virtual_time=5)
    rows = QueueShare.objects.filter(flow=Parameter("flow", BigIntegerField()))
    sql, parameters = write_update(
        rows, {"virtual_time": F("virtual_time") + Parameter("step", BigIntegerField())}
    )
    statement = Statement(f"{sql} RETURNING {list_columns(QueueShare)}", parameters)
    assert statement.fetch(flow=8, step=1) == []
    [row] = statement.fetch(flow=7, step=10)
    changed = make_reader(QueueShare).read(row)
    assert (changed.pk, changed.virtual_time, changed.is_active) == (share.pk, 15, False)
    assert Statement(sql, parameters).execute(flow=7, step=1) == 1
    share.refresh_from_db()
    assert share.virtual_time == 16


def test_a_query_that_is_written_already_can_be_a_value(db: None) -> None:
    QueueShare.objects.create(priority=0, flow=7)
    QueueShare.objects.create(priority=1, flow=8)
    first, parameters = write_query(QueueShare.objects.order_by("-flow").values_list("pk")[:1])
    rows = QueueShare.objects.filter(pk=Subselect(first, parameters)).values_list("flow")
    assert Statement(*write_query(rows)).fetch() == [(8,)]


def test_an_insert_updates_the_row_that_is_there(db: None) -> None:
    store = compile_insert(
        QueueShare,
        ("priority", "flow", "virtual_time", "is_active"),
        unique=("priority", "flow"),
        kept=("priority", "flow", "is_active"),
    )
    store.execute(priority=0, flow=7, virtual_time=1, is_active=True)
    store.execute(priority=0, flow=7, virtual_time=2, is_active=False)
    [share] = QueueShare.objects.all()
    assert (share.virtual_time, share.is_active) == (2, True)


def test_an_object_is_inserted_as_it_would_be_saved(world: World) -> None:
    saved, inserted = (
        Submission(
            user=world.ben,
            activity=world.exercise,
            number=number,
            files={"a.py": "é%s"},
            file_names=["a.py"],
            due_at=datetime(2030, 1, 1, tzinfo=UTC),
        )
        for number in (7, 8)
    )
    saved.save()
    insert_object(inserted)
    varying = ("id", "number", "created_at")
    columns = [each.name for each in Submission._meta.fields if each.name not in varying]
    rows = Submission.objects.filter(number__in=(7, 8)).values(*columns)
    assert rows[0] == rows[1]
    inserted.late_penalty = 5
    inserted.save()
    assert Submission.objects.get(number=8).late_penalty == 5
    assert Submission.objects.get(number=8).created_at == inserted.created_at


def test_values_are_converted_as_the_fields_of_models_do(world: World) -> None:
    moment = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    names = ("tags", "due_at", "accepted", "earned")
    row = Submission.unlimited.filter(pk=make_parameter(Submission, "id", "key"))
    change = write_update(row, {name: make_parameter(Submission, name) for name in names})
    values = {"tags": ["loop", "é%"], "due_at": moment, "accepted": True, "earned": None}
    assert Statement(*change).execute(key=world.submission.pk, **values) == 1
    world.submission.refresh_from_db()
    assert {name: getattr(world.submission, name) for name in names} == values
    columns = list(Submission.unlimited.filter(pk=world.submission.pk).values_list())
    [raw] = Statement(*write_query(row)).fetch(key=world.submission.pk)
    read = make_reader(Submission).read(raw)
    assert [getattr(read, field.attname) for field in Submission._meta.concrete_fields] == [
        *columns[0]
    ]


def test_a_form_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    @compile_once
    def compile_form(name: str) -> str:
        compiled.append(name)
        return name

    assert [compile_form(name) for name in "aabab"] == [*"aabab"]
    assert compiled == [*"ab"]
    moment = Value(datetime(2030, 1, 1, tzinfo=UTC), output_field=DateTimeField())
    monkeypatch.setattr(clock, "now", lambda: moment)  # which the SQL would contain
    assert [compile_form(name) for name in "aa"] == [*"aa"]
    assert compiled == [*"abaa"]


def test_a_duration_is_a_value_like_any_other(db: None) -> None:
    user = User.objects.create(username="anna")
    rows = User.objects.filter(
        username=Parameter("name", CharField()),
        date_joined__gt=clock.now() - Parameter("age", DurationField()),
    )
    statement = Statement(*write_query(rows.values_list("pk")))
    assert statement.fetch(name="anna", age=timedelta(hours=1)) == [(user.pk,)]
    assert statement.fetch(name="anna", age=timedelta(hours=-1)) == []
