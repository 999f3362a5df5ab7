"""A worker whose lease expired counts as a loss until it turns out to be alive."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0011_queue_shares"),
    ]

    operations = [
        migrations.AddField(
            model_name="loss",
            name="is_silent",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
