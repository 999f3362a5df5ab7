"""What all tests share: golden files, which `pytest --update-golden` writes anew, and no hurry."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A clock never fails a test: neither that an example took long, nor that making some did.
settings.register_profile("kriterion", deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile("kriterion")

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files anew, then compare"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with what a file holds of it."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), f"{file} differs (make golden, if meant)"

    return compare
