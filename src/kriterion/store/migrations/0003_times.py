"""Submissions are found by when they came and ended, and the failed ones by themselves.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0002_work"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="submission",
            name="submission_finished",
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["created_at"], name="submission_by_time"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["finished_at"], name="submission_by_end"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "failed")), fields=["-id"], name="submission_failed"
            ),
        ),
    ]
