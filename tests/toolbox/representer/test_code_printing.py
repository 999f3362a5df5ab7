"""A normalised solution is printed as code of its language, for people to read."""

import pytest

from kriterion_tools.languages import SUFFIXES
from kriterion_tools.representer.code_printing import print_solution
from kriterion_tools.representer.languages import load_language
from kriterion_tools.solution.unusable import UnusableSolution
from tests.cases import collect_failures
from tests.toolbox.representer import edits
from tests.toolbox.representer.test_edits import load_fixtures, load_syntax, represent_fixtures

LANGUAGES = sorted(SUFFIXES)


def print_source(source: str, name: str) -> str:
    language = load_language(name)
    assert language is not None
    code = print_solution({"solution": source.encode()}, language)
    assert not isinstance(code, UnusableSolution), code
    return code


def test_python_code_is_printed() -> None:
    source = (
        "import math, re\n"
        "def area(r: float, *, half=False):\n"
        "    # of a circle\n"
        "    if (half): return math.pi * (r + 1) ** 2 / 2\n"
        "    total = total_of([r, 2])\n"
        "    return total\n"
    )
    assert print_source(source, "python") == (
        "import math\n"
        "def PLACEHOLDER_1(PLACEHOLDER_2, *, PLACEHOLDER_3 = False):\n"
        "    if PLACEHOLDER_3:\n"
        "        return (math.pi * ((PLACEHOLDER_2 + 1) ** 2)) / 2\n"
        "    PLACEHOLDER_4 = total_of([PLACEHOLDER_2, 2])\n"
        "    return PLACEHOLDER_4\n"
    )


def test_java_code_is_printed() -> None:
    source = (
        "import java.util.*;\n"
        "class Box { private int size = 0;\n"
        "int grow(int by) { if (by > 0) size = size + by; else { return -1; } return size; } }\n"
    )
    assert print_source(source, "java") == (
        "class PLACEHOLDER_1 {\n"
        "    private int PLACEHOLDER_2 = 0;\n"
        "    int PLACEHOLDER_3(int PLACEHOLDER_4) {\n"
        "        if (PLACEHOLDER_4 > 0) {\n"
        "            PLACEHOLDER_2 += PLACEHOLDER_4;\n"
        "        }\n"
        "        else {\n"
        "            return - 1;\n"
        "        }\n"
        "        return PLACEHOLDER_2;\n"
        "    }\n"
        "}\n"
    )


def test_javascript_code_is_printed() -> None:
    source = (
        "const f = (a, b) => { return g(a[0], { b: b }); };\nfor (const x of [1, 2]) { f(x); }\n"
    )
    assert print_source(source, "javascript") == (
        "const PLACEHOLDER_1 = (PLACEHOLDER_2, PLACEHOLDER_3) =>"
        " g(PLACEHOLDER_2[0], { b: PLACEHOLDER_3 });\n"
        "for (const PLACEHOLDER_4 of [1, 2]) {\n"
        "    PLACEHOLDER_1(PLACEHOLDER_4);\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("name", "source", "printed"),
    [
        ("javascript", "f(`a ${b || 'c'} \"d\"`);", '`a ${b || "c"} "d"`'),
        ("javascript", "f(g`a${b}`);", "g `a${b}`"),
        ("typescript", "f((a: string): string => `${a}`);", ": string): string => `$"),
        ("python", "f(f'a {b!r:>{w}} {\", \".join(c)}')", 'f"a {b!r:>{ w }} {", ".join(c)}"'),
        ("kotlin", 'val a = "b $c ${c.d}"', '"b ${c} ${c.d}"'),
        ("c_sharp", 'f($"a {b}, {c.D:D3}");', '$"a {b}, {c.D:D3}"'),
        ("ruby", 'f("a #{b} c")', '"a #{b} c"'),
        ("php", '<?php f("a $b[0] c");', "[0]} c"),
        ("bash", 'echo "a ${b:-c} $d $(date) e"', '"a ${b:-"c"} $d $(date) e"'),
    ],
)
def test_texts_with_expressions_are_printed_as_such(name: str, source: str, printed: str) -> None:
    assert printed in print_source(source, name)


def test_templates_within_templates_end() -> None:
    print_source("f(" + "`${" * 200 + "1" + "}`" * 200 + ");", "javascript")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_make_no_difference_and_nothing_is_lost(language: str) -> None:
    with collect_failures() as cases:
        for name, source in list(load_fixtures(language).items())[::4]:
            with cases.case(name):
                code = print_source(source, language)
                representation = represent_fixtures(language)[name]
                for placeholder in representation.mapping:
                    assert placeholder in code
                names = {
                    own
                    for own in representation.mapping.values()
                    if own not in representation.text and own not in code
                }
                edited = edits.rename_all(source, load_syntax(language), names)
                assert edited is not None
                assert print_source(edited, language) == code


@pytest.mark.parametrize("name", ["python", "java"])
def test_deep_nesting_is_harmless(name: str) -> None:
    form = {"python": "x = {}\n", "java": "class A {{ int x = {}; }}"}
    deep = print_source(form[name].format("f(" * 5_000 + "1" + ")" * 5_000), name)
    assert deep.count("f(") == 5_000


def test_an_invalid_solution_is_refused() -> None:
    language = load_language("python")
    assert language is not None
    outcome = print_solution({"solution": b"def f(:\n"}, language)
    assert isinstance(outcome, UnusableSolution)
