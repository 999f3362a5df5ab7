"""The form of a comment on a class."""

from django import forms
from django.utils.translation import gettext_lazy as _

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.web.equivalence.services.comment_editing import MAX_TEXT
from kriterion.web.submissions.models import ClassComment
from kriterion.web.submissions.pages.presentation import COMMENT_WORDS


class ClassCommentForm(forms.Form):
    """A comment; `revision` is the one that its author saw, 0 if there was none."""

    type = forms.ChoiceField(
        choices=[(type_.value, COMMENT_WORDS[type_]) for type_ in ClassCommentType],
        label=_("Kind"),
        help_text=_("The first kind keeps the exercise from counting as solved until it is read."),
    )
    markdown = forms.CharField(
        label=_("Comment"),
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Markdown. Placeholders become the names that each student chose."),
    )
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    @classmethod
    def for_comment(cls, comment: ClassComment | None) -> "ClassCommentForm":
        if comment is None:
            return cls(initial={"type": ClassCommentType.ACTIONABLE.value, "revision": 0})
        return cls(
            initial={
                "type": comment.type,
                "markdown": comment.markdown,
                "revision": comment.revision,
            }
        )
