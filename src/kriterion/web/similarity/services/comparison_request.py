"""Ask for a comparison, and read what students are given. The caller checks permission."""

from django.db.models import Q

from kriterion.errors import OperatorError
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.similarity.models import ComparisonState, SolutionComparison
from kriterion.web.similarity.services.comparison_scope import ComparisonScope
from kriterion.web.submissions.queue.offers import offer_background_work


def request_comparison(scope: ComparisonScope) -> SolutionComparison:
    """Have workers compare the solutions; a comparison that is already waiting is kept."""
    with write_transaction():
        comparison, is_new = SolutionComparison.objects.get_or_create(
            activity=scope.activity,
            courses_digest=scope.courses_digest,
            choice=scope.choice,
            defaults={"courses": list(scope.courses)},
        )
        if not is_new:
            again = ~Q(state=ComparisonState.WAITING)
            SolutionComparison.objects.filter(again, pk=comparison.pk).update(
                state=ComparisonState.WAITING, losses=0, lease_until=None, read=0, to_read=0
            )
        offer_background_work()
    return comparison


def list_templates(activity: Activity) -> list[str]:
    """Return the initial code of each file or, without files, in each natural language.

    An exercise that cannot be read has none.
    """
    try:
        templates = load_activity_exercise(activity).templates
    except OperatorError:
        return []
    return sorted({text for text in templates if text.strip()})
