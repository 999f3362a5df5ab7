"""Forms of threads: a message, and the line that a new thread is about."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.review.services.discussion import MAX_TEXT, WHOLE_SOLUTION, ThreadPlace
from kriterion.web.submissions.models import Submission

_FILE_NAME = 60  # characters of a file's name in the list of files


class MessageForm(forms.Form):
    """A message; `seen` is the id of the last message that its author saw."""

    text = forms.CharField(
        label=_("Message"),
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("You can use Markdown."),
    )
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class ThreadForm(MessageForm):
    """A message that opens a thread at one or several lines of a submission, or on the whole."""

    file = forms.ChoiceField(required=False, label=_("File"))
    line = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Line"),
        help_text=_("Leave empty if it is about the whole solution."),
    )
    last_line = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Last line"),
        help_text=_("Only if it is about several lines."),
    )
    field_order = ("file", "line", "last_line", "text")

    def __init__(self, submission: Submission, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix="thread")
        self._texts = submission.texts
        files = self.fields["file"]
        assert isinstance(files, forms.ChoiceField)
        files.choices = [(name, shorten(make_visible(name), _FILE_NAME)) for name in self._texts]
        if len(self._texts) == 1:
            files.widget = forms.HiddenInput()
        self.initial["file"] = next(iter(self._texts), "")

    @property
    def place(self) -> ThreadPlace:
        line, last = self.cleaned_data["line"], self.cleaned_data["last_line"]
        if line is None:
            return WHOLE_SOLUTION
        return ThreadPlace(
            file=self._file_name, line=line, last_line=None if last == line else last
        )

    @property
    def _file_name(self) -> str:
        return str(self.cleaned_data["file"] or next(iter(self._texts), ""))

    def clean(self) -> dict[str, object]:
        """Refuse lines outside of the file, and a last line that precedes the first or has none."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        line, last = cleaned.get("line"), cleaned.get("last_line")
        lines = count_lines(self._texts.get(self._file_name, "")) if "file" in cleaned else None
        for name, number in (("line", line), ("last_line", last)):
            if isinstance(number, int) and lines is not None and number > lines:
                self.add_error(name, gettext("The last line is %(number)d.") % {"number": lines})
        if isinstance(last, int) and "line" in cleaned:
            if not isinstance(line, int):
                self.add_error("line", gettext("Enter the first line, too."))
            elif last < line:
                self.add_error("last_line", gettext("This line precedes the first one."))
        return cleaned


def count_lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))
