"""Add requests to join, links, lists of members, and the role of assistant.

Made by Django 5.2.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0002_series_terms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="course",
            name="join_key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="course",
            name="registration",
            field=models.CharField(
                choices=[("open", "Open"), ("approval", "Approval"), ("closed", "Closed")],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("student", "Student"),
                    ("assistant", "Assistant"),
                    ("teacher", "Teacher"),
                ],
                default="student",
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="MemberImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("file_name", models.CharField(blank=True, max_length=200)),
                ("entries", models.JSONField(default=list)),
                ("faults", models.JSONField(default=list)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="member_imports",
                        to="courses.course",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_requests",
                        to="courses.course",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "course"), name="join_request_is_one")
                ],
            },
        ),
        migrations.CreateModel(
            name="PendingMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("username", models.CharField(db_index=True, max_length=150)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("student", "Student"),
                            ("assistant", "Assistant"),
                            ("teacher", "Teacher"),
                        ],
                        default="student",
                        max_length=16,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "course",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pending_members",
                        to="courses.course",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("course", "username"), name="pending_member_is_one"
                    )
                ],
            },
        ),
    ]
