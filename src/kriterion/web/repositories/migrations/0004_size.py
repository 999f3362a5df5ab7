"""What a repository's copy takes on the disk."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repositories", "0003_content_by_digest"),
    ]

    operations = [
        migrations.AddField(
            model_name="repository",
            name="size_bytes",
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
    ]
