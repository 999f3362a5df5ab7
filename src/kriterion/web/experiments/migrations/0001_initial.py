"""Create the table of experiments."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalog", "0004_token"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Experiment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("image", models.CharField(blank=True, default="", max_length=255)),
                ("files", models.JSONField(default=dict)),
                ("file_names", models.JSONField(default=list)),
                ("phrase", models.TextField(blank=True)),
                ("stdin", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=16,
                    ),
                ),
                ("attempt", models.PositiveSmallIntegerField(default=0)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("definitions", models.TextField(blank=True)),
                ("output", models.TextField(blank=True)),
                ("ending", models.CharField(blank=True, max_length=32)),
                ("exit_status", models.IntegerField(blank=True, null=True)),
                ("is_unavailable", models.BooleanField(default=False)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="experiments",
                        to="catalog.activity",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="experiments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["queued", "running"])),
                        fields=["state", "id"],
                        name="experiment_under_way",
                    ),
                    models.Index(fields=["user", "activity", "-id"], name="experiment_history"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["queued", "running"])),
                        fields=("user",),
                        name="experiment_is_one_at_a_time",
                    )
                ],
            },
        ),
    ]
