"""A series may open to one student before it opens to others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("courses", "0011_anonymous_review")]

    operations = [
        migrations.AddField(
            model_name="extension",
            name=name,
            field=models.DateTimeField(blank=True, null=True),
        )
        for name in ("early_opening", "opens_at")
    ]
