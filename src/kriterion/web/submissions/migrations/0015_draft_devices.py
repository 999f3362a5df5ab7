"""Record on which device a draft was saved."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0014_waiting_by_course")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="device",
            field=models.CharField(blank=True, max_length=60),
        )
        for name in ("draft", "draftversion")
    ]
