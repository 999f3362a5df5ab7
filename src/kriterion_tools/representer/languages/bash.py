"""Bash."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.language import ANY, Language, NameRole, Order, Places, Rewrite
from kriterion_tools.representer.language_parts import bash_commands as commands
from kriterion_tools.representer.language_parts import bash_sums as sums
from kriterion_tools.representer.language_parts import bash_words as words

# Variables that Bash, or a program it runs, reads or sets.
_KEPT = frozenset(
    {"PATH", "IFS", "HOME", "PWD", "OLDPWD", "LANG", "PS1", "PS2", "PS3", "PS4", "REPLY", "TMPDIR"}
    | {"OPTARG", "OPTIND", "OPTERR", "RANDOM", "SECONDS", "LINENO", "FUNCNAME", "EUID", "UID"}
    | {"HOSTNAME", "TERM", "COLUMNS", "LINES", "SHELL", "USER", "PIPESTATUS", "MAPFILE", "PPID"}
    | {"EDITOR", "POSIXLY_CORRECT", "SHELLOPTS", "SHLVL", "TIMEFORMAT", "TMOUT", "GROUPS", "_"}
    | {"EPOCHSECONDS", "EPOCHREALTIME", "SRANDOM", "CDPATH", "GLOBIGNORE", "HISTFILE", "TZ"}
)

# Input that the parser gets wrong: an operator in an index with commas, a variable where a slice
# begins.
_INDEX = re.compile(r"(\w\[)((?=[^\]\n]*\$)[\w${}]+(?:,[\w${}]+)+)(\])")
_PART = re.compile(r"(\$\{\w+(?:\[[@*\w]+\])?:)\$(\w+)")
_LENGTH = re.compile(r"(\$\{\w+(?:\[[@*\w]+\])?:(?:\w+|\$\{\w+\}):)\$(\w+)")


# Without interpolation: comments and single-quoted strings. Other strings are skipped as a whole.
_TEXT = re.compile(r"""(?:(?<=\s)|^)#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'|\\.""", re.DOTALL)


def _prepared(text: str) -> str:
    pieces, done = [], 0
    for one in _TEXT.finditer(text):
        is_filled = one[0].startswith('"')
        pieces += [_mended(text[done : one.start()]), _mended(one[0]) if is_filled else one[0]]
        done = one.end()
    return "".join([*pieces, _mended(text[done:])])


def _mended(text: str) -> str:
    text = _PART.sub(r"\1${\2}", text)
    text = _LENGTH.sub(r"\1${\2}", text)
    return _INDEX.sub(r'\1"\2"\3', text)


def _is_kept(name: str) -> bool:
    return name in _KEPT or name.startswith(("BASH", "LC_", "COMP_"))


REWRITES: Mapping[str, Rewrite] = {
    "program": commands.script,
    "word": words.word,
    "number": words.word,
    "extglob_pattern": words.word,
    "raw_string": words.raw_string,
    "ansi_c_string": words.ansi_string,
    "string": words.string,
    "simple_expansion": words.simple_expansion,
    "expansion": words.expansion,
    "command_substitution": words.substitution,
    "subscript": sums.subscript,
    "arithmetic_expansion": words.sums,
    "heredoc_body": words.heredoc_body,
    "regex": words.regex,
    "compound_statement": sums.compound,
    "c_style_for_statement": sums.loop,
    "command_name": commands.command_name,
    "command": commands.command,
    "function_definition": commands.function,
    "variable_assignment": commands.assignment,
    "declaration_command": commands.declaration,
    "unset_command": commands.declaration,
    "unary_expression": commands.test,
    "heredoc_redirect": words.heredoc,
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "variable_name": NameRole.MENTIONED,
    "sum_name": NameRole.MEMBER,
    "given_name": NameRole.MEMBER,
    "exported_name": NameRole.KEPT,
    "function_word": NameRole.MENTIONED,
    "command_word": NameRole.MENTIONED,
}

ROLES: Mapping[tuple[str, str], NameRole] = {
    ("subscript", "name"): NameRole.MEMBER,
    ("for_statement", "variable"): NameRole.MEMBER,
    ("function_definition", "name"): NameRole.MEMBER,
}

# In arithmetic, every variable counts as the script's own: reading another program's number there
# is too unlikely.
BINDINGS: Places = {
    "variable_assignment": {"name"},
    "for_statement": {"variable"},
    "function_definition": {"name"},
    "declaration_command": {""},
    "command": {"argument"},
    "subscript": {"index"},
    **{
        kind: {ANY}
        for kind in (
            *("binary_expression", "unary_expression", "postfix_expression", "ternary_expression"),
            *("arithmetic", "arithmetic_expansion", "compound_statement", "expansion"),
            "c_style_for_statement",
        )
    },
}

PATTERNS: Places = {"subscript": {"name"}}

ORDER = Order(
    containers=frozenset({"program"}),
    items=frozenset({"function_definition"}),
    deferred={"function_definition": {"body"}},
)

LANGUAGE = Language(
    name="bash",
    version=2,
    prepared=_prepared,
    dropped=frozenset({"comment"}),
    brackets=frozenset({*"(){}[]", ";;", "function", "\n"}),
    separators=frozenset(";"),
    verbatim=frozenset({"string", "expansion", "heredoc_body", "regex"}),
    spellings={"string_content": str, "regex": str, "heredoc_content": str},
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns=PATTERNS,
    spaces={"function_word": "function ", "command_word": "function "},
    is_kept_name=_is_kept,
    orders=(ORDER,),
)
