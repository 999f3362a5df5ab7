"""A course may limit how many of its submissions run and wait."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("courses", "0012_early_opening")]

    operations = [
        *(
            migrations.AddField(
                model_name="course",
                name=name,
                field=models.PositiveSmallIntegerField(
                    blank=True,
                    null=True,
                    validators=[django.core.validators.MinValueValidator(1)],
                ),
            )
            for name in ("max_running", "max_running_each")
        ),
        migrations.AddField(
            model_name="course",
            name="only_latest_waits",
            field=models.BooleanField(default=False),
        ),
    ]
