"""Submissions that could not be assessed are kinds of notifications."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_rights"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("answer", "Answer"),
                    ("review", "Review"),
                    ("result", "Result"),
                    ("not-assessed", "Not Assessed"),
                    ("failing", "Failing"),
                    ("announcement", "Announcement"),
                    ("right-requested", "Right Requested"),
                    ("right-granted", "Right Granted"),
                    ("right-refused", "Right Refused"),
                ],
                max_length=16,
            ),
        ),
    ]
