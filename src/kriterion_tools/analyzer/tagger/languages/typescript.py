"""TypeScript: JavaScript with types."""

from collections.abc import Mapping
from dataclasses import replace

from kriterion_tools.analyzer.tagger.conditions import has_child, has_parent, lacks_field
from kriterion_tools.analyzer.tagger.languages import javascript
from kriterion_tools.analyzer.tagger.table import Rule

_JAVASCRIPT_ONLY = frozenset({"field_definition", "class_heritage > identifier"})
RULES: Mapping[str, Rule] = {
    key: rule
    for key, rule in javascript.RULES.items()
    if key not in _JAVASCRIPT_ONLY and not key.startswith(("formal_parameters", "class_heritage"))
} | {
    "required_parameter": lacks_field("value", "parameter", "parameter optional-parameter"),
    "required_parameter > pattern:rest_pattern": "varargs",
    "optional_parameter": "parameter optional-parameter",
    "accessibility_modifier": "visibility-modifiers",
    "readonly": "read-only",
    "override_modifier": "method-override",
    "public_field_definition": has_child({"static"}, "static-field", "field"),
    "required_parameter > accessibility_modifier": "field",
    "property_signature": "property",
    "abstract_class_declaration": "class abstract-class",
    "abstract_method_signature": "abstract-method",
    "extends_clause": "technique:inheritance",
    "extends_clause > value:identifier": {r"\w*Error": "user-defined-exception"},
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "internal_module": "namespace",
    "type_alias_declaration": "type-alias",
    "function_declaration > type_parameters:*": "generic-function",
    "arrow_function > type_parameters:*": "generic-function",
    "method_definition > type_parameters:*": "generic-method",
    "class_declaration > type_parameters:*": "generic-type",
    "abstract_class_declaration > type_parameters:*": "generic-type",
    "interface_declaration > type_parameters:*": "generic-type",
    "type_alias_declaration > type_parameters:*": "generic-type",
    "function_declaration > return_type:*": "return-type",
    "arrow_function > return_type:*": "return-type",
    "method_definition > return_type:*": "return-type",
    "abstract_method_signature > return_type:*": "return-type",
    "method_signature > return_type:*": "return-type",
    "function_signature": "function-overloading",
    "class_body > method_signature": "method-overloading",
    "null": has_parent({"literal_type"}, "", "null"),
    "undefined": has_parent({"literal_type"}, "", "null"),
    "union_type": "union-type",
    "union_type > literal_type > null": "nullability",
    "union_type > literal_type > undefined": "nullability",
    "tuple_type": "tuple",
    "type_predicate": "type-test",
}

TABLE = replace(
    javascript.TABLE,
    name="typescript",
    rules=RULES,
    classes={
        "class_declaration": ("name",),
        "class": ("name",),
        "abstract_class_declaration": ("name",),
    },
    defines=(
        *(define for define in javascript.DEFINES if not define.startswith("formal_parameters")),
        "required_parameter > pattern:identifier",
        "optional_parameter > pattern:identifier",
        "class_declaration > name:type_identifier",
    ),
)
