"""Comments that were carried over to a class of a newer version."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("equivalence", "0002_report_sentences"),
        ("submissions", "0005_automatic_comments"),
    ]

    operations = [
        migrations.CreateModel(
            name="CarriedComment",
            fields=[
                (
                    "comment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="carried_from",
                        serialize=False,
                        to="submissions.classcomment",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="carried_to",
                        to="submissions.classcomment",
                    ),
                ),
            ],
        ),
    ]
