"""Create the tables of activities, and who has read which.

Made by Django 5.2.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("repositories", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Activity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("exercise", "Exercise"),
                            ("reading", "Reading"),
                            ("lesson", "Lesson"),
                            ("tutorial", "Tutorial"),
                            ("playground", "Playground"),
                        ],
                        default="exercise",
                        max_length=16,
                    ),
                ),
                ("path", models.CharField(max_length=500)),
                ("names", models.JSONField(default=dict)),
                ("programming_language", models.CharField(blank=True, max_length=50)),
                ("labels", models.JSONField(default=list)),
                (
                    "task_kind",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("exercise", "Exercise"),
                            ("problem", "Problem"),
                            ("project", "Project"),
                        ],
                        max_length=16,
                    ),
                ),
                ("authors", models.JSONField(default=list)),
                ("is_listed", models.BooleanField(default=True)),
                ("difficulty", models.FloatField(blank=True, null=True)),
                ("trains", models.JSONField(default=list)),
                ("requires", models.JSONField(default=list)),
                ("next_on_success", models.JSONField(default=list)),
                ("next_on_difficulty", models.JSONField(default=list)),
                ("is_public", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("ok", "Ok"), ("not valid", "Not Valid"), ("removed", "Removed")],
                        default="ok",
                        max_length=16,
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
                ("search_text", models.TextField(blank=True)),
                (
                    "repository",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="activities",
                        to="repositories.repository",
                    ),
                ),
            ],
            options={
                "ordering": ["repository", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Reading",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.PositiveIntegerField(default=0)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readings",
                        to="catalog.activity",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="activity",
            constraint=models.UniqueConstraint(
                fields=("repository", "type", "path"), name="activity_has_one_path"
            ),
        ),
        migrations.AddConstraint(
            model_name="reading",
            constraint=models.UniqueConstraint(fields=("user", "activity"), name="reading_is_one"),
        ),
    ]
