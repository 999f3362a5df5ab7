"""Mentors of groups."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0005_groups_of_pending_members"),
    ]

    operations = [
        migrations.AddField(
            model_name="coursegroup",
            name="mentors",
            field=models.ManyToManyField(related_name="mentored_groups", to="courses.membership"),
        ),
    ]
