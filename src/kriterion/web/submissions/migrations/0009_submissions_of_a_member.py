"""Index submissions by course, user and series, as pages of a member find them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0008_submission_image")]

    operations = [
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["course", "user", "series"], name="submission_of_member"),
        ),
    ]
