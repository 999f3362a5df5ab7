import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.errors import OperatorError

Run = Callable[..., Result]


def test_without_a_name_the_schemas_are_listed_one_per_line(run: Run) -> None:
    lines = run("schemas").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(SCHEMAS)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_printed_as_json(run: Run, name: str) -> None:
    assert json.loads(run("schemas", name).stdout) == SCHEMAS[name].load()


def test_all_schemas_are_written_into_a_directory(run: Run, tmp_path: Path) -> None:
    result = run("schemas", "--output", str(tmp_path / "new" / "schemas"))
    assert result.return_value == 0
    written = {file.name for file in (tmp_path / "new" / "schemas").iterdir()}
    assert written == {f"{name}.schema.json" for name in SCHEMAS}


def test_a_named_schema_is_written(run: Run, tmp_path: Path) -> None:
    run("schemas", "suite", "--output", str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["suite.schema.json"]


def test_an_unknown_name_is_a_usage_error(run: Run) -> None:
    assert isinstance(run("schemas", "track").exception, click.UsageError)


def test_an_unwritable_path_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("schemas", "--output", str(tmp_path / "file" / "below"))
    assert isinstance(result.exception, OperatorError)
