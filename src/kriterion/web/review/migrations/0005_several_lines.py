"""Add the last line of threads about several lines.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0004_draft_threads"),
    ]

    operations = [
        migrations.AddField(
            model_name="reviewthread",
            name="last_line",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
