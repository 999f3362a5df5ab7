"""Rights on repositories are a kind of notification, with mail by default."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_announcements"),
    ]

    operations = [
        migrations.AddField(
            model_name="mailpreference",
            name="rights",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("answer", "Answer"),
                    ("review", "Review"),
                    ("result", "Result"),
                    ("announcement", "Announcement"),
                    ("right-requested", "Right Requested"),
                    ("right-granted", "Right Granted"),
                    ("right-refused", "Right Refused"),
                ],
                max_length=16,
            ),
        ),
    ]
