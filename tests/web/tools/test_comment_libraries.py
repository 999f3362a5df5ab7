"""An analyzer that was added on the site brings a comment library: fetched, examined, used."""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.web.audit.models import AuditEntry
from kriterion.web.backups.backup import write_backup
from kriterion.web.backups.backup_format import FILES
from kriterion.web.tools import machine
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from tests.web.git_server import commit, git_server, repository

pytestmark = pytest.mark.django_db

TEXT = "# Title\n\nUse a set.\n"


@pytest.fixture
def data(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)
    (tmp_path / "kriterion.toml").write_text('git_hosts = ["127.0.0.1"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(tools, "examine", lambda tool: iter(()))
    return tmp_path / "data"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "served").mkdir()
    with git_server(tmp_path / "served") as address:
        yield address


@pytest.fixture
def tool(tmp_path: Path, data: Path) -> Tool:
    (tmp_path / "mine" / "bin").mkdir(parents=True)
    (tmp_path / "mine" / "bin" / "run.sh").write_text("#!/bin/sh\n")
    return Tool.objects.create(
        kind=ToolKind.ANALYZER,
        name="mine",
        directory=str(tmp_path / "mine"),
        programming_languages=["python"],
    )


def fetch_tool(tool: Tool) -> Tool:
    tools.fetch(tool)
    tool.refresh_from_db()
    return tool


def list_libraries(tool: Tool) -> tuple[Path, ...]:
    return list_analyzers(this_machine())[tool.name].comments


def test_a_library_is_cloned_and_used(tool: Tool, host: str, tmp_path: Path) -> None:
    source = repository(
        tmp_path / "served" / "copy", {"analyzer-comments/python/general/set.md": TEXT}
    )
    tool.comments_git_url = f"{host}/copy"
    tool.save()
    fetch_tool(tool)
    (library,) = list_libraries(tool)
    assert (library / "python/general/set.md").read_text() == TEXT
    assert len(tool.comments_commit) == 40
    before = tool.comments_commit
    (source / "analyzer-comments/python/general/set.md").write_text("Now another.\n")
    commit(source)
    fetch_tool(tool)  # it is updated with the tool, and other texts are in use at once
    assert tool.comments_commit != before
    assert (list_libraries(tool)[0] / "python/general/set.md").read_text() == "Now another.\n"


def test_a_library_that_cannot_be_fetched_keeps_the_previous_copy(
    tool: Tool, host: str, tmp_path: Path
) -> None:
    source = repository(tmp_path / "served" / "copy", {"texts/general/set.md": TEXT})
    tool.comments_git_url, tool.comments_folder = f"{host}/copy", "texts"
    tool.save()
    fetch_tool(tool)
    before = list_libraries(tool)
    source.rename(tmp_path / "away")
    fetch_tool(tool)
    assert tool.state == ToolState.READY
    assert [row["state"] for row in tool.problems] == ["fault"]
    assert "not found" in tool.problems[0]["what"]
    assert list_libraries(tool) == before
    assert (before[0] / "general" / "set.md").is_file()


def test_a_missing_folder_is_reported_and_harms_nothing_else(tool: Tool, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    tool.comments_directory, tool.comments_folder = str(tmp_path / "texts"), "python"
    tool.save()
    fetch_tool(tool)
    assert tool.state == ToolState.READY
    assert [row["what"] for row in tool.problems] == ["python is not a directory"]
    assert list_libraries(tool) == ()
    (tmp_path / "texts" / "python").mkdir()
    fetch_tool(tool)
    assert tool.problems == []


def test_a_library_in_the_tools_own_repository_needs_no_setting(tool: Tool) -> None:
    own = Path(tool.directory) / "analyzer-comments"
    own.mkdir()
    fetch_tool(tool)
    assert list_libraries(tool) == (own,)


def test_the_remedy_names_the_sites_form(
    tool: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followed, it is not given again."""
    monkeypatch.undo()
    monkeypatch.setattr(machine, "_made", None)
    found = list(tools.examine(tool))
    (advice,) = [diagnosis for diagnosis in found if diagnosis.subject == "analyzer comments"]
    assert "edit the tool" in advice.fix
    assert "kriterion.toml" not in advice.fix
    texts = tmp_path / "website-copy" / "analyzer-comments" / "python" / "general"
    texts.mkdir(parents=True)
    (texts / "set.md").write_text(TEXT)
    tool.comments_directory = str(tmp_path / "website-copy")
    (messages,) = [
        diagnosis for diagnosis in tools.examine(tool) if diagnosis.subject == "analyzer comments"
    ]
    assert messages == Diagnosis(
        subject="analyzer comments",
        state="fine",
        what=f"{texts.parent}: 1 comment in en",
    )


@pytest.mark.django_db(transaction=True)
def test_a_backup_contains_the_library(tool: Tool, host: str, tmp_path: Path, data: Path) -> None:
    repository(tmp_path / "served" / "copy", {"analyzer-comments/set.md": TEXT})
    tool.comments_git_url = f"{host}/copy"
    tool.save()
    fetch_tool(tool)
    write_backup(tmp_path / "backup.tar.gz", data)
    copy = Path(tool.comments_directory).relative_to(data)
    with tarfile.open(tmp_path / "backup.tar.gz") as tar:
        assert f"{FILES}/{copy}/analyzer-comments/set.md" in tar.getnames()


def test_removing_a_tool_removes_its_library(
    tool: Tool, host: str, tmp_path: Path, data: Path
) -> None:
    repository(tmp_path / "served" / "copy", {"analyzer-comments/set.md": TEXT})
    tool.comments_git_url = f"{host}/copy"
    tool.save()
    fetch_tool(tool)
    tools.remove_copies(tool)
    assert not Path(tool.comments_directory).exists()


def test_a_tool_can_be_added_on_the_command_line(data: Path, host: str, tmp_path: Path) -> None:
    script = {"bin/run.sh": "#!/bin/sh\n"}
    repository(tmp_path / "served" / "analyzer", script)
    repository(tmp_path / "served" / "copy", {"texts/python/set.md": TEXT})
    options = {"languages": "python, ruby", "comments_folder": "texts"}
    call_command(
        "addtool",
        "analyzer",
        "mine",
        git_url=f"{host}/analyzer",
        comments_git_url=f"{host}/copy",
        **options,
    )
    made = Tool.objects.get()
    assert (made.state, made.programming_languages) == (ToolState.READY, ["python", "ruby"])
    assert (list_libraries(made)[0] / "python" / "set.md").is_file()
    assert AuditEntry.objects.get().action == "tool.add"
    with pytest.raises(CommandError, match=r"name: .*already"):
        call_command("addtool", "analyzer", "mine", git_url=f"{host}/analyzer", **options)
    with pytest.raises(CommandError, match="comments_folder: Enter the comment library"):
        call_command("addtool", "analyzer", "other", git_url=f"{host}/analyzer", **options)
    assert Tool.objects.count() == 1


def test_a_tool_that_cannot_be_fetched_is_reported_on_the_command_line(
    data: Path, host: str
) -> None:
    output = io.StringIO()
    with pytest.raises(CommandError, match="cannot be used yet"):
        call_command("addtool", "judge", "gone", git_url=f"{host}/gone", stdout=output)
    assert "fault:" in output.getvalue()


def test_author_text_cannot_control_the_terminal(
    data: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that is cloned from and a tool that is tried have a say in what was found out."""
    messages = {
        "state": "fault",
        "subject": "run",
        "what": "git says: \x1b[2J",
        "fix": "one\n\x1b]0;",
    }

    def fetch(tool: Tool) -> None:
        Tool.objects.filter(pk=tool.pk).update(problems=[messages])

    monkeypatch.setattr("kriterion.web.administration.management.commands.addtool.fetch", fetch)
    output = io.StringIO()
    with pytest.raises(CommandError, match="cannot be used yet"):
        call_command("addtool", "judge", "mine", git_url=f"{host}/mine", stdout=output)
    assert output.getvalue() == "fault: run: git says: \\x1b[2J\n  one\n  \\x1b]0;\n"
