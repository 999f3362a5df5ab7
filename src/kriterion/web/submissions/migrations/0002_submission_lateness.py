"""Store the lateness of submissions, before the files: SQLite reads a row up to the last column
that a query needs, so long texts stay last.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0001_initial")]

    operations = [
        migrations.RenameField("submission", "files", "former_files"),
        migrations.AddField("submission", "due_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "submission", "late_penalty", models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField("submission", "files", models.JSONField(default=dict)),
        migrations.RunSQL(
            "UPDATE submissions_submission SET files = former_files",
            reverse_sql="UPDATE submissions_submission SET former_files = files",
        ),
        migrations.RemoveField("submission", "former_files"),
    ]
