"""Groups of people who become members on their first log-in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0004_groups"),
    ]

    operations = [
        migrations.AddField(
            model_name="pendingmember",
            name="groups",
            field=models.ManyToManyField(related_name="pending_members", to="courses.coursegroup"),
        ),
    ]
