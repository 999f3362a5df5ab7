"""Finds submissions whose judge failed, however long ago that was.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0002_blocked_submissions")]

    operations = [
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("status", "internal error")),
                fields=["-id"],
                name="submission_judge_failed",
            ),
        ),
    ]
