"""Tools name their files by digests."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tools", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="tool",
            name="comments_digest",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="tool",
            name="digest",
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
