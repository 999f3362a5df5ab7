"""A course may hide names from its assistants and mentors."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("courses", "0010_queue_weight")]

    operations = [
        migrations.AddField(
            model_name="course",
            name="anonymous_review",
            field=models.BooleanField(default=False),
        ),
    ]
