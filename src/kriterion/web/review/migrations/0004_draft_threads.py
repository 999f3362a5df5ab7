"""Add comments on lines that are released with a review.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0003_saved_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="reviewthread",
            name="is_draft",
            field=models.BooleanField(default=False),
        ),
    ]
