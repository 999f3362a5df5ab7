"""Messages of Django's and allauth's forms that address the user, to be translated again.

Their own Dutch and French address users formally, unlike this site.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

gettext_noop("Enter a valid value.")
gettext_noop("Enter a valid URL.")
gettext_noop("Enter a valid integer.")
gettext_noop("Enter a valid email address.")
gettext_noop("Enter a number.")
gettext_noop("Enter a whole number.")
gettext_noop("Enter a valid date.")
gettext_noop("Enter a valid time.")
gettext_noop("Enter a valid date/time.")
gettext_noop("Ensure this value is less than or equal to %(limit_value)s.")
gettext_noop("Ensure this value is greater than or equal to %(limit_value)s.")
ngettext_lazy(
    "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    "limit_value",
)
ngettext_lazy(
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    "limit_value",
)
gettext_noop("Select a valid choice. %(value)s is not one of the available choices.")
gettext_noop("Select a valid choice. That choice is not one of the available choices.")
gettext_noop("No file was submitted. Check the encoding type on the form.")
gettext_noop(
    "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_"
    " characters."
)
gettext_noop("Please type your current password.")
gettext_noop("You cannot remove your primary email address.")
gettext_noop("This email address is already associated with this account.")
gettext_noop("Too many failed login attempts. Try again later.")
gettext_noop("Your primary email address must be verified.")
gettext_noop("Username can not be used. Please use other username.")
