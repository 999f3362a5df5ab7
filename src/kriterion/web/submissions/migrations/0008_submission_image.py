"""Store the image that each submission needs, so that only workers that have it claim it.

The column comes before the files: SQLite reads a row up to the last column that a query needs.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class MoveFilesLast(migrations.SeparateDatabaseAndState):
    """Copy `former_files` to a last column `files`; PostgreSQL needs no copy, only the name."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor == "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            rename = migrations.RenameField("submission", "former_files", "files")
            rename.database_forwards(app_label, schema_editor, from_state, to_state)


_ADD = migrations.AddField("submission", "files", models.JSONField(default=dict))
_REMOVE = migrations.RemoveField("submission", "former_files")


class Migration(migrations.Migration):
    dependencies = [("submissions", "0007_failure_notices")]

    operations = [
        migrations.RenameField("submission", "files", "former_files"),
        migrations.AddField(
            "submission", "image", models.CharField(blank=True, default="", max_length=255)
        ),
        MoveFilesLast(
            database_operations=[
                _ADD,
                migrations.RunSQL("UPDATE submissions_submission SET files = former_files"),
                _REMOVE,
            ],
            state_operations=[_ADD, _REMOVE],
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["image", "priority", "turn", "id"],
                name="submission_waits_for_image",
            ),
        ),
    ]
