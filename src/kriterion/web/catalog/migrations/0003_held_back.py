"""Add what keeps an exercise from being solved, and whether students do not see it for that."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0002_replaced_details"),
    ]

    operations = [
        migrations.AddField(
            model_name="activity",
            name="obstacles",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="activity",
            name="is_held_back",
            field=models.BooleanField(default=False),
        ),
    ]
