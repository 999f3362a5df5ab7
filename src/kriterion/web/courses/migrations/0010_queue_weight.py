"""A course has a weight, by which it gets its share of the workers."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("courses", "0009_pinned_activities")]

    operations = [
        migrations.AddField(
            model_name="course",
            name="queue_weight",
            field=models.PositiveSmallIntegerField(
                default=1,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
    ]
