import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kriterion.tools.catalog import ANALYZED_LANGUAGES, REPRESENTED_LANGUAGES
from kriterion_tools.languages import find_canonical_name

pytestmark = pytest.mark.machine

Run = Callable[..., Result]

ANALYZES = """#!/bin/sh
echo '{"comments": ["python.general.nice"]}' > "$3/analysis.json"
"""
REPRESENTS = """#!/bin/sh
cat "$2"/*.py > "$3/representation.txt"
echo '{"PLACEHOLDER_0": "two_fer"}' > "$3/mapping.json"
"""


def _make_tool(directory: Path, script: str) -> Path:
    (directory / "bin").mkdir(parents=True)
    (directory / "bin" / "run.sh").write_text(script)
    (directory / "bin" / "run.sh").chmod(0o755)
    return directory


def _read_findings(result: Result) -> dict[str, dict[str, str]]:
    return {finding["subject"]: finding for finding in json.loads(result.stdout)}


def _examine_tool(
    run: Run, directory: Path, script: str, more: str = ""
) -> dict[str, dict[str, str]]:
    """What is told of an analyzer with that script."""
    _make_tool(directory / "mine", script)
    config = directory / "kriterion.toml"
    config.write_text(
        f'[analyzers.mine]\ndirectory = "mine"\nprogramming_languages = ["python"]\n{more}'
    )
    return _read_findings(run("doctor", "mine", "--json", "--config", str(config)))


def test_all_tools_are_listed_with_what_they_lack(run: Run, tmp_path: Path) -> None:
    _make_tool(tmp_path / "good", ANALYZES)
    (tmp_path / "empty").mkdir()
    (tmp_path / "comments").mkdir()
    config = tmp_path / "kriterion.toml"
    config.write_text(
        """
        [analyzers.good]
        directory = "good"
        comments = "comments"
        programming_languages = ["python"]
        [analyzers.speechless]
        directory = "good"
        programming_languages = ["python"]
        [analyzers.lost]
        directory = "good"
        comments = "nowhere"
        programming_languages = ["python"]
        [analyzers.empty]
        directory = "empty"
        programming_languages = ["python"]
        [representers.gone]
        directory = "gone"
        programming_languages = ["python"]
        [representers.elsewhere]
        directory = "good"
        image = "unmapped"
        programming_languages = ["python"]
        """
    )
    result = run("doctor", "--json", "--config", str(config))
    findings = _read_findings(result)
    assert result.return_value == 1
    states = {
        "analyzer good": "fine",
        "analyzer speechless": "notice",
        "analyzer lost": "fault",
        "analyzer empty": "fault",
        "representer gone": "fault",
        "representer elsewhere": "fault",
        "analyzer kriterion": "fine",
        "representer kriterion": "fine",
    }
    assert {subject: findings[subject]["state"] for subject in states} == states
    for subject, state in states.items():
        assert bool(findings[subject]["fix"]) is (state != "fine"), subject
    assert "comments" in findings["analyzer speechless"]["fix"]
    assert str(tmp_path / "nowhere") in findings["analyzer lost"]["what"]
    assert "unmapped" in findings["representer elsewhere"]["what"]


def test_a_local_directory_named_like_a_tool_is_not_that_tool(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _make_tool(tmp_path / "tool", ANALYZES)
    (tmp_path / "python").mkdir()
    (tmp_path / "kriterion.toml").write_text(
        '[analyzers.python]\ndirectory = "tool"\nprogramming_languages = ["python"]\n'
    )
    monkeypatch.delenv("KRITERION_CONFIG", raising=False)  # set wherever no references are
    monkeypatch.chdir(tmp_path)
    messages = _read_findings(run("doctor", "--json"))["analyzer python"]
    assert messages["what"].startswith(str(tmp_path / "tool"))


def test_one_name_may_mean_an_analyzer_and_a_representer(run: Run, tmp_path: Path) -> None:
    _make_tool(tmp_path / "a", ANALYZES)
    _make_tool(tmp_path / "r", REPRESENTS)
    config = tmp_path / "kriterion.toml"
    config.write_text(
        '[analyzers.mine]\ndirectory = "a"\nprogramming_languages = ["python"]\n'
        '[representers.mine]\ndirectory = "r"\nprogramming_languages = ["python"]\n'
    )
    result = run("doctor", "mine", "--json", "--config", str(config))
    findings = _read_findings(result)
    assert result.return_value == 0
    assert findings["analyzer"]["what"].startswith(str(tmp_path / "a"))
    assert "comments: 1, tags: 0" in findings["analyzer sample run, python"]["what"]
    assert findings["representer"]["what"].startswith(str(tmp_path / "r"))
    assert "names: 1" in findings["representer sample run, python"]["what"]
    assert "/bin/sh" in findings["representer programs"]["what"]


def test_an_unconfigured_directory_is_recognised_by_its_name(run: Run, tmp_path: Path) -> None:
    _make_tool(tmp_path / "python-representer", REPRESENTS)
    result = run("doctor", str(tmp_path / "python-representer"), "--json")
    assert result.return_value == 0
    assert _read_findings(result)["representer sample run, python"]["state"] == "fine"


def test_the_kind_of_an_ambiguous_directory_is_not_guessed(run: Run, tmp_path: Path) -> None:
    result = run("doctor", str(_make_tool(tmp_path / "tool", REPRESENTS)), "--json")
    assert result.return_value == 1
    assert "[analyzers.NAME]" in _read_findings(result)["tool"]["fix"]


def test_every_violation_is_reported_with_its_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "analyzer-comments" / "python" / "general").mkdir(parents=True)
    (tmp_path / "analyzer-comments/python/general/nice.md").write_text("# Nice\n\nSay %{what}.\n")
    content = '{"comments": [3, {"comment": "python.general.nice", "type": "loud"}]}'
    findings = _examine_tool(
        run,
        tmp_path,
        f"#!/bin/sh\necho '{content}' > $3/analysis.json\necho '[]' > $3/tags.json\n",
        'comments = "analyzer-comments"',
    )
    assert findings["analyzer sample run, python"]["state"] == "fine"
    assert findings["analyzer analysis.json comments[0]"]["state"] == "fault"
    assert "'loud'" in findings["analyzer analysis.json comments[1].type"]["what"]
    assert findings["analyzer tags.json"]["state"] == "fault"
    assert "'what'" in findings["comment python.general.nice"]["what"]


@pytest.mark.parametrize(
    ("script", "what", "fix"),
    [
        (
            "echo 'ImportError: no pylint' >&2; echo '} Node 20' >&2; exit 3",
            "no pylint",
            "readable",
        ),
        ("echo '{}' > $2/analysis.json", "missing output", "one_directory = true"),
        ("echo '[' > $3/analysis.json", "invalid output", ""),
    ],
)
def test_a_failing_sample_run_is_reported_with_possible_remedies(
    run: Run, tmp_path: Path, script: str, what: str, fix: str
) -> None:
    messages = _examine_tool(run, tmp_path, f"#!/bin/sh\n{script}\n")["analyzer sample run, python"]
    assert messages["state"] == "fault"
    assert what in messages["what"]
    assert fix in messages["fix"]


def test_the_programs_of_a_script_are_looked_up_in_its_image(run: Run, tmp_path: Path) -> None:
    findings = _examine_tool(run, tmp_path, "#!/usr/bin/env nosuchshell\n")
    messages = findings["analyzer bin/run.sh"]
    assert messages["state"] == "fault"
    assert "nosuchshell" in messages["what"]
    assert "install it" in messages["fix"]


def test_a_language_without_a_sample_is_not_tried(run: Run, tmp_path: Path) -> None:
    _make_tool(tmp_path / "mine", ANALYZES)
    config = tmp_path / "kriterion.toml"
    config.write_text(
        '[analyzers.mine]\ndirectory = "mine"\nprogramming_languages = ["klingon", "JavaScript"]\n'
    )
    findings = _read_findings(run("doctor", "mine", "--json", "--config", str(config)))
    assert findings["analyzer sample run, klingon"]["state"] == "notice"
    assert findings["analyzer sample run, JavaScript"]["state"] == "fine"


@pytest.mark.long(reason="starts each tool in each language")
def test_the_built_in_tools_work_in_all_their_languages(run: Run) -> None:
    result = run("doctor", "kriterion", "--json")
    assert result.return_value == 0
    for kind, names in (("analyzer", ANALYZED_LANGUAGES), ("representer", REPRESENTED_LANGUAGES)):
        tried = [
            subject
            for subject in _read_findings(result)
            if subject.startswith(f"{kind} sample run")
        ]
        assert len(tried) == len({find_canonical_name(name) for name in names})
