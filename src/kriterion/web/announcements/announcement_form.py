"""The form of an announcement."""

from typing import ClassVar

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.announcements.models import Announcement
from kriterion.web.announcements.services import (
    OutdatedAnnouncementError,
    add_announcement,
    change_announcement,
)
from kriterion.web.teaching.series_forms import make_moment_field


class AnnouncementForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """`seen` is the revision that the author saw."""

    visible_from = make_moment_field(_("Visible from"), _("Leave empty to publish it at once"))
    visible_until = make_moment_field(_("Visible until"), _("Leave empty if it has no end"))
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    class Meta:
        model = Announcement
        fields = ("title", "text", "visible_from", "visible_until", "notifies")
        labels: ClassVar[dict[str, object]] = {
            "title": _("Title"),
            "text": _("Text (Markdown)"),
            "notifies": _("Notify the readers"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "notifies": _("On the site, and by mail if they want it, once it is visible"),
        }
        widgets: ClassVar[dict[str, object]] = {"text": forms.Textarea(attrs={"rows": 6})}

    def __init__(self, request: HttpRequest, announcement: Announcement) -> None:
        initial = {"seen": announcement.revision}
        data = request.POST if request.method == "POST" else None
        super().__init__(data, instance=announcement, initial=initial)
        if announcement.notified_to or announcement.notified_at is not None:
            del self.fields["notifies"]  # readers were notified already

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        begins = self.cleaned_data.get("visible_from") or timezone.now()
        ends = self.cleaned_data.get("visible_until")
        if ends is not None and ends <= begins:
            self.add_error("visible_until", gettext("This must be later than the time above it."))
        if "visible_from" in cleaned:
            cleaned["visible_from"] = begins
        return cleaned

    def store(self, author: User) -> bool:
        """Save the announcement; return False, with an error, if somebody else changed it."""
        if self.instance.pk is None:
            add_announcement(self.instance, author)
            return True
        try:
            change_announcement(self.instance, self.cleaned_data["seen"] or 0)
        except OutdatedAnnouncementError:
            self.add_error(
                None,
                gettext(
                    "Somebody else has changed or deleted this announcement since. Copy your"
                    " text, and open the page again."
                ),
            )
            return False
        return True
