"""Keep secrets out of logs."""

import logging
import re

# Keys in links from e-mails: such a key allows setting a password.
_KEYS = re.compile(r"(/accounts/(?:password/reset/key|confirm-email)/)[^/\s?]+")


class WithoutKeys(logging.Filter):
    """Removes keys from logged addresses."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        redacted = _KEYS.sub(r"\1…", message)
        if redacted != message:
            record.msg, record.args = redacted, ()
        return True
