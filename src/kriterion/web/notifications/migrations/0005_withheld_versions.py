"""A withheld version of a repository is a kind of notification."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0004_failures"),
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
                ],
                max_length=16,
            ),
        ),
    ]
