"""Fill the progress of existing re-judgings, and the exercises of proposals that wait."""

from django.db import migrations
from django.db.models import Count, Max, OuterRef, Subquery


def fill(apps, schema_editor):
    Rejudging = apps.get_model("rejudging", "Rejudging")
    Proposal = apps.get_model("rejudging", "Proposal")
    Submission = apps.get_model("submissions", "Submission")
    for rejudging in Rejudging.objects.all():
        proposals = Proposal.objects.filter(rejudging=rejudging)
        rejudging.total = proposals.count()
        if rejudging.state not in ("selecting", "running"):
            groups = proposals.order_by().values("state", "level").annotate(number=Count("pk"))
            rejudging.counts = {f"{row['state']}.{row['level']}": row["number"] for row in groups}
            rejudging.counted_up_to = proposals.aggregate(last=Max("pk"))["last"] or 0
        if rejudging.state == "applying":
            rejudging.application = "chosen"
            rejudging.to_apply = proposals.filter(state="proposed", chosen=True).count()
        else:  # those chosen earlier that were not applied are not to be applied next time
            proposals.filter(state="proposed", chosen=True).update(chosen=False)
        rejudging.save()
    activity = Submission.objects.filter(pk=OuterRef("submission")).values("activity")[:1]
    Proposal.objects.filter(state__in=("waiting", "running")).update(activity=Subquery(activity))


class Migration(migrations.Migration):
    dependencies = [("rejudging", "0002_bulk_progress")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
