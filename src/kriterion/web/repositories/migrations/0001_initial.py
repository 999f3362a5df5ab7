"""Create the tables of repositories.

Made by Django 5.2.
"""

from django.db import migrations, models

import kriterion.web.repositories.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Repository",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, unique=True)),
                (
                    "format",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("dodona", "dodona"),
                            ("learn-ocaml", "learn-ocaml"),
                            ("exercism", "exercism"),
                        ],
                        max_length=16,
                    ),
                ),
                ("git_url", models.CharField(blank=True, max_length=500)),
                ("branch", models.CharField(blank=True, max_length=200)),
                ("directory", models.CharField(blank=True, max_length=1000)),
                ("commit", models.CharField(blank=True, max_length=64)),
                (
                    "webhook_secret",
                    models.CharField(
                        blank=True,
                        default=kriterion.web.repositories.models.made_up_secret,
                        max_length=64,
                    ),
                ),
                ("default_judge", models.CharField(blank=True, max_length=100)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("reading", "Reading"),
                            ("ready", "Ready"),
                            ("failed", "Failed"),
                        ],
                        default="new",
                        max_length=16,
                    ),
                ),
                ("failure", models.TextField(blank=True)),
                ("problems", models.JSONField(blank=True, default=list)),
                ("needed_judges", models.JSONField(blank=True, default=list)),
                ("tree", models.JSONField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
    ]
