"""The app `exams`."""

from typing import Any

from django.apps import AppConfig


class ExamsConfig(AppConfig):
    name = "kriterion.web.exams"
    label = "exams"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from kriterion.web.courses.signals import series_copied
        from kriterion.web.exams.exam_absence import forget_absence
        from kriterion.web.exams.models import Exam

        post_save.connect(forget_absence, sender=Exam, dispatch_uid="exams.absence")
        series_copied.connect(_copy_exam, dispatch_uid="exams.copy")


def _copy_exam(sender: object, series: Any, new_series: Any, **_: object) -> None:
    from kriterion.web.exams.exam_setup import copy_exam

    copy_exam(series, new_series)
