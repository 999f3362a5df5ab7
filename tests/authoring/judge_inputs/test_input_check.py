"""What a judge reads of an exercise is checked without running it, and reported once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kriterion.authoring.check_material import read_exercise, read_repository
from kriterion_tools.diagnostic import Diagnostic, Severity
from tests.authoring.conftest import Content, Write

SUITE = "testcases:\n- arguments: []\n  stdout: hello\n"


def _config(evaluation: Mapping[str, Any], **others: Any) -> dict[str, Any]:
    names = {"description": {"names": {"en": "Echo"}}, "programming_language": "python"}
    return names | {"evaluation": evaluation} | others


@pytest.fixture
def found(write: Write) -> Any:
    """Writes an exercise, and returns the errors and warnings about it."""

    def _find(files: Mapping[str, Content], default_judge: str | None = None) -> list[str]:
        root = write({"description/description.en.md": "x", "solution/s.py": "print(1)", **files})
        material = read_exercise(root, default_judge=default_judge)
        return [
            f"{finding.severity}: {finding}"
            for finding in material.findings
            if finding.severity is not Severity.NOTICE
        ]

    return _find


def test_a_suite_without_faults_is_accepted(found: Any) -> None:
    config = _config({"handler": "suite", "suite": "tests.yaml", "filename": "echo.py"})
    assert found({"config.json": config, "evaluation/tests.yaml": SUITE}) == []


def test_a_broken_suite_is_reported_with_its_line_and_a_suggestion(found: Any) -> None:
    suite = SUITE.replace("stdout", "stdot")
    files = {"config.json": _config({"handler": "suite"}), "evaluation/suite.yaml": suite}
    assert found(files) == [
        "error: evaluation/suite.yaml line 3: a testcase has no key 'stdot', did you mean 'stdout'?"
    ]
    files["evaluation/suite.yaml"] = "tabs: [\n"
    (fault,) = found(files)
    assert fault.startswith("error: evaluation/suite.yaml line 2: not YAML")


def test_a_suite_may_be_that_of_the_default_judge(found: Any) -> None:
    files = {"config.json": _config({}), "evaluation/suite.yaml": "tabs: 1\n"}
    assert found(files) == []
    assert len(found(files, default_judge="suite")) == 1


def test_a_missing_suite_is_reported_with_a_similar_file(found: Any) -> None:
    files: dict[str, Content] = {"config.json": _config({"handler": "suite"})}
    (fault,) = found(files)
    assert fault.startswith("error: evaluation/suite.yaml: does not exist (add it")
    (fault,) = found({**files, "evaluation/suit.yml": SUITE})
    assert "did you mean 'suit.yml'?" in fault


def test_a_language_that_the_judge_does_not_know_is_an_error(found: Any) -> None:
    config = _config({"handler": "suite"}, programming_language="cobol")
    (fault,) = found({"config.json": config, "evaluation/suite.yaml": SUITE})
    assert "config.json programming_language, line 1, column" in fault
    assert "'suite' does not know the programming language 'cobol' (write one of python" in fault


def test_a_suite_may_not_name_files_outside_the_repository(
    found: Any, write: Write, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret\n")
    root = write({"evaluation/suite.yaml": "testcases:\n- stdin: {file: link}\n"})
    (root / "evaluation/link").symlink_to(tmp_path / "secret")
    (fault,) = found({"config.json": _config({"handler": "suite"})})
    assert "leads out of the repository" in fault
    (root / "evaluation/suite.yaml").unlink()
    (root / "evaluation/suite.yaml").symlink_to(tmp_path / "secret")
    (fault,) = found({"config.json": _config({"handler": "suite"})})
    assert "leads out of the repository" in fault


def test_the_other_suites_are_checked_after_one_that_ends_the_process(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    killer = (
        "import sys, os, json\n"
        "for line in sys.stdin:\n"
        "    if '/b/' in line: os._exit(9)\n"
        "    print(json.dumps([{'kind': 'missing', 'file': 'x', 'what': ''}]), flush=True)\n"
    )
    monkeypatch.setattr(
        "kriterion.authoring.judge_inputs.suite_check.SUITE_INPUT_CHECK", ("-c", killer)
    )
    files: dict[str, Content] = {
        "config.json": _config({"handler": "suite"}),
        "evaluation/suite.yaml": SUITE,
    }
    root = write({f"{name}/{file}": content for name in "abc" for file, content in files.items()})
    codes = [(f.file, f.code) for f in read_repository(root).findings if "suite." in f.code]
    assert codes == [
        ("a/evaluation/x", "suite.missing"),
        ("b", "suite.not-checked"),
        ("c/evaluation/x", "suite.missing"),
    ]


def test_a_misspelt_key_is_reported_with_its_place(found: Any) -> None:
    config = '{"evaluation": {"handler": "suite",\n   "memory_limt": 5}}'
    faults = found({"config.json": config, "evaluation/suite.yaml": SUITE})
    assert (
        "error: config.json evaluation.memory_limt, line 2, column 4: nothing reads the key"
        " 'memory_limt' (did you mean 'memory_limit'?)" in faults
    )


def test_a_judge_of_others_may_read_keys_of_its_own(found: Any) -> None:
    config = _config({"handler": "turtle", "canvas_width": 400, "test_suite": "a.yaml"})
    assert found({"config.json": config}) == []
    config = _config({"handler": "turtle", "memory_limt": 400})
    (fault,) = found({"config.json": config})
    assert fault.startswith("warning: config.json evaluation.memory_limt")


def test_a_key_that_our_judge_does_not_read_is_a_warning(found: Any) -> None:
    config = _config({"handler": "suite", "canvas_width": 400})
    (fault,) = found({"config.json": config, "evaluation/suite.yaml": SUITE})
    assert "the judge 'suite' does not read the key 'canvas_width' (remove it)" in fault


def test_keys_beside_the_evaluation_are_reported(found: Any) -> None:
    config = _config({"handler": "turtle"}, time_limit=3, handler="turtle", evalution={"a": 1})
    assert [fault.partition(": ")[0] for fault in found({"config.json": config})] == [
        "error",
        "warning",  # the handler is inside as well
        "error",
    ]
    assert "write it as 'time_limit' inside 'evaluation'" in found({"config.json": config})[0]
    assert "did you mean 'evaluation'?" in found({"config.json": config})[2]


def test_a_fault_of_a_parent_directory_is_reported_once(write: Write) -> None:
    exercises = {f"{name}/config.json": _config({"handler": "suite"}) for name in "ab"}
    suites = {f"{name}/evaluation/suite.yaml": SUITE for name in "ab"}
    dirconfig = {"evaluation": {"memory_limt": 5}}
    root = write({"dirconfig.json": dirconfig, **exercises, **suites})
    material = read_repository(root)
    assert [f.code for f in material.findings].count("dodona.config.misspelt-key") == 1
    assert material.obstacles.keys() == {"a", "b"}


def _read_course(write: Write, files: Mapping[str, str]) -> list[Diagnostic]:
    meta = '{"learnocaml_version": "1", "kind": "exercise", "title": "T", "stars": 1}'
    sources = {
        "meta.json": meta,
        "descr.md": "x",
        "prelude.ml": "",
        "prepare.ml": "",
        "template.ml": "let f x = ...\n",
        "solution.ml": "let f x = x\n",
        "test.ml": "open Test_lib\nlet () = set_result []\n",
        **files,
    }
    root = write({f"exercises/e/{name}": content for name, content in sources.items() if content})
    return [
        finding
        for finding in read_repository(root).findings
        if finding.code.startswith(
            ("learn-ocaml.source", "learn-ocaml.test", "learn-ocaml.exercise.misspelt")
        )
    ]


def test_ocaml_without_faults_is_accepted(write: Write) -> None:
    assert _read_course(write, {}) == []


def test_a_template_that_is_no_ocaml_is_an_error(write: Write) -> None:
    (fault,) = _read_course(write, {"template.ml": "let f =\n  (* here: \n"})
    assert str(fault) == (
        "exercises/e/template.ml line 2, column 3: is not valid OCaml: a comment is not closed"
    )


def test_a_misspelt_name_of_the_library_is_an_error(write: Write) -> None:
    tests = "open Test_lib\nlet () = set_result @@ test_funtion_1_against_solution ()\n"
    (fault,) = _read_course(write, {"test.ml": tests})
    assert (fault.where, fault.what) == (
        "line 2, column 24",
        "'test_funtion_1_against_solution' is not defined",
    )
    assert fault.fix == "did you mean 'test_function_1_against_solution'?"


def test_a_name_that_the_exercise_defines_is_not_misspelt(write: Write) -> None:
    tests = "let test_funtion_1 test_value' = test_value'\nlet () = test_funtion_1 set_reslt\n"
    assert _read_course(write, {"test.ml": tests, "prepare.ml": "let set_reslt = 1"}) == []


def test_a_misspelt_test_file_is_an_error(write: Write) -> None:
    (fault,) = _read_course(write, {"test.ml": "", "tets.ml": "let () = ()"})
    assert fault.severity is Severity.ERROR
    assert "did you mean 'tets.ml'? Rename it" in str(fault)


def test_a_workdir_that_no_run_receives_is_an_error(found: Any, write: Write) -> None:
    root = write({"workdir/small": "x"})
    files = {"config.json": _config({"handler": "turtle"})}
    assert found(files) == []
    with (root / "workdir/large").open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    (fault,) = found(files)
    assert fault.startswith("error: workdir: contains more than 268,435,456 bytes")
    (root / "workdir/large").unlink()
    (root / "workdir/loop").symlink_to(root)
    assert found(files) == []
