"""The page on which a learner of a learn-ocaml site chooses a password."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from kriterion.web.learner_import.claim_form import ClaimForm, describe_refused_token
from kriterion.web.learner_import.services.learner_tokens import claim_account

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponseBase:
    """Exchange a token for a password, once, and log in."""
    if request.user.is_authenticated:
        return redirect("/")
    form = ClaimForm(request.POST or None)
    if request.method == "POST":
        refused = ratelimit.consume_or_429(request, action="learner_token")
        if refused is not None:
            return refused
        if form.is_valid():
            user = claim_account(form.cleaned_data["token_secret"], form.cleaned_data["password1"])
            if user is not None:
                login(request, user, backend=_BACKEND)
                message = gettext("Your username is %(name)s. Log in with it from now on.")
                messages.success(request, message % {"name": user.username})
                return redirect("/")
            form.add_error("token_secret", describe_refused_token())  # somebody was faster
    return _render(request, form)


def _render(request: HttpRequest, form: ClaimForm) -> HttpResponse:
    return render(request, "learner_import/claim.html", {"form": form})
