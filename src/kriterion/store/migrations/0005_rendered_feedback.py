"""Keeps feedback as it was rendered.

Made by Django 5.2.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0004_inabilities")]

    operations = [
        migrations.CreateModel(
            name="RenderedFeedback",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rendered_feedback",
                        serialize=False,
                        to="store.submission",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("document", models.BinaryField()),
            ],
        ),
    ]
