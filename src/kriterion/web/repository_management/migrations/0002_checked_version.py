"""Add which version of a repository was checked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repository_management", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="repositorycheck",
            name="digest",
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
