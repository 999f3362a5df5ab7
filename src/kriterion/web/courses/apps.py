"""The app `courses`."""

from typing import Any

from django.apps import AppConfig


class CoursesConfig(AppConfig):
    name = "kriterion.web.courses"
    label = "courses"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        user_logged_in.connect(_join_pending_courses, dispatch_uid="courses.join-pending")


def _join_pending_courses(sender: object, user: Any, **_: object) -> None:
    from kriterion.web.courses.memberships import join_pending_courses

    join_pending_courses(user)
