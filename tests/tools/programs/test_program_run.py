"""Students' programs are run with input, or with phrases after them."""

import shutil
from pathlib import Path

import pytest

from kriterion.host.installation import Installation
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Ending
from kriterion.tools.images import find_image
from kriterion.tools.programs.program_run import (
    Program,
    ProgramOutput,
    can_run,
    has_error,
    plan_program,
    read_program,
    takes_phrases,
)
from kriterion_tools.languages import LANGUAGES

SOURCE = "main.x"
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


def run(installation: Installation, program: Program) -> ProgramOutput:
    image = find_image(HOST.name, installation.images)
    root = installation.make_root(image)
    outcome = installation.sandbox.run(plan_program(program, image, root))
    return read_program(program, outcome, root)


def run_ocaml(
    installation: Installation, code: str, phrase: str = "", prelude: str = "", hidden: str = ""
) -> ProgramOutput:
    if shutil.which("ocaml") is None:
        pytest.skip("needs OCaml: apt install ocaml-nox")
    program = Program(
        language="ocaml",
        files={"solution.ml": code},
        phrase=phrase,
        prelude=prelude,
        preparation=hidden,
    )
    return run(installation, program)


@pytest.mark.parametrize("language", [each.name for each in LANGUAGES if each.run])
def test_the_command_of_each_language_is_complete(language: str) -> None:
    plan = plan_program(Program(language=language, files={SOURCE: "", "b.x": ""}), HOST)
    assert not any("{" in word for word in plan.command)
    assert language == "ocaml" or any(SOURCE in word for word in plan.command)


def test_the_documents_list_the_commands() -> None:
    page = (ROOT / "docs" / "reference" / "trying-programs.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ")][1:]
    assert rows == [
        f"| {each.name} | {f'`{each.build[0]}` ' if each.build else ''}| `{each.run[0]}` |"
        for each in LANGUAGES
        if each.run
    ]


def test_only_known_languages_are_run() -> None:
    assert can_run("Python") and can_run("java")
    assert not can_run("sql") and not can_run("") and not can_run("tsx")
    assert takes_phrases("ocaml") and not takes_phrases("c")
    with pytest.raises(LookupError):
        plan_program(Program(language="sql", files={SOURCE: ""}), HOST)


def test_all_sources_of_a_compiled_program_are_built() -> None:
    files = {"main.c": "", "list.c": "", "list.h": ""}
    command = plan_program(Program(language="c", files=files), HOST).command
    assert [word.rpartition("/")[2] for word in command if word.startswith("/mnt/program/")] == [
        "main.c",
        "list.c",
    ]


@pytest.mark.parametrize("output", ["File x\nError: Syntax error\n", 'Exception: Failure "no".'])
def test_errors_of_the_toplevel_are_recognised(output: str) -> None:
    assert has_error(output)
    assert not has_error("val error : int = 3\n")


@pytest.mark.machine
def test_a_phrase_has_its_type_and_value_with_the_program_and_the_prelude(
    installation: Installation,
) -> None:
    result = run_ocaml(
        installation,
        "let f x = x + k + hidden",
        phrase="f 3;; (f, true)",
        prelude="let k = 10",
        hidden="let hidden = 1;; let other = ();;",
    )
    assert result.output == "- : int = 14\n- : (int -> int) * bool = (<fun>, true)"
    assert result.definitions == "val f : int -> int = <fun>"


@pytest.mark.machine
def test_errors_are_shown_at_their_place(installation: Installation) -> None:
    result = run_ocaml(installation, "let f x = x + 1\nlet g = f true\n", phrase="f 1 +")
    assert 'File "solution.ml", line 2, characters 10-14:' in result.output
    assert "Line 1, characters 5-" in result.output
    assert "This expression has type bool" in result.output
    assert result.definitions == ""


@pytest.mark.machine
def test_a_program_does_not_find_the_hidden_code_in_a_file(installation: Installation) -> None:
    code = 'let () = Array.iter print_endline (Sys.readdir "/mnt/support")'
    result = run_ocaml(installation, code, hidden="let answer = 42")
    assert "prepare" not in result.output + result.definitions
    assert "42" not in result.output + result.definitions


@pytest.mark.machine
def test_a_program_cannot_seek_back_to_the_hidden_code(installation: Installation) -> None:
    code = """
let rec read from =
  match seek_in stdin from; really_input_string stdin 40 with
  | text -> print_endline text
  | exception (Sys_error _ | End_of_file) -> ()
let () = let here = pos_in stdin in
  List.iter read [0; 100]; seek_in stdin here"""
    result = run_ocaml(installation, code, phrase="1 + 1", hidden="let hidden = (* SECRET *) 1")
    assert "SECRET" not in result.output + result.definitions


@pytest.mark.machine
def test_a_phrase_in_python_is_evaluated_with_the_names_of_the_program(
    installation: Installation,
) -> None:
    program = Program(
        language="python",
        files={"solution.py": "def half(x):\n    return 10 // x\n"},
        phrase="y = 5\nhalf(y)\nhalf(0)",
    )
    output = run(installation, program).output
    assert output.startswith("2\nTraceback (most recent call last):\n")
    assert 'File "<phrase>", line 3' in output
    assert 'File "solution.py", line 2, in half' in output
    assert "python_phrases" not in output


@pytest.mark.machine
def test_a_program_reads_its_input_and_its_files(
    installation: Installation, tmp_path: Path
) -> None:
    (tmp_path / "data.txt").write_text("from a file")
    program = Program(
        language="python",
        files={"main.py": "import other\nprint(other.read(), input())", "other.py": OTHER},
        stdin="and input\n",
        workdir=tmp_path,
    )
    result = run(installation, program)
    assert (result.output, result.exit_status) == ("from a file and input", 0)


OTHER = "def read():\n    return open('data.txt').read()\n"


@pytest.mark.machine
def test_a_compiled_program_is_built_and_run(installation: Installation) -> None:
    if shutil.which("cc") is None:
        pytest.skip("needs a C compiler: apt install gcc")
    code = '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d", n * 2); }\n'
    program = Program(language="c", files={"main.c": code}, stdin="21")
    assert run(installation, program).output == "42"
    broken = run(installation, Program(language="c", files={"main.c": "int main(void) { x; }"}))
    assert "main.c:1:18: error" in broken.output
    assert broken.exit_status == 1


@pytest.mark.machine
def test_a_missing_interpreter_is_noticed(installation: Installation) -> None:
    if shutil.which("ruby") is not None:
        pytest.skip("needs a machine without ruby")
    result = run(installation, Program(language="ruby", files={"a.rb": "p 1"}))
    assert not result.is_found
    assert result.ending is Ending.EXITED
