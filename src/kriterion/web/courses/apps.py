"""The app `courses`."""

from typing import Any

from django.apps import AppConfig


class CoursesConfig(AppConfig):
    name = "kriterion.web.courses"
    label = "courses"

    def ready(self) -> None:
        from allauth.account.signals import user_logged_in as logged_in_by_allauth
        from django.contrib.auth.signals import user_logged_in

        logged_in_by_allauth.connect(_enrol_by_groups, dispatch_uid="courses.enrol-by-groups")
        user_logged_in.connect(_join_pending_courses, dispatch_uid="courses.join-pending")


def _join_pending_courses(sender: object, user: Any, **_: object) -> None:
    from kriterion.web.courses.memberships import join_pending_courses

    join_pending_courses(user)


def _enrol_by_groups(sender: object, user: Any, sociallogin: Any = None, **_: object) -> None:
    """Enrol a user who has just logged in at the institution; other log-ins name no groups."""
    from django.conf import settings

    from kriterion.web.accounts.institution import read_groups
    from kriterion.web.courses.institution_enrolment import enrol_by_groups

    if sociallogin is not None:
        enrol_by_groups(user, read_groups(sociallogin.account.extra_data, settings.OIDC_GROUPS))
