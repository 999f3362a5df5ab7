"""Store which images each worker has proved, and what its machine has."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0009_submissions_of_a_member")]

    operations = [
        migrations.AddField("worker", "proofs", models.JSONField(blank=True, default=list)),
        migrations.AddField("worker", "report", models.JSONField(blank=True, default=dict)),
    ]
