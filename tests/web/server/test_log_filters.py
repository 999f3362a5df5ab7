"""Secrets are removed from logs."""

import logging

import pytest

from kriterion.web.server.log_filters import WithoutKeys


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Not Found: /accounts/password/reset/key/3-c5ab12-deadbeef/",
            "Not Found: /accounts/password/reset/key/…/",
        ),
        (
            "Internal Server Error: /calendar/4bXw.k3y-sign_ed.ics",
            "Internal Server Error: /calendar/…",
        ),
        ("Not Found: /courses/ocaml-2/join/Dk4-xQ/", "Not Found: /courses/ocaml-2/join/…/"),
        ("/accounts/confirm-email/MQ:1abc:x-_y/ failed", "/accounts/confirm-email/…/ failed"),
        ("Not Found: /courses/nothing/", "Not Found: /courses/nothing/"),
    ],
)
def test_keys_of_mailed_links_are_removed_from_logs(text: str, kept: str) -> None:
    record = logging.LogRecord("django", logging.WARNING, "", 0, "%s", (text,), None)
    assert WithoutKeys().filter(record)
    assert record.getMessage() == kept
