"""What students add to a report."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("equivalence", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="classcommentreport",
            name="sentence",
            field=models.CharField(blank=True, max_length=300),
        ),
    ]
