"""The form of an exam: its window, networks and password."""

from datetime import datetime

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.courses.models import Series
from kriterion.web.exams.models import Exam
from kriterion.web.exams.network_list import MAX_NETWORKS, NetworkFault, read_networks
from kriterion.web.teaching.series_forms import make_moment_field

_SHORTEST_PASSWORD, _LONGEST_PASSWORD = 6, 128
_MAX_FAULTS = 50  # named; the rest is counted
_LONGEST_LINE = 60  # characters of a line that are repeated


class SharedSecretInput(forms.PasswordInput):
    """A readable field that is never filled in.

    A browser would store the password of a whole room as that of the user's account.
    """

    input_type = "text"


class ExamForm(forms.Form):
    """A password that is stored is never shown; an empty field keeps it."""

    starts_at = make_moment_field(_("Starts"))
    ends_at = make_moment_field(
        _("Ends"), _("The exam closes by itself. A student's extra time comes on top.")
    )
    networks = forms.CharField(
        required=False,
        strip=False,  # line numbers count from the first line
        max_length=20_000,
        label=_("Networks"),
        help_text=_(
            "One on each line, such as 10.1.0.0/16 or 2001:db8::/32. Leave empty to allow any."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    password = forms.CharField(
        required=False,
        min_length=_SHORTEST_PASSWORD,
        max_length=_LONGEST_PASSWORD,
        label=_("Password"),
        widget=SharedSecretInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )

    def __init__(self, series: Series, exam: Exam | None, data: QueryDict | None = None) -> None:
        stored = [] if exam is None else exam.networks
        initial = {
            "starts_at": series.opens_at,
            "ends_at": series.closes_at or series.deadline,
            "networks": "\n".join(stored),
        }
        super().__init__(data, initial=initial)
        for name in ("starts_at", "ends_at"):
            self.fields[name].required = True
        if exam is not None and exam.password:
            self.fields["password"].help_text = gettext(
                "Leave empty to keep the current password. Everybody must enter a new one, "
                "including students who are in the exam already."
            )
            self.fields["remove_password"] = forms.BooleanField(
                required=False, label=gettext("Remove the password")
            )

    def clean_networks(self) -> list[str]:
        networks, faults = read_networks(self.cleaned_data["networks"])
        problems = [_describe_fault(fault) for fault in faults[:_MAX_FAULTS]]
        if len(faults) > _MAX_FAULTS:
            problems.append(gettext("… and %d more lines") % (len(faults) - _MAX_FAULTS))
        if len(networks) > MAX_NETWORKS:
            problems.append(gettext("At most %d networks are possible.") % MAX_NETWORKS)
        if problems:
            raise forms.ValidationError(problems)
        return networks

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        starts_at, ends_at = cleaned.get("starts_at"), cleaned.get("ends_at")
        if (
            isinstance(starts_at, datetime)
            and isinstance(ends_at, datetime)
            and ends_at <= starts_at
        ):
            self.add_error("ends_at", gettext("The end must be after the start."))
        if cleaned.get("password") and cleaned.get("remove_password"):
            self.add_error("password", gettext("Enter a password or remove it, not both."))
        return cleaned


def _describe_fault(fault: NetworkFault) -> str:
    text = make_visible(shorten(fault.text, _LONGEST_LINE))
    if fault.meant:
        return gettext("Line %(line)d: “%(text)s” is not a network; did you mean %(meant)s?") % {
            "line": fault.line,
            "text": text,
            "meant": fault.meant,
        }
    return gettext("Line %(line)d: “%(text)s” is not a network.") % {
        "line": fault.line,
        "text": text,
    }
