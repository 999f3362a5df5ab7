"""Index a user's waiting submissions by course, too: the last turn is found without a sort."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0013_waiting_by_priority")]

    operations = [
        migrations.RemoveIndex(model_name="submission", name="submission_under_way"),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=["user", "priority", "course", "turn"],
                name="submission_under_way",
            ),
        ),
    ]
