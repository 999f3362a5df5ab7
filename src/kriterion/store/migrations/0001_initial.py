"""The first tables.

Made by Django 5.2.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import kriterion.store.models.repository


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("student", "Student"),
                            ("teacher", "Teacher"),
                            ("administrator", "Administrator"),
                        ],
                        default="student",
                        max_length=16,
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("nl", "Nederlands")],
                        default="en",
                        max_length=8,
                    ),
                ),
                (
                    "appearance",
                    models.CharField(
                        choices=[("system", "System"), ("light", "Light"), ("dark", "Dark")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Repository",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, unique=True)),
                (
                    "format",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("dodona", "dodona"),
                            ("learn-ocaml", "learn-ocaml"),
                            ("exercism", "exercism"),
                        ],
                        max_length=16,
                    ),
                ),
                ("git_url", models.CharField(blank=True, max_length=500)),
                ("branch", models.CharField(blank=True, max_length=200)),
                ("directory", models.CharField(blank=True, max_length=1000)),
                ("commit", models.CharField(blank=True, max_length=64)),
                (
                    "webhook_secret",
                    models.CharField(
                        blank=True,
                        default=kriterion.store.models.repository.made_up_secret,
                        max_length=64,
                    ),
                ),
                ("default_judge", models.CharField(blank=True, max_length=100)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("reading", "Reading"),
                            ("ready", "Ready"),
                            ("failed", "Failed"),
                        ],
                        default="new",
                        max_length=16,
                    ),
                ),
                ("failure", models.TextField(blank=True)),
                ("problems", models.JSONField(blank=True, default=list)),
                ("tree", models.JSONField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Activity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "repository",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="activities",
                        to="store.repository",
                    ),
                ),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("exercise", "Exercise"),
                            ("reading", "Reading"),
                            ("lesson", "Lesson"),
                            ("tutorial", "Tutorial"),
                            ("playground", "Playground"),
                        ],
                        default="exercise",
                        max_length=16,
                    ),
                ),
                ("path", models.CharField(max_length=500)),
                ("names", models.JSONField(default=dict)),
                ("programming_language", models.CharField(blank=True, max_length=50)),
                ("labels", models.JSONField(default=list)),
                ("difficulty", models.FloatField(blank=True, null=True)),
                ("trains", models.JSONField(default=list)),
                ("requires", models.JSONField(default=list)),
                ("next_on_success", models.JSONField(default=list)),
                ("next_on_difficulty", models.JSONField(default=list)),
                ("is_public", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("ok", "Ok"), ("not valid", "Not Valid"), ("removed", "Removed")],
                        default="ok",
                        max_length=16,
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
                ("search_text", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["repository", "position", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("repository", "type", "path"), name="activity_has_one_path"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Course",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=100, unique=True)),
                ("name", models.CharField(max_length=200)),
                ("description", models.TextField(blank=True)),
                (
                    "registration",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("visible", models.BooleanField(default=True)),
                ("archived", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="store.course",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("student", "Student"), ("teacher", "Teacher")],
                        default="student",
                        max_length=8,
                    ),
                ),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "course"), name="membership_is_one")
                ],
            },
        ),
        migrations.AddField(
            model_name="course",
            name="members",
            field=models.ManyToManyField(
                related_name="courses", through="store.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="store.course",
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("description", models.TextField(blank=True)),
                ("position", models.PositiveIntegerField(default=0)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("visible", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["course", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Listing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="listings",
                        to="store.series",
                    ),
                ),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="listings",
                        to="store.activity",
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["series", "position", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "activity"), name="listing_is_one")
                ],
            },
        ),
        migrations.AddField(
            model_name="series",
            name="activities",
            field=models.ManyToManyField(
                related_name="series", through="store.Listing", to="store.activity"
            ),
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
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="store.activity",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                ("files", models.JSONField(default=dict)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "activity"), name="draft_is_one")
                ],
            },
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
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="store.draft",
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("saved_at", models.DateTimeField(auto_now_add=True)),
                ("conflicting", models.BooleanField(default=False)),
                ("files", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["-saved_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Reading",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readings",
                        to="store.activity",
                    ),
                ),
                ("step", models.PositiveIntegerField(default=0)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "activity"), name="reading_is_one")
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="store.activity",
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to="store.course",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="submissions",
                        to="store.series",
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
                ("digest", models.CharField(blank=True, max_length=64)),
                ("representer_version", models.IntegerField(blank=True, null=True)),
                ("exercise_version", models.IntegerField(blank=True, null=True)),
                ("files", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "queued")),
                        fields=["priority", "turn", "id"],
                        name="submission_waits",
                    ),
                    models.Index(
                        condition=models.Q(("state", "running")),
                        fields=["lease_until"],
                        name="submission_runs",
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ["queued", "running"])),
                        fields=["user", "turn"],
                        name="submission_under_way",
                    ),
                    models.Index(fields=["created_at"], name="submission_by_time"),
                    models.Index(fields=["finished_at"], name="submission_by_end"),
                    models.Index(
                        condition=models.Q(("state", "failed")),
                        fields=["-id"],
                        name="submission_failed",
                    ),
                    models.Index(fields=["user", "activity", "-id"], name="submission_history"),
                    models.Index(fields=["course", "-id"], name="submission_of_course"),
                    models.Index(
                        condition=models.Q(("digest", ""), _negated=True),
                        fields=["activity", "digest"],
                        name="submission_class",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "activity", "number"), name="submission_has_one_number"
                    )
                ],
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
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="batches",
                        to="store.submission",
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("document", models.BinaryField()),
            ],
            options={
                "ordering": ["submission", "attempt", "first"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("submission", "attempt", "first"), name="batch_comes_once"
                    )
                ],
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
                        to="store.submission",
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
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
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_comments",
                        to="store.activity",
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
                ("draft", models.BooleanField(default=False)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=(
                            "activity",
                            "digest",
                            "representer_version",
                            "exercise_version",
                            "draft",
                        ),
                        name="class_has_one_comment",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tool",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("judge", "Judge"),
                            ("analyzer", "Analyzer"),
                            ("representer", "Representer"),
                        ],
                        max_length=16,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("git_url", models.CharField(blank=True, max_length=500)),
                ("branch", models.CharField(blank=True, max_length=200)),
                ("directory", models.CharField(blank=True, max_length=1000)),
                ("commit", models.CharField(blank=True, max_length=64)),
                ("image", models.CharField(blank=True, max_length=300)),
                (
                    "renderer",
                    models.CharField(
                        choices=[
                            ("FeedbackTableRenderer", "Feedback Table"),
                            ("PythiaRenderer", "Pythia"),
                        ],
                        default="FeedbackTableRenderer",
                        max_length=40,
                    ),
                ),
                (
                    "runner",
                    models.CharField(
                        choices=[
                            ("SubmissionRunner", "Submission"),
                            ("PythiaSubmissionRunner", "Pythia Submission"),
                        ],
                        default="SubmissionRunner",
                        max_length=40,
                    ),
                ),
                ("programming_languages", models.JSONField(blank=True, default=list)),
                ("options", models.JSONField(blank=True, default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("cloning", "Cloning"),
                            ("ready", "Ready"),
                            ("failed", "Failed"),
                        ],
                        default="new",
                        max_length=16,
                    ),
                ),
                ("problems", models.JSONField(blank=True, default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["kind", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "name"), name="tool_has_one_name")
                ],
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
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("actor_name", models.CharField(max_length=200)),
                ("action", models.CharField(max_length=50)),
                ("object_kind", models.CharField(blank=True, max_length=50)),
                ("object_id", models.CharField(blank=True, max_length=50)),
                ("object_name", models.CharField(blank=True, max_length=300)),
                ("detail", models.JSONField(default=dict)),
                ("address", models.GenericIPAddressField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
    ]
