"""How TypeScript with elements in it is written, for edits."""

from dataclasses import replace

from tests.toolbox.representer.syntaxes import typescript

SYNTAX = replace(
    typescript.SYNTAX,
    language="tsx",
    # Here, what is taken out of an object by its name is mostly a property that is declared, too.
    identifiers={
        *typescript.SYNTAX.identifiers,
        *("shorthand_property_identifier", "shorthand_property_identifier_pattern"),
    },
    wrapped={**typescript.SYNTAX.wrapped, "jsx_expression": {""}},
)
