"""Create the tables of re-judgings."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalog", "0001_initial"),
        ("courses", "0003_members_and_joining"),
        ("submissions", "0003_assessment_versions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Rejudging",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "choice",
                    models.CharField(
                        choices=[
                            ("latest", "The latest submission of each student to each exercise"),
                            ("best", "The best submission of each student to each exercise"),
                            ("all", "All submissions"),
                            (
                                "failed",
                                "Submissions that the machine or the judge failed to assess",
                            ),
                            ("other version", "Submissions that another version assessed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("author_name", models.CharField(max_length=200)),
                ("applied_by", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("selecting", "Selecting submissions"),
                            ("running", "Assessing"),
                            ("ready", "Ready for review"),
                            ("applying", "Applying"),
                            ("applied", "Applied"),
                            ("discarding", "Discarded"),
                            ("discarded", "Discarded"),
                        ],
                        default="selecting",
                        max_length=16,
                    ),
                ),
                ("paused", models.BooleanField(default=False)),
                ("last_submission", models.BigIntegerField(default=0)),
                ("selected_up_to", models.BigIntegerField(default=0)),
                (
                    "activity",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgings",
                        to="catalog.activity",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgings",
                        to="courses.course",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgings",
                        to="courses.series",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("proposed", "Proposed"),
                            ("failed", "Failed"),
                            ("outdated", "Outdated"),
                            ("applied", "Applied"),
                        ],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("chosen", models.BooleanField(default=False)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("worker", models.CharField(blank=True, max_length=100)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("losses", models.PositiveSmallIntegerField(default=0)),
                ("failure", models.TextField(blank=True)),
                (
                    "base_state",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                            ("blocked", "Blocked"),
                            ("failed", "Failed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("base_attempt", models.PositiveIntegerField(default=0)),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "None"), (1, "Feedback"), (2, "Outcome")], default=0
                    ),
                ),
                ("changes", models.JSONField(default=list)),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                ("versions", models.JSONField(default=dict)),
                ("document", models.BinaryField(default=b"")),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="submissions.submission",
                    ),
                ),
                (
                    "rejudging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="rejudging.rejudging",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="rejudging",
            index=models.Index(
                condition=models.Q(
                    ("state__in", ("selecting", "running", "applying", "discarding"))
                ),
                fields=["id"],
                name="rejudging_under_way",
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["rejudging", "id"],
                name="proposal_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(("state", "running")),
                fields=["lease_until"],
                name="proposal_runs",
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                fields=["rejudging", "state", "level", "id"], name="proposal_listed"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                fields=("rejudging", "submission"), name="proposal_is_one_per_submission"
            ),
        ),
    ]
