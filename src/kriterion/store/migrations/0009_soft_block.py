"""Keeps what comments ask of students, how essential ones were cleared, and the tags of solutions.

What was accepted before keeps counting as solved: nobody could clear a comment then.

Made by Django 5.2.
"""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def clear_accepted(apps: Any, _schema: object) -> None:
    submissions = apps.get_model("store", "Submission").objects.filter(
        essential=True, accepted=True
    )
    clearances = apps.get_model("store", "Clearance").objects
    now = timezone.now()
    clearances.bulk_create(
        (
            clearances.model(submission_id=key, reason="earlier", at=now)
            for key in submissions.order_by("pk").values_list("pk", flat=True).iterator()
        ),
        batch_size=500,
    )
    for comment in apps.get_model("store", "ClassComment").objects.filter(
        type="essential", draft=False
    ):
        alike = apps.get_model("store", "Submission").objects.filter(
            activity=comment.activity_id,
            digest=comment.digest,
            representer_version=comment.representer_version,
            exercise_version=comment.exercise_version,
            accepted=True,
        )
        clearances.bulk_create(
            (
                clearances.model(submission_id=key, class_comment=comment, reason="earlier", at=now)
                for key in alike.order_by("pk").values_list("pk", flat=True).iterator()
            ),
            batch_size=500,
        )


def write_files_last(apps: Any, schema_editor: Any) -> None:
    """SQLite walks through a row's text to get at what comes after it."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor._remake_table(apps.get_model("store", "Submission"))


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0008_exercise_facts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "submission", "suggestions", models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField("submission", "tags", models.JSONField(blank=True, default=list)),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("submission", "files"),
                migrations.AddField("submission", "files", models.JSONField(default=dict)),
            ]
        ),
        migrations.RunPython(write_files_last, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Clearance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[("read", "Read"), ("lifted", "Lifted"), ("earlier", "Earlier")],
                        max_length=16,
                    ),
                ),
                ("by_name", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "class_comment",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clearances",
                        to="store.classcomment",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clearances",
                        to="store.submission",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("submission", "class_comment"), name="class_comment_is_cleared_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(class_comment=None),
                        fields=("submission",),
                        name="analyzers_comments_are_cleared_once",
                    ),
                ],
            },
        ),
        migrations.RunPython(clear_accepted, migrations.RunPython.noop),
    ]
