"""Courses with waiting submissions get shares of the workers."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def make_shares(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the courses of queued submissions be served."""
    queued = apps.get_model("submissions", "Submission").objects.filter(state="queued")
    share = apps.get_model("submissions", "QueueShare")
    for priority, course in queued.order_by().values_list("priority", "course").distinct():
        share.objects.create(priority=priority, flow=course or 0, is_active=True)


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0010_worker_proofs"),
        ("courses", "0010_queue_weight"),
    ]

    operations = [
        migrations.CreateModel(
            name="QueueShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("priority", models.PositiveSmallIntegerField()),
                ("flow", models.BigIntegerField()),
                ("virtual_time", models.BigIntegerField(default=0)),
                ("is_active", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_active", True)),
                        fields=["priority", "virtual_time"],
                        name="queue_share_active",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("priority", "flow"), name="queue_share_of_flow")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["course", "priority", "turn", "id"],
                name="submission_waits_in_course",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["course", "image", "priority", "turn", "id"],
                name="submission_waits_by_both",
            ),
        ),
        migrations.RunPython(make_shares, migrations.RunPython.noop, elidable=True),
    ]
