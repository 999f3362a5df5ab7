"""Create the table of checks with solutions."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("repositories", "0002_rights"),
    ]

    operations = [
        migrations.CreateModel(
            name="RepositoryCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("requested_by", models.CharField(max_length=200)),
                ("commit", models.CharField(blank=True, max_length=64)),
                ("remaining", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField(default=0)),
                ("judged", models.PositiveIntegerField(default=0)),
                ("findings", models.JSONField(default=list)),
                ("left_out", models.PositiveIntegerField(default=0)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveSmallIntegerField(default=0)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("worker", models.CharField(blank=True, max_length=200)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "repository",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="solution_check",
                        to="repositories.repository",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ("waiting", "running"))),
                        fields=["id"],
                        name="repository_check_under_way",
                    )
                ],
            },
        ),
    ]
