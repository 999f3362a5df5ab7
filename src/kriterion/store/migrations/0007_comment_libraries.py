"""Says where the texts of an analyzer's comments come from.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0006_judges")]

    operations = [
        migrations.AddField("tool", "comments_commit", models.CharField(blank=True, max_length=64)),
        migrations.AddField(
            "tool", "comments_directory", models.CharField(blank=True, max_length=1000)
        ),
        migrations.AddField(
            "tool", "comments_folder", models.CharField(blank=True, max_length=300)
        ),
        migrations.AddField(
            "tool", "comments_git_url", models.CharField(blank=True, max_length=500)
        ),
    ]
