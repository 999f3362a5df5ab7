"""Tells what a worker is unable to do, and which processes died while they ran a submission."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0003_submission_judge_failed")]

    operations = [
        migrations.AddField(
            model_name="worker",
            name="unable",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="worker",
            name="retry_asked",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Loss",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("worker", models.CharField(max_length=100)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="losses",
                        to="store.submission",
                    ),
                ),
            ],
        ),
    ]
