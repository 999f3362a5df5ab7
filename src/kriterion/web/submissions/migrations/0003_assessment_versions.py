"""Store the versions that made an assessment, and the assessments that were replaced."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0002_submission_lateness"),
    ]

    operations = [
        migrations.AddField(
            model_name="assessment",
            name="versions",
            field=models.JSONField(default=dict),
        ),
        migrations.CreateModel(
            name="PastAssessment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(blank=True, null=True)),
                ("replaced_at", models.DateTimeField(auto_now_add=True)),
                ("replaced_by", models.CharField(max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                            ("blocked", "Blocked"),
                            ("failed", "Failed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("status", models.CharField(max_length=32)),
                ("accepted", models.BooleanField(default=False)),
                ("summary", models.TextField(blank=True)),
                ("earned", models.IntegerField(blank=True, null=True)),
                ("possible", models.IntegerField(blank=True, null=True)),
                ("versions", models.JSONField(default=dict)),
                ("document", models.BinaryField(default=b"")),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_assessments",
                        to="submissions.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["submission", "-attempt"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("submission", "attempt"), name="assessment_is_replaced_once"
                    )
                ],
            },
        ),
    ]
