"""Workers that let the lease of a check expire are counted as losses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repository_management", "0002_checked_version"),
    ]

    operations = [
        migrations.AddField(
            model_name="repositorycheck",
            name="silences",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="repositorycheck",
            name="silent_worker",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
    ]
