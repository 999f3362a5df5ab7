"""Store the outcomes of tests, and have workers read the assessments that there are."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def read_assessments_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark all assessments as unread: workers store their comments again, and their tests."""
    apps.get_model("submissions", "Assessment").objects.update(comments_stored=False)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0001_initial"),
        ("submissions", "0005_automatic_comments"),
    ]

    operations = [
        migrations.CreateModel(
            name="TestPattern",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("passed", models.JSONField(default=list)),
                ("failed", models.JSONField(default=list)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="test_patterns",
                        to="catalog.activity",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SubmissionTests",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="tests",
                        serialize=False,
                        to="submissions.submission",
                    ),
                ),
                (
                    "pattern",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="submissions.testpattern",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ExerciseTest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("path", models.JSONField()),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tests",
                        to="catalog.activity",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("activity", "digest"), name="test_is_known_once"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="testpattern",
            constraint=models.UniqueConstraint(
                fields=("activity", "digest"), name="pattern_is_known_once"
            ),
        ),
        migrations.RunPython(read_assessments_again, migrations.RunPython.noop),
    ]
