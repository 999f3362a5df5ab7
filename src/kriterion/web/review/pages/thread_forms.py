"""Forms of threads: a message, and the line that a new thread is about."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.review.services.discussion import MAX_TEXT
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
    """A message that opens a thread at a line of a submission, or on the whole."""

    file = forms.ChoiceField(required=False, label=_("File"))
    line = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Line"),
        help_text=_("Leave empty if it is about the whole solution."),
    )
    field_order = ("file", "line", "text")

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
    def place(self) -> tuple[str, int | None]:
        """Return the file and line of the thread; ("", None) for the whole submission."""
        line: int | None = self.cleaned_data["line"]
        return ("", None) if line is None else (self._file, line)

    @property
    def _file(self) -> str:
        return str(self.cleaned_data["file"] or next(iter(self._texts), ""))

    def clean(self) -> dict[str, object]:
        """Refuse lines that the file does not have."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        line = cleaned.get("line")
        if "file" in cleaned and isinstance(line, int):
            lines = count_lines(self._texts.get(self._file, ""))
            if line > lines:
                self.add_error("line", gettext("The last line is %(number)d.") % {"number": lines})
        return cleaned


def count_lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))
