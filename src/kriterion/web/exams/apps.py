"""The app `exams`."""

from typing import Any

from django.apps import AppConfig


class ExamsConfig(AppConfig):
    name = "kriterion.web.exams"
    label = "exams"

    def ready(self) -> None:
        from kriterion.web.courses.signals import series_copied

        series_copied.connect(_copy_exam, dispatch_uid="exams.copy")


def _copy_exam(sender: object, series: Any, new_series: Any, **_: object) -> None:
    from kriterion.web.exams.exam_setup import copy_exam

    copy_exam(series, new_series)
