"""Submissions keep the order of their files."""

from typing import Any, ClassVar

from django.db import migrations, models


def write_files_last(apps: Any, schema_editor: Any) -> None:
    """SQLite walks through a row's text to get at what comes after it."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor._remake_table(apps.get_model("store", "Submission"))


class Migration(migrations.Migration):
    dependencies: ClassVar[list[tuple[str, str]]] = [("store", "0009_soft_block")]

    operations: ClassVar[list[migrations.operations.base.Operation]] = [
        migrations.AddField("submission", "file_names", models.JSONField(default=list)),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("submission", "files"),
                migrations.AddField("submission", "files", models.JSONField(default=dict)),
            ]
        ),
        migrations.RunPython(write_files_last, migrations.RunPython.noop),
    ]
