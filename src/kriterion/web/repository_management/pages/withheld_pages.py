"""Confirm a version of a repository that lost many activities."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.withheld_versions import confirm
from kriterion.web.courses.repository_access import RepositoryPermission, repository_or_404
from kriterion.web.repository_management.pages.areas import Area, admit_to_area


@require_POST
@admit_to_area
def confirm_version(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Use the withheld version that the form names; it is fetched again and compared."""
    found = repository_or_404(require_user(request), repository_id, RepositoryPermission.EDIT)
    if confirm(found, request.POST.get("digest", "")):
        note(request, "repository.confirm", found)
        repository_fetching.fetch_in_background(found)
    else:
        messages.error(request, gettext("The repository has changed again. Look at it once more."))
    return area.show(found)
