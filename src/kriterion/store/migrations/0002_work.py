"""Turns in the queue, and how many changes an attempt has written.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0001_initial"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="submission",
            name="submission_waits",
        ),
        migrations.AddField(
            model_name="submission",
            name="changes",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="submission",
            name="turn",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["priority", "turn", "id"],
                name="submission_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=["user", "turn"],
                name="submission_under_way",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "finished")),
                fields=["-finished_at"],
                name="submission_finished",
            ),
        ),
    ]
