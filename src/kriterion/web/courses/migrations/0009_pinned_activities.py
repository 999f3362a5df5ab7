"""Activities can be pinned to the page of their course."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0008_feedback_times"),
    ]

    operations = [
        migrations.AddField(
            model_name="listing",
            name="pinned",
            field=models.BooleanField(default=False),
        ),
    ]
