"""Mail that was not delivered: try again, or discard it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.audit_log import note
from kriterion.web.notifications.mail_delivery import retry, select_undelivered


@require_safe
@administrators_only
def mail(request: HttpRequest) -> HttpResponse:
    """List undelivered mail, newest first."""
    rows = select_undelivered().select_related("notification__user").order_by("-pk")
    return page(request, "mail", "mail", {"page": paged(request, rows)})


@require_POST
@administrators_only
def change_mail(request: HttpRequest) -> HttpResponse:
    """Try all undelivered mail again, or discard what has failed for good."""
    if request.POST.get("to") == "discard":
        number, _ = select_undelivered().filter(failed_at__isnull=False).delete()
        note(request, "mail.discard", count=number)
        text = ngettext("%(count)d mail discarded.", "%(count)d mails discarded.", number)
    else:
        number = retry(select_undelivered())
        note(request, "mail.retry", count=number)
        text = ngettext(
            "%(count)d mail will be sent again.", "%(count)d mails will be sent again.", number
        )
    messages.info(request, text % {"count": number})
    return redirect("administration:mail")
