"""Administration of user accounts."""

import secrets

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.models import Role, User
from kriterion.web.accounts.site_access import administrators_only, require_user
from kriterion.web.administration.forms import UserForm
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.audit_log import describe_changes, note

# Without letters that are easily confused when read out.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_LENGTH = 16


@require_safe
@administrators_only
def show_users(request: HttpRequest) -> HttpResponse:
    """List all users, or those whose name or address contains some letters."""
    query = request.GET.get("q", "").strip()[:150]
    users = User.objects.order_by("username")
    for word in query.split()[:5]:
        users = users.filter(
            Q(username__icontains=word)
            | Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(email__icontains=word)
        )
    return page(request, "users", "users", {"page": paged(request, users), "query": query})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    """Create an account with a generated password, which is shown once."""
    form = UserForm(request.POST or None, initial={"role": Role.STUDENT, "is_active": True})
    if request.method == "POST" and form.is_valid():
        made = form.save(commit=False)
        password = generate_password()
        made.set_password(password)
        made.save()
        note(request, "user.add", made, **describe_changes(form))
        return _render_password_page(request, made, password)
    trail = [(gettext("Users"), reverse("administration:users"))]
    context = {"form": form, "title": gettext("New account"), "trail": trail}
    return page(request, "form", "users", context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def show_user(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show and change an account. Administrators cannot remove their own role."""
    user = get_object_or_404(User, pk=user_id)
    form = UserForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        loses = (
            form.cleaned_data["role"] != Role.ADMINISTRATOR or not form.cleaned_data["is_active"]
        )
        if user.pk == require_user(request).pk and loses:
            form.add_error(
                "role", gettext("You cannot revoke your own access. Ask another administrator.")
            )
        else:
            form.save()
            note(request, "user.change", user, **describe_changes(form))
            messages.success(request, gettext("Saved."))
            return redirect("administration:user", user_id=user.pk)
    context = {
        "form": form,
        "person": user,
        "memberships": user.memberships.select_related("course").order_by("course__name"),
        "submitted": user.submissions.count(),
        "trail": [(gettext("Users"), reverse("administration:users"))],
    }
    return page(request, "user", "users", context)


@require_POST
@administrators_only
def new_password(request: HttpRequest, user_id: int) -> HttpResponse:
    """Give a user a generated password, which is shown once; their sessions end."""
    user = get_object_or_404(User, pk=user_id)
    password = generate_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    note(request, "user.password", user)
    return _render_password_page(request, user, password)


def _render_password_page(request: HttpRequest, user: User, password: str) -> HttpResponse:
    trail = [(gettext("Users"), reverse("administration:users"))]
    context = {"person": user, "password": password, "trail": trail}
    return page(request, "password", "users", context)


def generate_password() -> str:
    """Return a password that is easily read out."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
