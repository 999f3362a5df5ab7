"""Comments of tools by rule, and the rules that a course hides."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("courses", "0003_members_and_joining"),
        ("submissions", "0004_course_of_class_comment"),
    ]

    operations = [
        migrations.CreateModel(
            name="FeedbackRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "source",
                    models.CharField(
                        choices=[("analyzer", "analyzer"), ("judge", "judge")], max_length=16
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name="HiddenRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hidden_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="SubmissionComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=200)),
                ("line", models.PositiveIntegerField(blank=True, null=True)),
                ("essential", models.PositiveSmallIntegerField(default=0)),
                ("suggestions", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name="assessment",
            name="comments_stored",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="assessment",
            index=models.Index(
                condition=models.Q(("comments_stored", False)),
                fields=["submission"],
                name="assessment_unread",
            ),
        ),
        migrations.AddField(
            model_name="hiddenrule",
            name="course",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="hidden_rules",
                to="courses.course",
            ),
        ),
        migrations.AddField(
            model_name="hiddenrule",
            name="rule",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="hidden_in",
                to="submissions.feedbackrule",
            ),
        ),
        migrations.AddField(
            model_name="submissioncomment",
            name="rule",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="comments",
                to="submissions.feedbackrule",
            ),
        ),
        migrations.AddField(
            model_name="submissioncomment",
            name="submission",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="automatic_comments",
                to="submissions.submission",
            ),
        ),
        migrations.AddConstraint(
            model_name="hiddenrule",
            constraint=models.UniqueConstraint(
                fields=("course", "rule"), name="rule_is_hidden_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="submissioncomment",
            constraint=models.UniqueConstraint(
                fields=("submission", "rule"), name="rule_comments_once_on_submission"
            ),
        ),
    ]
