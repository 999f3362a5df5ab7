"""The name of an activity that it keeps when it moves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0003_held_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="activity",
            name="token",
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
