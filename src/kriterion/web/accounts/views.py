"""Profile, language and appearance."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.forms import ProfileForm
from kriterion.web.accounts.models import Appearance, User
from kriterion.web.accounts.site_access import require_user


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    # A copy: around an invalid form, the page still shows the stored name.
    user = User.objects.get(pk=require_user(request).pk)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(user.language):
            messages.success(request, _("Profile saved."))
        return _store_in_cookies(redirect("profile"), user.language, user.appearance)
    return render(request, "accounts/profile.html", {"form": form})


@login_not_required
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Change the language, now and for later visits."""
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return _store_in_cookies(_redirect_back(request), language, None)


@login_not_required
@require_POST
def set_appearance(request: HttpRequest) -> HttpResponse:
    """Change the appearance: light, dark, or the device's."""
    appearance = request.POST.get("appearance", "")
    if appearance not in Appearance.values:
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(appearance=appearance)
    return _store_in_cookies(_redirect_back(request), None, appearance)


def _redirect_back(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect back to the page of this site where the user was."""
    address = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(address if is_safe else "/")


def _store_in_cookies(
    response: HttpResponse, language: str | None, appearance: str | None
) -> HttpResponse:
    """Store the choices in cookies, so that the log-in page follows them as well."""
    chosen = {
        settings.LANGUAGE_COOKIE_NAME: language,
        settings.APPEARANCE_COOKIE_NAME: appearance,
    }
    for name, value in chosen.items():
        if value is not None:
            response.set_cookie(
                name,
                value,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
    return response
