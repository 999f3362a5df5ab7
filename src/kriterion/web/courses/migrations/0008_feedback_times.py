"""When students see feedback."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0007_institution_groups"),
    ]

    operations = [
        migrations.AddField(
            model_name="series",
            name="feedback",
            field=models.CharField(
                choices=[
                    ("at-once", "at-once"),
                    ("after-deadline", "after-deadline"),
                    ("never", "never"),
                ],
                default="at-once",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="tab_feedback",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
