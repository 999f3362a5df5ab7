"""Starting Django for a command: its settings are made of the environment, once."""

import os
from pathlib import Path

from kriterion.errors import OperatorError


def start_django(data: Path, *, address: str = "") -> None:
    """Let models be imported from now on, of the site whose data is there.

    `address` is where it can be reached when the operator does not say where.
    """
    os.environ["KRITERION_DATA"] = str(data.absolute())
    if address:
        os.environ.setdefault("KRITERION_ADDRESS", address)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.site.configuration")
    import django  # a third of a second that commands without a database do not pay

    try:
        django.setup()
    except ValueError as error:  # such as a DATABASE_URL that is none
        raise OperatorError(
            f"the site cannot start: {error}", fix="docs/install.md lists its environment"
        ) from error
