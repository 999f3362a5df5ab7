"""Describes judges, says how their output is meant, and lets courses have judges of their own.

Judges keep their pages: the renderer had no effect before, so what was the default becomes
automatic. Made by Django 5.2.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_pages(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    tools = apps.get_model("store", "Tool")
    tools.objects.filter(renderer="FeedbackTableRenderer").update(renderer="")


def name_renderers(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    tools = apps.get_model("store", "Tool")
    tools.objects.filter(renderer="").update(renderer="FeedbackTableRenderer")


class Migration(migrations.Migration):
    dependencies = [("store", "0005_rendered_feedback")]

    operations = [
        migrations.AddField("tool", "description", models.TextField(blank=True, default=""), False),
        migrations.AddField("tool", "offers", models.TextField(blank=True, default=""), False),
        migrations.AddField(
            "tool", "manual", models.CharField(blank=True, default="", max_length=500), False
        ),
        migrations.AddField(
            "tool",
            "annotation_ends",
            models.CharField(
                choices=[("count", "count"), ("last-index", "last-index")],
                default="count",
                max_length=20,
            ),
        ),
        migrations.AddField(
            "tool",
            "course",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tools",
                to="store.course",
            ),
        ),
        migrations.AlterField(
            "tool",
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
        migrations.AlterField(
            "tool",
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
        migrations.RemoveConstraint("tool", "tool_has_one_name"),
        migrations.AddConstraint(
            "tool",
            models.UniqueConstraint(
                condition=models.Q(("course", None)),
                fields=("kind", "name"),
                name="tool_has_one_name",
            ),
        ),
        migrations.AddConstraint(
            "tool",
            models.UniqueConstraint(
                fields=("kind", "name", "course"), name="tool_has_one_name_in_a_course"
            ),
        ),
        migrations.RunPython(keep_pages, name_renderers, elidable=True),
    ]
