"""Create the tables of submissions, drafts, feedback and workers.

Made by Django 5.2.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalog", "0001_initial"),
        ("courses", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("language", models.CharField(default="en", max_length=8)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                            ("blocked", "Blocked"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=16,
                    ),
                ),
                (
                    "priority",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "Interactive"), (1, "Background")], default=0
                    ),
                ),
                ("turn", models.BigIntegerField(default=0)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("changes", models.PositiveIntegerField(default=0)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("failure", models.TextField(blank=True)),
                ("worker", models.CharField(blank=True, max_length=100)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("cancel_asked", models.BooleanField(default=False)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("correct", "correct"),
                            ("wrong", "wrong"),
                            ("output limit exceeded", "output limit exceeded"),
                            ("runtime error", "runtime error"),
                            ("compilation error", "compilation error"),
                            ("memory limit exceeded", "memory limit exceeded"),
                            ("time limit exceeded", "time limit exceeded"),
                            ("internal error", "internal error"),
                            ("queued", "queued"),
                            ("running", "running"),
                            ("unknown", "unknown"),
                        ],
                        default="unknown",
                        max_length=32,
                    ),
                ),
                ("accepted", models.BooleanField(default=False)),
                ("summary", models.TextField(blank=True)),
                ("earned", models.IntegerField(blank=True, null=True)),
                ("possible", models.IntegerField(blank=True, null=True)),
                ("essential", models.BooleanField(default=False)),
                ("suggestions", models.PositiveSmallIntegerField(default=0)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("representer_version", models.IntegerField(blank=True, null=True)),
                ("exercise_version", models.IntegerField(blank=True, null=True)),
                ("tags", models.JSONField(blank=True, default=list)),
                ("file_names", models.JSONField(default=list)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="catalog.activity",
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to="courses.course",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to="courses.series",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                # Last: SQLite walks through a row's text to get at what comes after it.
                ("files", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Worker",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100, unique=True)),
                ("host", models.CharField(max_length=200)),
                ("pid", models.PositiveIntegerField()),
                ("concurrency", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("fault", models.TextField(blank=True)),
                ("unable", models.JSONField(blank=True, default=list)),
                ("retry_asked", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Assessment",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="assessment",
                        serialize=False,
                        to="submissions.submission",
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("document", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="RenderedFeedback",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rendered_feedback",
                        serialize=False,
                        to="submissions.submission",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("document", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="ClassComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("representer_version", models.IntegerField()),
                ("exercise_version", models.IntegerField()),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("essential", "essential"),
                            ("actionable", "actionable"),
                            ("non_actionable", "non_actionable"),
                            ("celebratory", "celebratory"),
                        ],
                        max_length=16,
                    ),
                ),
                ("markdown", models.TextField()),
                ("draft", models.BooleanField(default=False)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_comments",
                        to="catalog.activity",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="class_comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "editor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="edited_class_comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Clearance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[("read", "Read"), ("lifted", "Lifted"), ("earlier", "Earlier")],
                        max_length=16,
                    ),
                ),
                ("by_name", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "class_comment",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clearances",
                        to="submissions.classcomment",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clearances",
                        to="submissions.submission",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                ("files", models.JSONField(default=dict)),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="catalog.activity",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DraftVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("saved_at", models.DateTimeField(auto_now_add=True)),
                ("conflicting", models.BooleanField(default=False)),
                ("files", models.JSONField(default=dict)),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="submissions.draft",
                    ),
                ),
            ],
            options={
                "ordering": ["-saved_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="FeedbackBatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("document", models.BinaryField()),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="batches",
                        to="submissions.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["submission", "attempt", "first"],
            },
        ),
        migrations.CreateModel(
            name="Loss",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("worker", models.CharField(max_length=100)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="losses",
                        to="submissions.submission",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["priority", "turn", "id"],
                name="submission_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "running")),
                fields=["lease_until"],
                name="submission_runs",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=["user", "turn"],
                name="submission_under_way",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["created_at"], name="submission_by_time"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["finished_at"], name="submission_by_end"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "failed")), fields=["-id"], name="submission_failed"
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state", "blocked")), fields=["-id"], name="submission_blocked"
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("status", "internal error")),
                fields=["-id"],
                name="submission_judge_failed",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["user", "activity", "-id"], name="submission_history"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["course", "-id"], name="submission_of_course"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("digest", ""), _negated=True),
                fields=["activity", "digest"],
                name="submission_class",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(
                fields=("user", "activity", "number"), name="submission_has_one_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="classcomment",
            constraint=models.UniqueConstraint(
                fields=("activity", "digest", "representer_version", "exercise_version", "draft"),
                name="class_has_one_comment",
            ),
        ),
        migrations.AddConstraint(
            model_name="clearance",
            constraint=models.UniqueConstraint(
                fields=("submission", "class_comment"), name="class_comment_is_cleared_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="clearance",
            constraint=models.UniqueConstraint(
                condition=models.Q(("class_comment", None)),
                fields=("submission",),
                name="analyzers_comments_are_cleared_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(fields=("user", "activity"), name="draft_is_one"),
        ),
        migrations.AddConstraint(
            model_name="feedbackbatch",
            constraint=models.UniqueConstraint(
                fields=("submission", "attempt", "first"), name="batch_comes_once"
            ),
        ),
    ]
