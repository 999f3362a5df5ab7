"""The re-judgings of all courses, as administrators list them."""

from django.db.models import Case, IntegerField, QuerySet, When

from kriterion.web.rejudging.models import UNDER_WAY, Rejudging


def list_rejudgings() -> QuerySet[Rejudging]:
    """Return all re-judgings, those under way first, then the newest."""
    rank = Case(When(state__in=UNDER_WAY, then=0), default=1, output_field=IntegerField())
    rows = Rejudging.objects.select_related("course", "series", "activity__repository")
    return rows.order_by(rank, "-pk")
