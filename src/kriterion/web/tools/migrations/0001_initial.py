"""Create the tables of judges, analyzers and representers.

Made by Django 5.2.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("courses", "0001_initial"),
    ]

    operations = [
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
                ("comments_git_url", models.CharField(blank=True, max_length=500)),
                ("comments_directory", models.CharField(blank=True, max_length=1000)),
                ("comments_folder", models.CharField(blank=True, max_length=300)),
                ("comments_commit", models.CharField(blank=True, max_length=64)),
                (
                    "renderer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", ""),
                            ("FeedbackTableRenderer", "FeedbackTableRenderer"),
                            ("PythiaRenderer", "PythiaRenderer"),
                        ],
                        default="",
                        max_length=40,
                    ),
                ),
                (
                    "runner",
                    models.CharField(
                        choices=[
                            ("SubmissionRunner", "SubmissionRunner"),
                            ("PythiaSubmissionRunner", "PythiaSubmissionRunner"),
                        ],
                        default="SubmissionRunner",
                        max_length=40,
                    ),
                ),
                (
                    "annotation_ends",
                    models.CharField(
                        choices=[("count", "count"), ("last-index", "last-index")],
                        default="count",
                        max_length=20,
                    ),
                ),
                ("description", models.TextField(blank=True)),
                ("offers", models.TextField(blank=True)),
                ("manual", models.CharField(blank=True, max_length=500)),
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
                (
                    "course",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tools",
                        to="courses.course",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "name"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("course", None)),
                        fields=("kind", "name"),
                        name="tool_has_one_name",
                    ),
                    models.UniqueConstraint(
                        fields=("kind", "name", "course"), name="tool_has_one_name_in_a_course"
                    ),
                ],
            },
        ),
    ]
