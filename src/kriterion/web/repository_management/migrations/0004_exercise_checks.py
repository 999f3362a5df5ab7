"""Give each exercise that a check has still to judge a row, so that several are judged at once."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move_remaining(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    checks = apps.get_model("repository_management", "RepositoryCheck")
    exercises = apps.get_model("repository_management", "ExerciseCheck")
    for check in checks.objects.iterator():
        check.done = check.total - len(check.remaining)
        if check.state in ("waiting", "running"):
            check.state = "under-way"
            exercises.objects.bulk_create(
                exercises(repository_check=check, activity_id=activity)
                for activity in check.remaining
            )
        check.save(update_fields=("done", "state"))


class Migration(migrations.Migration):
    dependencies = [
        ("repository_management", "0003_silences"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExerciseCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("activity_id", models.BigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("running", "Running")],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveSmallIntegerField(default=0)),
                ("silences", models.PositiveSmallIntegerField(default=0)),
                ("silent_worker", models.CharField(blank=True, default="", max_length=200)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("worker", models.CharField(blank=True, max_length=200)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                (
                    "repository_check",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exercises",
                        to="repository_management.repositorycheck",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="repositorycheck",
            name="done",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="repositorycheck",
            name="state",
            field=models.CharField(
                choices=[
                    ("under-way", "Under Way"),
                    ("done", "Done"),
                    ("cancelled", "Cancelled"),
                ],
                default="under-way",
                max_length=16,
            ),
        ),
        migrations.RemoveIndex(
            model_name="repositorycheck",
            name="repository_check_under_way",
        ),
        migrations.RunPython(move_remaining, migrations.RunPython.noop),
    ]
