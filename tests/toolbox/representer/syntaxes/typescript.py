"""How TypeScript is written, for edits."""

from dataclasses import replace

from tests.toolbox.representer.syntaxes import javascript

SYNTAX = replace(
    javascript.SYNTAX,
    language="typescript",
    turned={"function_declaration", "type_alias_declaration", "interface_declaration"},
    identifiers={*javascript.SYNTAX.identifiers, "type_identifier"},
    keywords={"while": "if", "break": "continue", "const": "let", "private": "public"},
)
