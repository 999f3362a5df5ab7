"""What re-judgings of many submissions need: their progress, and the exercise of each proposal."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0002_replaced_details"),
        ("rejudging", "0001_initial"),
        ("submissions", "0011_queue_shares"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="activity",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="catalog.activity",
            ),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="application",
            field=models.CharField(
                blank=True,
                choices=[("all", "All"), ("outcomes", "Outcomes"), ("chosen", "Chosen")],
                default="",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="applied",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="applied_up_to",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="apply_level",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="counted_up_to",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="counts",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="measured_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="measured_done",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="rate",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="retrying",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="to_apply",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="tools",
            field=models.CharField(
                choices=[
                    ("all", "All tools: results can change"),
                    ("analysis", "Analyzer and representer: comments and classes can change"),
                    ("representer", "Representer: classes of equivalent solutions can change"),
                ],
                default="all",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="rejudging",
            name="total",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["rejudging", "activity", "id"],
                name="proposal_waits_by_activity",
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(("chosen", True), ("state", "proposed")),
                fields=["rejudging", "id"],
                name="proposal_chosen",
            ),
        ),
    ]
