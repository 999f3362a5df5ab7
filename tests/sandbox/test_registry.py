"""Every backend that settings can name exists, and every package of a backend can be named."""

from pathlib import Path

import pytest

from kriterion.sandbox import backends
from kriterion.sandbox.registry import Backend, BackendOptions, create_backend
from kriterion.sandbox.users.available_users import DEFAULT_UIDS

NOT_IN_SETTINGS = {"containers"}  # images of kind `engine` choose it


@pytest.mark.parametrize("backend", Backend)
def test_each_backend_is_created_by_its_name(backend: Backend) -> None:
    sandbox = create_backend(backend, BackendOptions(uids=DEFAULT_UIDS, warn=print))
    assert sandbox.backend == backend


def test_settings_can_name_every_backend() -> None:
    (directory,) = backends.__path__
    packages = {file.parent.name for file in Path(directory).glob("*/__init__.py")}
    assert packages == {*Backend} | NOT_IN_SETTINGS
