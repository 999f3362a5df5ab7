"""Feedback that appears is a kind of notification."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0005_withheld_versions"),
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
                    ("withheld", "Withheld"),
                    ("feedback", "Feedback"),
                ],
                max_length=16,
            ),
        ),
    ]
