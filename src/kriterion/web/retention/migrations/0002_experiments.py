"""Programs that were tried can be removed after some days."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("retention", "0001_sweeps")]

    operations = [
        migrations.AlterField(
            model_name="retentionsweep",
            name="kind",
            field=models.CharField(
                choices=[
                    ("past-assessments", "Past Assessments"),
                    ("re-judgings", "Rejudgings"),
                    ("live-feedback", "Live Feedback"),
                    ("renderings", "Renderings"),
                    ("audit-log", "Audit Log"),
                    ("notifications", "Notifications"),
                    ("experiments", "Experiments"),
                    ("content", "Content"),
                ],
                max_length=32,
                unique=True,
            ),
        ),
    ]
