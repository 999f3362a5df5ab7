"""Ruby."""

from collections.abc import Mapping

from kriterion_tools.representer.language import ANY, Language, NameRole, Order, Places, Rewrite
from kriterion_tools.representer.language_parts import ruby_heredocs as heredocs
from kriterion_tools.representer.language_parts import ruby_literals as literals
from kriterion_tools.representer.language_parts import ruby_statements as statements
from kriterion_tools.representer.literals import number

REWRITES: Mapping[str, Rewrite] = {
    "string": literals.string,
    "interpolation": literals.interpolation,
    "chained_string": literals.chained,
    "string_array": literals.words,
    "symbol_array": literals.words,
    "delimited_symbol": literals.delimited_symbol,
    "regex": literals.regex,
    "heredoc_beginning": literals.heredoc_beginning,
    "program": heredocs.heredocs,
    "pair": literals.pair,
    "if_modifier": statements.modifier,
    "unless_modifier": statements.modifier,
    "while_modifier": statements.modifier,
    "until_modifier": statements.modifier,
    "conditional": statements.conditional,
    "elsif": statements.elsif,
    "binary": statements.operator,
    "unary": statements.operator,
    "do_block": statements.block,
    "block_body": statements.body,
    "block_parameters": statements.block_parameters,
    "lambda_parameters": statements.block_parameters,
    "method_parameters": statements.parameters,
    "call": statements.call,
    "argument_list": statements.arguments,
    "block_argument": statements.block_argument,
    "assignment": statements.assignment,
    "method": statements.method,
    "singleton_method": statements.method,
    "class": statements.definition,
    "module": statements.definition,
    "singleton_class": statements.definition,
    "keyword_pattern": statements.keyword_pattern,
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "identifier": NameRole.EITHER,
    "constant": NameRole.MENTIONED,
    "defined_constant": NameRole.MEMBER,
    "instance_variable": NameRole.OWN,
    "class_variable": NameRole.OWN,
    "global_variable": NameRole.MEMBER,
    "name_symbol": NameRole.MEMBER,
    "hash_key_symbol": NameRole.KEPT,
}

ROLES: Mapping[tuple[str, str], NameRole] = {
    ("call", "method"): NameRole.MENTIONED,
    ("method", "name"): NameRole.MEMBER,
    ("singleton_method", "name"): NameRole.MEMBER,
    ("setter", "name"): NameRole.MEMBER,
    ("alias", "name"): NameRole.MEMBER,
    ("alias", "alias"): NameRole.MENTIONED,
    ("keyword_parameter", "name"): NameRole.KEYWORD,
    ("keyword_argument", "key"): NameRole.KEYWORD,
}

BINDINGS: Places = {
    "method": {"name"},
    "singleton_method": {"name"},
    "alias": {"name"},
    "class": {"name"},
    "module": {"name"},
    "defined_names": {""},
    "method_parameters": {ANY},
    "lambda_parameters": {ANY},
    "block_parameters": {ANY},
    "locals": {ANY},
    "optional_parameter": {"name"},
    "splat_parameter": {"name"},
    "hash_splat_parameter": {"name"},
    "block_parameter": {"name"},
    "keyword_parameter": {"name"},
    "assignment": {"left"},
    "operator_assignment": {"left"},
    "for": {"pattern"},
    "exception_variable": {""},
    "in_clause": {"pattern"},
    "match_pattern": {"pattern"},
    "test_pattern": {"pattern"},
}

PATTERNS: Places = {
    "setter": {"name"},
    "destructured_parameter": {ANY},
    "left_assignment_list": {ANY},
    "destructured_left_assignment": {ANY},
    "rest_assignment": {ANY},
    "array_pattern": {ANY},
    "find_pattern": {ANY},
    "hash_pattern": {ANY},
    "keyword_pattern": {"value"},
    "as_pattern": {"value", "name"},
    "alternative_pattern": {ANY},
    "parenthesized_pattern": {ANY},
}

SCOPES: Places = {
    "method": {"parameters", "body"},
    "singleton_method": {"parameters", "body"},
    "block": {ANY},
    "lambda": {ANY},
    "class": {"body"},
    "module": {"body"},
    "singleton_class": {"body"},
}

ORDER = Order(
    containers=frozenset({"program", "class_body"}),
    items=frozenset({"method", "singleton_method"}),
    deferred={"method": {"body"}, "singleton_method": {"body"}},
)

# With one of these words in the solution, strings may refer to names.
NAME_READERS = frozenset(
    {"send", "public_send", "__send__", "method", "define_method", "respond_to", "const_get"}
    | {"instance_variable_get", "instance_variable_set", "local_variable_get"}
)

LANGUAGE = Language(
    name="ruby",
    version=3,
    dropped=frozenset({"comment", "empty_statement", "heredoc_end"}),
    brackets=frozenset({*"(){}[];", "end", "then", "do", "begin"}),
    separators=frozenset(","),
    verbatim=frozenset({"string", "regex", "heredoc_body", "subshell", "delimited_symbol"}),
    transparent=frozenset({"parenthesized_statements"}),
    spellings={
        "integer": literals.integer,
        "float": number,
        "character": literals.character,
        "string_content": str,
        "escape_sequence": str,
        "heredoc_content": str,
    },
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    accesses={"call": ("receiver", "method"), "scope_resolution": ("scope", "name")},
    receivers=frozenset({"self"}),
    is_kept_name=frozenset(
        {"$stdout", "$stderr", "$stdin", "$PROGRAM_NAME", "$LOAD_PATH", "_"}
    ).__contains__,
    name_readers=NAME_READERS,
    spaces={"instance_variable": "@", "class_variable": "@@", "global_variable": "$"},
    sigils=":@$",
    orders=(ORDER,),
)
