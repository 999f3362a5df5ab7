"""Workers that let the lease of a proposal expire are counted as losses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rejudging", "0003_fill_progress"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="silences",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="proposal",
            name="silent_worker",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(("silences__gt", 0)),
                fields=["silent_worker"],
                name="proposal_silences",
            ),
        ),
    ]
