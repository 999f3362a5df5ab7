"""Create the tables of tokens, comparisons and similar pairs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalog", "0001_initial"),
        ("submissions", "0006_test_patterns"),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredTokens",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="stored_tokens",
                        serialize=False,
                        to="submissions.submission",
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
                ("document", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="SolutionComparison",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("courses", models.JSONField(default=list)),
                ("courses_digest", models.CharField(max_length=64)),
                (
                    "choice",
                    models.CharField(
                        choices=[
                            ("latest", "The latest submission of each student"),
                            ("accepted", "The latest accepted submission of each student"),
                        ],
                        default="latest",
                        max_length=16,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("ready", "Ready"), ("failed", "Failed")],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveSmallIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("compared_at", models.DateTimeField(blank=True, null=True)),
                ("selection", models.CharField(blank=True, max_length=64)),
                ("read", models.PositiveIntegerField(default=0)),
                ("to_read", models.PositiveIntegerField(default=0)),
                ("compared", models.PositiveIntegerField(default=0)),
                ("without_own", models.PositiveIntegerField(default=0)),
                ("left_out", models.PositiveIntegerField(default=0)),
                ("is_cut", models.BooleanField(default=False)),
                ("histogram", models.JSONField(default=list)),
                ("idioms", models.BinaryField(default=b"")),
                ("template", models.BinaryField(default=b"")),
                (
                    "activity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparisons",
                        to="catalog.activity",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SimilarPair",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("similarity", models.FloatField()),
                ("longest", models.IntegerField()),
                (
                    "comparison",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairs",
                        to="similarity.solutioncomparison",
                    ),
                ),
                (
                    "left",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="submissions.submission",
                    ),
                ),
                (
                    "right",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="submissions.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["-similarity", "-longest", "id"],
            },
        ),
        migrations.AddIndex(
            model_name="solutioncomparison",
            index=models.Index(
                condition=models.Q(("state", "waiting")), fields=["id"], name="comparison_waits"
            ),
        ),
        migrations.AddConstraint(
            model_name="solutioncomparison",
            constraint=models.UniqueConstraint(
                fields=("activity", "courses_digest", "choice"), name="comparison_is_one_per_scope"
            ),
        ),
        migrations.AddIndex(
            model_name="similarpair",
            index=models.Index(fields=["comparison", "-similarity"], name="pair_by_similarity"),
        ),
    ]
