"""Documents match the code: every rule has its test, every command and setting its description."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.db.models import TextChoices

from kriterion.cli.main import COMMANDS
from kriterion.host.settings.file_tables import SandboxTable, SettingsDocument
from kriterion.markup.message_formats import FORMATS, Meaning, find_meaning
from kriterion.web.catalog.models import ActivityState
from kriterion.web.repositories.models import RepositoryState
from kriterion.web.tools.models import ToolState
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONTRACTS = sorted((DOCS / "contracts").glob("*.md"))
PAGES = (
    *sorted(ROOT.glob("*.md")),
    ROOT / "examples/README.md",
    *sorted((ROOT / "deploy").glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
)
# Variables for tests and benchmarks only.
OURS = {"KRITERION_REFERENCES"}
MAX_BYTES = 150_000  # per picture
# Pages about the present. Decisions and the changelog also name what has been removed.
CURRENT = [page for page in PAGES if page.parent.name != "decisions" and page.stem != "CHANGELOG"]
READERS = {"student", "teacher", "administrator", "author", "contributor"}


def _read_prose(page: Path) -> str:
    """Return a page without its blocks of code, in which `#` and brackets mean something else."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def _list_links(page: Path) -> list[str]:
    """Return the relative links of a page, with their anchors."""
    return [
        link
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", _read_prose(page)))
        if not re.match(r"[a-z]+:", link)
    ]


def _list_linked(page: Path) -> set[Path]:
    return {(page.parent / link.partition("#")[0]).resolve() for link in _list_links(page)}


def _list_anchors(page: Path) -> set[str]:
    """Return the anchors that renderers of Markdown give to headings."""
    headings = re.findall(r"^#+ (.*)", _read_prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


@cache
def _read_tests() -> dict[Path, str]:
    return {file: file.read_text() for file in (ROOT / "tests").rglob("test_*.py")}


@cache
def _list_tests(file: Path) -> frozenset[str]:
    """Return the names of all tests in a file."""
    return frozenset(
        node.name
        for node in ast.walk(ast.parse(_read_tests()[file]))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def _find_tests(names: set[str]) -> set[str]:
    """Return those names that tests have. Only files in which one stands are parsed."""
    found: set[str] = set()
    for file, text in _read_tests().items():
        if names & set(re.findall(r"def (test_\w+)", text)):
            found |= names & _list_tests(file)
    return found


@pytest.mark.parametrize("page", CONTRACTS, ids=lambda page: page.name)
def test_tests_named_by_a_contract_page_exist(page: Path) -> None:
    named = set(re.findall(r"\btest_[a-z0-9_]+", re.sub(r"\S+\.(?:py|txt)", "", page.read_text())))
    assert named, f"{page.name} names no tests"
    assert named == _find_tests(named)


@pytest.mark.parametrize("page", CONTRACTS, ids=lambda page: page.name)
def test_the_rules_of_a_contract_have_unique_numbers(page: Path) -> None:
    numbers = re.findall(r"^\|?\s*\**([A-Z]\d+)\b", page.read_text(), flags=re.MULTILINE)
    assert numbers
    assert len(numbers) == len(set(numbers))


def test_every_command_is_documented() -> None:
    page = (DOCS / "reference" / "commands.md").read_text()
    assert [name for name in COMMANDS if f"`kriterion {name}" not in page] == []


def test_every_setting_is_documented() -> None:
    page = (DOCS / "administrator" / "settings.md").read_text()
    tables = {"images", "judges", "analyzers", "representers", "test_runners"}
    earlier = {"uid"}  # read only to name its replacement
    settings = (
        {*SettingsDocument.__struct_fields__, *SandboxTable.__struct_fields__} - tables - earlier
    )
    whole = {"sandbox", "image_limits"}  # tables
    wanted = {f"{name} =" for name in settings - whole}
    wanted |= {f"[{table}." for table in tables} | {f"[{table}]" for table in whole}
    assert [words for words in wanted if words not in page] == []


def test_commands_in_documents_exist() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: kriterion {command}"
        for page in PAGES
        for command in re.findall(r"(?:`|\.venv/bin/|\$)kriterion ([a-z][a-z-]*)", page.read_text())
        if command not in COMMANDS
    ]
    assert wrong == []


def _list_options(command: str) -> set[str]:
    """Return the options of a subcommand, in each spelling."""
    parameters = getattr(import_module(f"kriterion.cli.commands.{command}"), command).params
    return {
        name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)
    }


def test_options_that_documents_show_exist() -> None:
    visible = [
        (page.relative_to(ROOT), command, option)
        for page in CURRENT
        for command, rest in re.findall(r"\bkriterion ([a-z]+)( [^`|#\n]*)", page.read_text())
        if command in COMMANDS and command != "manage"  # whose commands are Django's
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", rest)
    ]
    assert len(visible) > 30
    assert [
        mention for mention in visible if mention[2] not in _list_options(mention[1]) | {"--help"}
    ] == []


def test_environment_variables_that_documents_name_are_read() -> None:
    sources = "".join(
        file.read_text()
        for folder in ("src", "tests", "benchmarks")
        for file in (ROOT / folder).rglob("*.py")
    )
    named = {
        (page.relative_to(ROOT), name)
        for page in CURRENT
        for name in re.findall(r"\bKRITERION_[A-Z_]+[A-Z]\b", page.read_text())
    }
    assert len(named) > 20
    assert [mention for mention in named if f'"{mention[1]}"' not in sources] == []


def _has_name(dotted: str) -> bool:
    """Return whether a dotted name is a module, or something in one."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for name in parts[count:]:
            found = getattr(found, name, None)
        return found is not None
    return False


def test_modules_that_documents_name_exist() -> None:
    named = {
        (page.relative_to(ROOT), name)
        for page in CURRENT
        for name in re.findall(
            r"(?:`|-m |from |import )((?:kriterion|kriterion_tools)(?:\.\w+)+)", page.read_text()
        )
        if not name.endswith((".toml", ".service", ".sqlite3"))
    }
    assert len(named) > 5
    assert [mention for mention in named if not _has_name(mention[1])] == []


def test_targets_and_scripts_that_documents_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    wrong = [
        (page.relative_to(ROOT), name)
        for page in CURRENT
        for target, script in re.findall(
            r"(?:`|^)make ([a-z-]+)|\b((?:scripts|deploy)/[a-z][\w/.@-]*\w)",
            page.read_text(),
            re.MULTILINE,
        )
        for name in (target or script,)
        if not (name in targets if target else (ROOT / name).exists())
    ]
    assert wrong == []


def test_every_environment_variable_is_documented() -> None:
    values = {
        name
        for file in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\b(?:KRITERION_[A-Z_]+|DATABASE_URL)\b", file.read_text())
        if not name.endswith("_")
    }
    pages = (DOCS / "administrator" / "settings.md").read_text() + (
        DOCS / "administrator" / "install.md"
    ).read_text()
    assert {"DATABASE_URL", "KRITERION_ADDRESS"} <= values
    assert sorted(name for name in values - OURS if f"`{name}`" not in pages) == []


@pytest.mark.parametrize("states", [ActivityState, RepositoryState, ToolState])
def test_every_state_is_explained_to_administrators(states: type[TextChoices]) -> None:
    page = (DOCS / "administrator" / "administration.md").read_text()
    rows = " ".join(re.findall(r"^\| ([a-z, ]+) \|", page, flags=re.MULTILINE))
    assert [state.value for state in states if state.value not in rows] == []


def test_the_table_of_apps_has_all_apps_in_the_order_of_the_layers() -> None:
    page = (DOCS / "contributor" / "site.md").read_text()
    cells = re.findall(r"^\| ((?:`\w+/`(?:, )?)+) \|", page, flags=re.MULTILINE)
    listed = [app for cell in cells for app in re.findall(r"`(\w+)/`", cell)]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(
        contract["layers"]
        for contract in contracts["contracts"]
        if contract.get("containers") == ["kriterion.web"]
    )
    heights = {app: height for height, row in enumerate(layers) for app in row.split(" | ")}
    assert set(listed) == set(heights) - {"asgi", "urls", "settings"}
    assert [heights[app] for app in listed] == sorted(heights[app] for app in listed)


def test_every_page_is_linked_from_the_readme() -> None:
    """A reader needs two clicks: the README, an index, the page. Decisions are listed by folder."""
    indexes = [page for page in _list_linked(ROOT / "README.md") if page.name == "README.md"]
    assert {page.parent.name for page in indexes} == READERS
    listed = {page for index in (ROOT / "README.md", *indexes) for page in _list_linked(index)}
    pages = {page for page in DOCS.rglob("*.md") if page.parent.name != "decisions"}
    assert sorted(str(page.relative_to(ROOT)) for page in pages - listed) == []


def test_the_readme_fits_on_one_screen() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 40


def test_pictures_are_small_and_shown() -> None:
    text = "".join(page.read_text() for page in PAGES)
    pictures = sorted((DOCS / "pictures").iterdir())
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size > MAX_BYTES] == []
    assert [picture.name for picture in pictures if f"pictures/{picture.name}" not in text] == []


def test_the_glossary_defines_each_word_once_and_in_order() -> None:
    page = (DOCS / "contributor" / "glossary.md").read_text()
    words = re.findall(r"^\| ([a-z -]+) \|", page, flags=re.MULTILINE)[1:]
    assert len(words) > 50
    assert words == sorted(set(words))


def test_links_between_documents_have_targets() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in _list_links(page)
        if not (page.parent / target.partition("#")[0]).exists()
    ]
    assert broken == []


def test_anchors_in_links_exist() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in _list_links(page)
        for path, _, anchor in [target.partition("#")]
        if anchor and anchor not in _list_anchors(page.parent / path if path else page)
    ]
    assert broken == []


def test_files_named_by_documents_exist() -> None:
    listed = subprocess.run(
        ("git", "ls-files"), cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [f"/{name}" for name in listed.stdout.splitlines()]
    named = {
        (page.relative_to(ROOT), name)
        for page in PAGES
        for name in re.findall(r"`([\w./-]+\.(?:py|ml|sh|css|html|yaml))`", page.read_text())
        if not re.search(r"[A-Z]{2}|^solution\b", name)  # NAME.py is a pattern
    }
    assert len(named) > 100
    assert [
        mention for mention in named if not any(file.endswith(f"/{mention[1]}") for file in files)
    ] == []


def _read_first_string(source: str) -> str:
    """Return the string that a module starts with, or an empty one. Nothing after it is parsed."""
    first = re.match(r"(?:\s|#.*\n)*(\"{3}(?:[^\\]|\\.)*?\"{3})", source, flags=re.DOTALL)
    return ast.literal_eval(first[1]) if first else ""


def test_every_module_starts_with_a_sentence_about_it() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "src").rglob("*.py")
        if "sample" not in file.parts  # sample solutions of a judge
        and (text := file.read_text()).strip()
        and not _read_first_string(text).strip()
    ]
    assert silent == []


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    modules = [file for file in (ROOT / "src").rglob("*.py") if "sample" not in file.parts]
    assert [str(module) for module in modules if module.stem in sys.stdlib_module_names] == []


def test_each_format_that_is_shown_is_described() -> None:
    _, _, section = (
        (DOCS / "author/feedback.md").read_text().partition("\n## Formats of messages\n")
    )
    described = set(re.findall(r"`([^`]+)`", section.partition("\n## ")[0]))
    shown = {name for name in FORMATS if find_meaning(name) is not Meaning.DATA}
    assert shown <= described


def test_each_status_that_can_be_expected_is_described() -> None:
    described = set(re.findall(r"`([^`]+)`", _read_prose(DOCS / "author/checking.md")))
    assert {status.value for status in JUDGE_STATUSES} <= described
