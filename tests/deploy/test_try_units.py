"""deploy/try-units executes what the documents say: all of their commands, and nothing else.

The trial itself takes minutes, and needs packages of the distribution: start it by hand.
"""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "administrator" / "several-machines.md"


@pytest.fixture
def trial() -> ModuleType:
    loader = SourceFileLoader("try_units", str(ROOT / "deploy" / "try-units"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_command_of_the_page_is_executed(trial: ModuleType) -> None:
    _, *roles = trial.read_commands()
    assert roles == re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.M | re.S)


def test_the_wheels_are_installed_as_the_page_says(trial: ModuleType) -> None:
    build, install = trial.find_blocks("install.md", "From a wheel")
    assert "pip wheel" in build
    assert trial.read_commands()[0] == install
    [nginx] = trial.find_blocks("install.md", "The reverse proxy", "nginx")
    assert "proxy_pass http://127.0.0.1:8000;" in nginx


def test_each_worker_gets_the_same_commands_under_its_own_name(trial: ModuleType) -> None:
    commands = "\n".join(trial.read_commands()[3:])
    first, second = trial.each_worker(commands)
    assert first == commands
    assert second == commands.replace("worker-1", "worker-2")
    with pytest.raises(SystemExit, match="do not set name"):
        trial.each_worker("name=another\n")


def test_the_packages_are_those_of_the_page(trial: ModuleType) -> None:
    packages = trial.find_packages(trial.read_commands())
    assert {"bubblewrap", "uidmap", "python3-venv", "postgresql"} <= set(packages)
    assert [word for word in packages if not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", word)] == []


def test_the_names_are_those_of_the_page(trial: ModuleType) -> None:
    text = PAGE.read_text()
    for host in ("db.example.edu", "kriterion.example.edu"):
        assert f" {host}\n" in trial.HOSTS
        assert host in text
    assert trial.SITE in text
