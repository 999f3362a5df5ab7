"""The text of a refusal in the language of the page."""

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.refusals import Refusal

# Characters of a value: long enough for what git reports, or for a file name.
_LONGEST_VALUE, _LONGEST_NAME = 300, 110

# Texts of `kriterion.submissions`, which knows no Django, repeated for the catalogues.
gettext_noop("the file is encoded as UTF-16; save it as UTF-8")
gettext_noop("the file is binary, not text; submit the source code")
gettext_noop("line %(line)s is not valid UTF-8; save the file as UTF-8")
gettext_noop("the file is too large: %(size)s bytes; the limit is %(most)s")
gettext_noop("the files are too large: %(size)s bytes together; the limit is %(most)s")
gettext_noop("contains characters other than letters, digits and _ . / -")
gettext_noop("is an absolute path")
gettext_noop("points outside the directory")
gettext_noop("is not a plain path")
gettext_noop("is too long")
gettext_noop("is in a directory reserved for the exercise")
gettext_noop("is one of the exercise's test files")
gettext_noop("is a file provided by the exercise")
gettext_noop("conflicts with another file")
gettext_noop("there is no file to submit")
gettext_noop("at most %(count)s files can be submitted")
gettext_noop("this exercise accepts only one file")
gettext_noop("the file name “%(name)s” %(fault)s")


def translate_refusal(refusal: Refusal) -> str:
    """Return the reason in the active language, with its values made visible and shortened."""
    text = gettext(refusal.kind.text)
    values = {name: _translate_value(name, value) for name, value in refusal.values.items()}
    translated = text % values if values else text
    file = make_visible(shorten(refusal.file, _LONGEST_NAME))
    return f"“{file}”: {translated}" if file else translated


def _translate_value(name: str, value: int | str) -> str:
    if isinstance(value, int):
        return number_format(value, force_grouping=True)
    if name == "fault":
        return gettext(value)
    return make_visible(shorten(value, _LONGEST_NAME if name == "name" else _LONGEST_VALUE))
