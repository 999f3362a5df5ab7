"""Index a user's waiting submissions by priority: background ones are not read with the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0012_silent_losses")]

    operations = [
        migrations.RemoveIndex(model_name="submission", name="submission_under_way"),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=["user", "priority", "turn"],
                name="submission_under_way",
            ),
        ),
    ]
