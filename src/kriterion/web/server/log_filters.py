"""What may not get into a log."""

import logging
import re

# The keys of links in mails stand in addresses, and whoever has one may set a password.
_KEYS = re.compile(r"(/accounts/(?:password/reset/key|confirm-email)/)[^/\s?]+")


class WithoutKeys(logging.Filter):
    """Takes the keys out of addresses."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        shown = _KEYS.sub(r"\1…", message)
        if shown != message:
            record.msg, record.args = shown, ()
        return True
