"""`kriterion schemas`: JSON Schemas of the files that authors write, for editors and scripts."""

import json
from pathlib import Path
from typing import Any

import click

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.cli.exit_status import FINE
from kriterion.errors import OperatorError

EXAMPLES = """\b
Examples:
  kriterion schemas
  kriterion schemas suite > suite.schema.json
  kriterion schemas --output .vscode/schemas
"""


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False, type=click.Choice(list(SCHEMAS)), metavar="[NAME]")
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write NAME.schema.json into this directory; without NAME, one for each.",
)
def schemas(name: str | None, output: Path | None) -> int:
    """Print the JSON Schema called NAME; without NAME, list all schemas.

    An editor that knows the schema of a file completes and explains its keys. All schemas follow
    draft 2020-12.
    """
    if output is not None:
        _write_schemas([name] if name else list(SCHEMAS), output)
    elif name is not None:
        click.echo(_encode_schema(SCHEMAS[name].load()))
    else:
        for known, schema in SCHEMAS.items():
            click.echo(f"{known:18} {schema.about}")
    return FINE


def _write_schemas(names: list[str], directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name in names:
            file = directory / f"{name}.schema.json"
            file.write_text(_encode_schema(SCHEMAS[name].load()) + "\n", encoding="utf-8")
    except OSError as error:
        raise OperatorError(f"{directory}: cannot be written: {error.strerror}") from error


def _encode_schema(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False)
