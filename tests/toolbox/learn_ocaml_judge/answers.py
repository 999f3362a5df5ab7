"""Evaluates OCaml expressions in a grader, many of them in one run."""

from collections.abc import Sequence

from tests.toolbox.learn_ocaml_judge.conftest import Grade

EMPTY = {"prelude.ml": "", "prepare.ml": "", "template.ml": "", "solution.ml": ""}


def grade_expressions(
    grade: Grade, expressions: Sequence[str], *, before: str = "", submission: str = ""
) -> list[str]:
    """Evaluate string expressions in test.ml, after some definitions, and return the strings."""
    messages = (
        f"Report.(Message ([Output ({expression})], Important));\n" for expression in expressions
    )
    test = f"{before}\nlet () = Test_lib.set_result [\n{''.join(messages)}]"
    graded = grade(submission, {**EMPTY, "test.ml": test})
    return [text for text, _ in graded.results]


def quote_literal(content: bytes | str) -> str:
    """Return an OCaml string literal for any bytes."""
    content = content.encode() if isinstance(content, str) else content
    return '"' + "".join(f"\\x{byte:02x}" for byte in content) + '"'
