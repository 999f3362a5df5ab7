"""Documents say what is true: every rule has its test, every command and setting its words."""

import ast
import re
from pathlib import Path

import pytest

from kriterion.cli.main import COMMANDS
from kriterion.settings import Settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONTRACTS = sorted((DOCS / "contracts").glob("*.md"))


def _tests() -> set[str]:
    """The name of every test there is, with its class when it has one."""
    return {
        node.name
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("page", CONTRACTS, ids=lambda page: page.name)
def test_the_tests_that_a_contracts_page_names_exist(page: Path) -> None:
    named = set(re.findall(r"\btest_[a-z0-9_]+", re.sub(r"\S+\.py", "", page.read_text())))
    assert named, f"{page.name} names no tests"
    assert named <= _tests()


@pytest.mark.parametrize("page", CONTRACTS, ids=lambda page: page.name)
def test_the_rules_of_a_contract_are_numbered_once(page: Path) -> None:
    numbers = re.findall(r"^\|?\s*\**([A-Z]\d+)\b", page.read_text(), flags=re.MULTILINE)
    assert numbers
    assert len(numbers) == len(set(numbers))


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [name for name in COMMANDS if f"`kriterion {name}" not in readme] == []


def test_every_setting_is_documented() -> None:
    page = (DOCS / "settings.md").read_text()
    tables = {"images", "judges", "analyzers", "representers"}
    settings = set(Settings.__dataclass_fields__) - {"file"} - tables
    wanted = {f"{name.removeprefix('sandbox_')} =" for name in settings}
    wanted |= {f"[{table}." for table in tables} | {"[sandbox]"}
    assert [words for words in wanted if words not in page] == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in (ROOT / "README.md", *DOCS.rglob("*.md"))
        for target in re.findall(r"\]\(([^)#:\s]+)[^)\s]*\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_every_module_begins_with_a_sentence_about_it() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "src").rglob("*.py")
        if file.read_text().strip() and not ast.get_docstring(ast.parse(file.read_text()))
    ]
    assert silent == []
