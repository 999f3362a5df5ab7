"""Bash."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.equivalents import bash as equivalents
from kriterion_tools.representer.equivalents.last_statements import chain
from kriterion_tools.representer.language import ANY, Language, NameRole, Order, Places, Rewrite
from kriterion_tools.representer.language_parts import bash_commands as commands
from kriterion_tools.representer.language_parts import bash_sums as sums
from kriterion_tools.representer.language_parts import bash_words as words
from kriterion_tools.representer.looked_up import bash as looked_up

# Variables that Bash, or a program it runs, reads or sets.
_KEPT = """
_ CDPATH CHILD_MAX COLUMNS COPROC DIRSTACK DISPLAY EDITOR EMACS ENV EPOCHREALTIME EPOCHSECONDS EUID
EXECIGNORE FCEDIT FIGNORE FUNCNAME FUNCNEST GLOBIGNORE GLOBSORT GROUPS HOME HOSTFILE HOSTNAME
HOSTTYPE IFS IGNOREEOF INPUTRC INSIDE_EMACS LANG LANGUAGE LD_LIBRARY_PATH LINENO LINES LOGNAME
MACHTYPE MAIL MAILCHECK MAILPATH MAPFILE OLDPWD OPTARG OPTERR OPTIND OSTYPE PAGER PATH PIPESTATUS
POSIXLY_CORRECT PPID PROMPT_COMMAND PROMPT_DIRTRIM PS0 PS1 PS2 PS3 PS4 PWD RANDOM READLINE_ARGUMENT
READLINE_LINE READLINE_MARK READLINE_POINT REPLY SECONDS SHELL SHELLOPTS SHLVL SRANDOM TERM
TIMEFORMAT TMOUT TMPDIR TZ UID USER VISUAL auto_resume histchars command_not_found_handle
"""
_KEPT_NAMES = frozenset(_KEPT.split())

# Code that the parser misreads: an index with commas and variables, and a variable as offset or
# length of a slice.
_INDEX = re.compile(r"(\w\[)((?=[^\]\n]*\$)[\w${}]+(?:,[\w${}]+)+)(\])")
_OFFSET = re.compile(r"(\$\{\w+(?:\[[@*\w]+\])?:)\$(\w+)")
_LENGTH = re.compile(r"(\$\{\w+(?:\[[@*\w]+\])?:(?:\w+|\$\{\w+\}):)\$(\w+)")
_TERM = (
    r"(?:\$\{[^{}\n]*\}|\$\(\([^()\n]*\)\)|\$\([^()\n]*\)|\$\w+|[^\S\n]|[\w+*/%-]|\([^()\n]*\))+"
)
_SLICE = re.compile(rf"(\$\{{\w+(?:\[[@*\w]+\])?):(?![-+=?])({_TERM})(?::({_TERM}))?\}}")
_OPERATOR = re.compile(r"(?<=[\w\s)}])[-+*/%]|^\(|\+\+|--")

# In sums: a number in another base. In tests: =, which the parser takes for an assignment.
_SUM = re.compile(r"\(\((?:(?!\)\)).)*", re.DOTALL)
_BASE = re.compile(r"\b(\d{1,2})#((?:\$\w+|\$\{[^{}\n]*\}|\$\([^()\n]*\))+)")
_TEST = re.compile(
    r"""(?:(?<=\s)|^)\#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'|\\.
    |(?P<open>(?<![^\s;&|!(])\[\[(?=\s))|(?P<close>(?<=\s)\]\](?![^\s;&|)]))
    |(?P<equals>(?<=\s)=(?=\s))""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)

# Comments and strings. Of these, only double-quoted strings contain code that is expanded.
_COMMENT_OR_STRING = re.compile(
    r"""(?:(?<=\s)|^)#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'|\\.""", re.DOTALL
)


# Options in the first line, as in #!/bin/bash -e.
_OPTIONS = re.compile(r"\A#![^\n]*sh((?:[^\S\n]+-\w+)+)[^\S\n]*$", re.MULTILINE)


def _prepare(text: str) -> str:
    text = _OPTIONS.sub(r"set\1", text)
    pieces, done = [], 0
    for match in _COMMENT_OR_STRING.finditer(text):
        is_expanded = match[0].startswith('"')
        pieces += [
            _add_braces_and_quotes(text[done : match.start()]),
            _add_braces_and_quotes(match[0]) if is_expanded else match[0],
        ]
        done = match.end()
    return _double_equals("".join([*pieces, _add_braces_and_quotes(text[done:])]))


def _double_equals(text: str) -> str:
    """Write [[ a = b ]] as [[ a == b ]]."""
    pieces, done, in_test = [], 0, False
    for match in _TEST.finditer(text):
        if match["open"]:
            in_test = True
        elif match["close"]:
            in_test = False
        elif match["equals"] and in_test:
            pieces += [text[done : match.start()], "=="]
            done = match.end()
    return "".join([*pieces, text[done:]])


def _add_braces_and_quotes(text: str) -> str:
    """Write ${x:$i} as ${x:${i}}, a[$i,$j] as a["$i,$j"], and the sum 10#$i as an index."""
    if "#" in text and "((" in text:
        text = _SUM.sub(lambda found: _BASE.sub(r"__base_\1__[\2]", found[0]), text)
    text = _SLICE.sub(_mark_sums, text)
    text = _OFFSET.sub(r"\1${\2}", text)
    text = _LENGTH.sub(r"\1${\2}", text)
    return _INDEX.sub(r'\1"\2"\3', text)


def _mark_sums(slice_: re.Match[str]) -> str:
    """Write ${x: $i+1} as ${x:$(($i+1))}."""
    start, offset, length = slice_.groups()
    parts = [
        f":$(({part}))"
        if _OPERATOR.search(part) and not part.startswith("$((")
        else f":{blank}{part}"
        for each in (offset, length)
        if each is not None
        for part in [each.strip()]
        for blank in [" " * part.startswith("-")]
    ]
    return f"{start}{''.join(parts)}}}"


def _is_kept_name(name: str) -> bool:
    name = name.removeprefix("function ")
    return name in _KEPT_NAMES or name.startswith(("BASH", "LC_", "COMP_", "HIST"))


REWRITES: Mapping[str, Rewrite] = {
    "program": chain(
        commands.mark_function_names,
        looked_up.mark_looked_for_names,
        equivalents.unify_ignored_steps,
    ),
    "word": words.quote_word,
    "number": words.quote_word,
    "extglob_pattern": words.quote_word,
    "raw_string": words.rewrite_raw_string,
    "ansi_c_string": words.rewrite_ansi_string,
    "string": words.rewrite_string,
    "simple_expansion": words.rewrite_simple_expansion,
    "expansion": words.rewrite_expansion,
    "command_substitution": words.rewrite_substitution,
    "arithmetic_expansion": words.rewrite_arithmetic,
    "heredoc_body": words.rewrite_heredoc_body,
    "regex": words.split_regex,
    "compound_statement": sums.rewrite_double_parentheses,
    "c_style_for_statement": sums.rewrite_loop,
    "command_name": commands.unquote_command_name,
    "command": commands.mark_assigned_names,
    "function_definition": chain(commands.unquote_function_name, equivalents.drop_last_return),
    "variable_assignment": chain(commands.simplify_assignment, equivalents.add_empty_value),
    "test_command": chain(equivalents.simplify_test, sums.convert_comparisons),
    "for_statement": equivalents.name_arguments,
    "case_statement": equivalents.unquote_value,
    "herestring_redirect": equivalents.unquote_text,
    "concatenation": words.join_literals,
    "declaration_command": commands.mark_declared_names,
    "unset_command": commands.mark_declared_names,
    "unary_expression": commands.mark_tested_name,
    "heredoc_redirect": words.drop_heredoc_delimiter,
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

# In arithmetic, every variable is assumed to be the script's own: a script hardly ever computes
# with a number from the environment.
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

_ALL_NAMES: Places = {ANY: {ANY}}

LANGUAGE = Language(
    name="bash",
    name_spellers=dict.fromkeys(
        ("FUNCNAME", "PROMPT_COMMAND", "caller", "@A}", "typeset -p"), _ALL_NAMES
    ),
    version=7,
    prepare=_prepare,
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
    is_kept_name=_is_kept_name,
    orders=(ORDER,),
)
