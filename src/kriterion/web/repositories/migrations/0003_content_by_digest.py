"""Repositories name their files by a digest; a version that lost activities is withheld."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repositories", "0002_rights"),
    ]

    operations = [
        migrations.AddField(
            model_name="repository",
            name="confirmed",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="repository",
            name="digest",
            field=models.CharField(blank=True, db_index=True, max_length=64),
        ),
        migrations.AddField(
            model_name="repository",
            name="withheld",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
