"""Keeps what exercises say about themselves, and whether their repository lists them.

Made by Django 5.2. Repositories that were read before show it once they are read again.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0007_comment_libraries")]

    operations = [
        migrations.AddField(
            model_name="activity",
            name="task_kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("exercise", "Exercise"),
                    ("problem", "Problem"),
                    ("project", "Project"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="activity",
            name="authors",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="activity",
            name="is_listed",
            field=models.BooleanField(default=True),
        ),
    ]
