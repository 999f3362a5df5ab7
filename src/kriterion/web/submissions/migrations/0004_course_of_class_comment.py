"""Class comments belong to a course and have a revision; index the classes of a course."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0001_initial"),
        ("courses", "0003_members_and_joining"),
        ("submissions", "0003_assessment_versions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="classcomment",
            name="class_has_one_comment",
        ),
        migrations.AddField(
            model_name="classcomment",
            name="course",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="class_comments",
                to="courses.course",
            ),
        ),
        migrations.AddField(
            model_name="classcomment",
            name="revision",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("digest", ""), _negated=True),
                fields=[
                    "course",
                    "activity",
                    "digest",
                    "representer_version",
                    "exercise_version",
                    "user",
                    "accepted",
                ],
                name="submission_class_of_course",
            ),
        ),
        migrations.AddConstraint(
            model_name="classcomment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("course", None)),
                fields=("activity", "digest", "representer_version", "exercise_version", "draft"),
                name="class_has_one_comment",
            ),
        ),
        migrations.AddConstraint(
            model_name="classcomment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("course__isnull", False)),
                fields=("activity", "digest", "representer_version", "exercise_version", "course"),
                name="class_has_one_comment_of_a_course",
            ),
        ),
    ]
