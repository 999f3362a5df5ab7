"""Reports of comments by tools."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("submissions", "0005_automatic_comments"),
    ]

    operations = [
        migrations.CreateModel(
            name="AutomaticCommentReport",
            fields=[
                (
                    "comment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="report",
                        serialize=False,
                        to="submissions.submissioncomment",
                    ),
                ),
                ("sentence", models.CharField(blank=True, max_length=300)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
