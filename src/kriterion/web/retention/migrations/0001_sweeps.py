"""How far the sweeps are that remove what is older than the settings say."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="RetentionSweep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("past-assessments", "Past Assessments"),
                            ("re-judgings", "Rejudgings"),
                            ("live-feedback", "Live Feedback"),
                            ("renderings", "Renderings"),
                            ("audit-log", "Audit Log"),
                            ("notifications", "Notifications"),
                            ("content", "Content"),
                        ],
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("position", models.BigIntegerField(default=0)),
                ("removed", models.PositiveBigIntegerField(default=0)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["kind"],
            },
        ),
    ]
