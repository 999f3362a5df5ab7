"""Ruby."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.equivalents.last_statements import chain
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    TypeRules,
)
from kriterion_tools.representer.language_parts import ruby_heredocs as heredocs
from kriterion_tools.representer.language_parts import ruby_literals as literals
from kriterion_tools.representer.language_parts import ruby_statements as statements
from kriterion_tools.representer.library_names import ruby as library_names
from kriterion_tools.representer.literals import spell_number
from kriterion_tools.representer.looked_up import ruby as looked_up

REWRITES: Mapping[str, Rewrite] = {
    "string": literals.rewrite_string,
    "interpolation": literals.drop_interpolation_brackets,
    "chained_string": literals.join_adjacent_strings,
    "string_array": literals.expand_word_array,
    "symbol_array": literals.expand_word_array,
    "delimited_symbol": literals.rewrite_delimited_symbol,
    "regex": literals.rewrite_regex,
    "heredoc_beginning": literals.drop_heredoc_delimiter,
    "program": chain(heredocs.move_heredocs, looked_up.keep_looked_up_names),
    "pair": literals.rewrite_pair,
    "if_modifier": statements.expand_modifier,
    "unless_modifier": statements.expand_modifier,
    "while_modifier": statements.expand_modifier,
    "until_modifier": statements.expand_modifier,
    "conditional": statements.expand_conditional,
    "unless": statements.negate_condition,
    "elsif": statements.nest_elsif,
    "binary": statements.unify_operator,
    "unary": statements.unify_operator,
    "do_block": statements.rewrite_do_block,
    "block_body": statements.rename_block_body,
    "block_parameters": statements.separate_block_locals,
    "lambda_parameters": statements.separate_block_locals,
    "method_parameters": statements.drop_empty_parameters,
    "call": statements.simplify_call,
    "argument_list": statements.mark_keyword_arguments,
    "block_argument": statements.mark_method_symbol,
    "assignment": chain(statements.mark_defined_constant, statements.shorten),
    "until": statements.unify_loop,
    "return": statements.simplify_return,
    "if": statements.swap_negated_branches,
    "method": statements.rewrite_method,
    "singleton_method": statements.rewrite_method,
    "class": statements.rewrite_class,
    "module": statements.rewrite_class,
    "singleton_class": statements.move_singleton_methods,
    "keyword_pattern": statements.expand_keyword_pattern,
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

# If the solution contains one of these words, strings may refer to names.
NAME_READERS = frozenset(
    {"send", "public_send", "__send__", "method", "define_method", "respond_to", "const_get"}
    | {"instance_variable_get", "instance_variable_set", "local_variable_get", "binding"}
    | {"const_set", "const_defined", "class_variable_get", "instance_variable_defined", "try"}
    | {"instance_method", "public_method", "remove_method", "undef_method", "Object"}
)

_KEPT_GLOBALS = frozenset(
    {"stdout", "stderr", "stdin", "PROGRAM_NAME", "LOAD_PATH", "LOADED_FEATURES", "DEBUG"}
    | {"VERBOSE", "FILENAME", "INPUT_RECORD_SEPARATOR", "OUTPUT_RECORD_SEPARATOR"}
    | {"OUTPUT_FIELD_SEPARATOR", "FIELD_SEPARATOR", "ERROR_INFO", "CHILD_STATUS", "MATCH"}
)


def _is_kept_name(name: str) -> bool:
    if name.startswith("$"):
        return name[1:] in _KEPT_GLOBALS or not name[1:2].isalpha()
    return name == "_"


TYPING = TypeRules(
    classes=frozenset({"class", "module"}),
    bases=frozenset({"superclass"}),
    declarations={
        "assignment": ({"left"}, ()),
        "operator_assignment": ({"left"}, ()),
        "optional_parameter": ({"name"}, ()),
    },
    constructors=frozenset({"new"}),
    fields=frozenset({"instance_variable", "class_variable"}),
    library_values=frozenset(
        {"array", "hash", "string", "symbol", "lambda", "range", "regex", "true", "false"}
        | {"simple_symbol", "heredoc_beginning", "subshell"}
    ),
    empty_values=frozenset({"nil"}),
    method_calls=frozenset({"call"}),
    loose=frozenset({"block_argument"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)

# Comments at the beginning that change the meaning, and what depends on whether texts are frozen.
_BEGINNING = re.compile(r"\A(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*#[^\n]*")
_FROZEN = re.compile(
    r"^[^\S\n]*#[^\S\n]*(?:-\*-\s*)?(frozen_string_literal:\s*true)\b.*", re.MULTILINE
)
_ENCODING = re.compile(
    r"^[^\S\n]*#.*?\b((?:en)?coding[:=]\s*(?!utf-?8\b)[\w-]+).*", re.MULTILINE | re.IGNORECASE
)
_CHANGING = re.compile(
    r"<<|\w!|frozen\?|\]\s*[-+*|&]*=(?![=~>])|\.[a-z]\w*\s*=(?![=~>])"
    r"|\b(?:concat|replace|insert|prepend|force_encoding|setbyte|clear|equal\?|object_id|freeze)\b"
    r"|\b(?:append_as_bytes|__id__|compare_by_identity|StringIO|instance_variable_set|extend)\b"
    r"|\bsingleton_class\b|\bdefine_singleton_method\b|\bdef\s+(?!self\b)\w+\."
)


def _prepare(text: str) -> str:
    """Write the comments that change the meaning as symbols."""
    match = _BEGINNING.match(text)
    if match is None:
        return text
    beginning, rest = match[0], text[match.end() :]
    if _CHANGING.search(rest):
        beginning = _FROZEN.sub(":frozen_string_literal", beginning)
    return _ENCODING.sub(r':"\1"', beginning) + rest


LANGUAGE = Language(
    name="ruby",
    prepare=_prepare,
    version=9,
    dropped=frozenset({"comment", "empty_statement", "heredoc_end"}),
    brackets=frozenset({*"(){}[];", "end", "then", "do", "begin"}),
    separators=frozenset(","),
    verbatim=frozenset({"string", "regex", "heredoc_body", "subshell", "delimited_symbol"}),
    transparent=frozenset({"parenthesized_statements"}),
    spellings={
        "integer": literals.spell_integer,
        "float": spell_number,
        "character": literals.spell_character,
        "string_content": str,
        "escape_sequence": str,
        "heredoc_content": str,
    },
    spliced=frozenset({"singleton_methods"}),
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    closed_scopes=frozenset({"method", "singleton_method", "class", "module"}),
    exact_scopes=frozenset({ANY}),
    assignments=frozenset(
        {"assignment", "operator_assignment", "for", "exception_variable"}
        | {"in_clause", "match_pattern", "test_pattern"}
    ),
    accesses={"call": ("receiver", "method"), "scope_resolution": ("scope", "name")},
    receivers=frozenset({"self"}),
    typing=TYPING,
    is_kept_name=_is_kept_name,
    name_readers=NAME_READERS,
    name_spellers={"__method__": {"method": {"name"}, "singleton_method": {"name"}}},
    looked_up={
        **dict.fromkeys(("stdout", "stderr", "Logger"), frozenset({"write", "flush", "close"})),
        "Regexp": frozenset({"to_regexp"}),
    },
    code_readers=frozenset({"eval", "instance_eval", "class_eval", "module_eval", "ERB"}),
    spaces={"instance_variable": "@", "class_variable": "@@", "global_variable": "$"},
    sigils=":@$",
    orders=(ORDER,),
)
