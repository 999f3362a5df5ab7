"""Haskell."""

from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, find_child, get_text
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
COMPOSITION = "technique:function-composition"
INTEGERS = {
    ".*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    "0[oO].*": "octal-number",
    ".*_.*": "underscored-number",
}
FLOATS = {
    ".*": "floating-point-number",
    ".*_.*": "underscored-number",
    ".*[eE].*": "scientific-notation-number",
}
OPERATORS = {
    r"\+": "add",
    "-": "subtract",
    r"\*": "multiply",
    "/": "divide",
    r"\^\^?|\*\*": "exponentiation",
    "==": "equality",
    "/=": "inequality",
    "[<>]=?": "comparison",
    "&&": "logical-and",
    r"\|\|": "logical-or",
    r"\.|>>>|<<<": COMPOSITION,
    r"\+\+|<>": "concatenation",
    "!!": "indexing",
    r"\.&\.": "bitwise-and",
    r"\.\|\.": "bitwise-or",
    "&": "pipe-forward",
}
# Functions that are operators in other languages, in prefix or infix position.
SPELLED = {
    "`?(?:div|quot|divMod|quotRem)`?": "divide",
    "`?(?:mod|rem|divMod|quotRem)`?": "modulo",
    "`?(?:elem|notElem)`?": "membership-test",
    "`?xor`?": "bitwise-xor",
    "`?(?:shiftL|shift|unsafeShiftL)`?": "bitwise-left-shift",
    "`?(?:shiftR|unsafeShiftR)`?": "bitwise-right-shift",
    "not": "logical-not",
}
TYPES = {
    "Int": "int",
    "Integer": "big-integer",
    "Double": "double",
    "Float": "float",
    "Char": "char",
    "Bool": "boolean",
    "Word8": "byte",
    "Maybe": "option",
    "Either": "result",
}
CONSTRUCTORS = {
    "True|False": "boolean",
    "Just|Nothing": "option",
    "Left|Right": "result",
}
PRELUDE = map_full_names(
    "abs all and any break ceiling concat concatMap const curry cycle div divMod drop dropWhile"
    " either elem error even filter flip floor fmap foldl foldl1 foldr foldr1 fromEnum fromIntegral"
    " fst gcd head id init iterate last lcm length lines lookup map mapM mapM_ maximum maybe"
    " minimum mod notElem null odd or print product putStr putStrLn quot quotRem read"
    " realToFrac rem repeat replicate reverse round scanl scanr sequence show signum snd span"
    " splitAt sqrt subtract succ sum tail take takeWhile toEnum toInteger traverse truncate"
    " uncurry unlines until unwords unzip words zip zip3 zipWith zipWith3 pred"
)
_PATTERNS = ("literal", "parens", "list", "tuple", "constructor", "record", "as", "strict")


def _tag_data(context: NodeContext) -> str:
    """Tell enumerations, records and other data types apart."""
    holder = context.node.child_by_field_name("constructors")
    constructors = holder.named_children[:50] if holder else []
    parts = [find_child(constructor, "constructor") for constructor in constructors]
    plain = all(part is not None and part.named_child_count == 1 for part in parts)
    tags = []
    if len(constructors) > 1:
        tags.append("enum" if plain else "sum-type")
    if any(part is not None and part.type == "record" for part in parts):
        tags.append("record")
    if context.node.child_by_field_name("patterns"):
        tags.append("generic-type")
    return " ".join(tags)


def _find_function_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the name of a function; None for a function's type, which has the same kind."""
    return node.child_by_field_name("name") if node.child_by_field_name("patterns") else None


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield the names of `import qualified Data.Map as Map` and `import Data.Char (toUpper)`."""
    module = get_text(node.child_by_field_name("module"))
    yield get_text(node.child_by_field_name("alias")) or module, module
    names = node.child_by_field_name("names")
    hiding = any(child.type == "hiding" for child in node.children)
    for item in names.named_children if names and not hiding else ():
        variable = item.child_by_field_name("variable")
        if variable is not None:
            yield get_text(variable), f"{module}.{get_text(variable)}"


def _recognise_mention(node: tree_sitter.Node, known: Names) -> str:
    name = get_text(node)
    if name in known.defined:
        return ""
    return known.imported.get(name) or PRELUDE.get(name, "")


def _recognise_qualified_name(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `Map.insert`."""
    module = get_text(node.child_by_field_name("module")).rstrip(".")
    name = node.child_by_field_name("id")
    if module not in known.imported or name is None or name.type != "variable":
        return ""
    return f"{known.imported[module]}.{get_text(name)}"


RULES: dict[str, Rule] = {
    "comment": "comment",
    "haddock": "comment",
    # Values
    "string": "string",
    "char": "char",
    "integer": INTEGERS,
    "float": FLOATS,
    "constructor": CONSTRUCTORS,
    "list": "list",
    "list_comprehension": "list-comprehension",
    "tuple": "tuple",
    "arithmetic_sequence": "range",
    # Types
    "name": TYPES,
    # Definitions
    "header": "module",
    "import": "import",
    "import > names:import_list": "explicit-import",
    "function > patterns:patterns": "function",
    "function > patterns:patterns > variable": "parameter",
    "function > patterns:patterns > wildcard": "discard",
    **{f"function > patterns:patterns > {kind}": "pattern-matching" for kind in _PATTERNS},
    "lambda > patterns:patterns > variable": "parameter",
    "lambda > patterns:patterns > wildcard": "discard",
    "lambda": "lambda",
    "lambda_case": "lambda pattern-matching",
    "local_binds > bind": "local-variable",
    "let > local_binds": "variable",
    "data_type": _tag_data,
    "type_synonym": "type-alias",
    "class": "interface",
    "instance": "instance",
    "function > name:prefix_id": "operator-overloading",
    # Expressions
    "conditional": "if else",
    "multi_way_if": "if",
    "guards > guard:boolean": "conditional",
    "case": "pattern-matching",
    "alternative > pattern:wildcard": "discard",
    "apply > function:*": lambda context: (
        "" if context.node.type == "constructor" else "invocation"
    ),
    "operator": OPERATORS,
    "infix_id": SPELLED,
    "apply > function:variable": SPELLED,
    "negation": "unary-minus",
    "bind > match:match > expression:infix > operator:operator": {r"\.": "point-free"},
    # Functions passed as arguments
    "apply > argument:parens > expression:lambda": HIGHER_ORDER,
    "infix > right_operand:lambda": HIGHER_ORDER,
    "apply > argument:prefix_id": HIGHER_ORDER,
    "apply > argument:left_section": HIGHER_ORDER,
    "apply > argument:right_section": HIGHER_ORDER,
}

MEANINGS = {
    "map|filter|fold[lr]1?|zipWith3?|concatMap|all|any|takeWhile|dropWhile|span|break|iterate"
    "|scan[lr]|until|fmap|mapM_?|traverse|flip|curry|uncurry|maybe|either": HIGHER_ORDER,
    r"Data\.(?:List|Map|Set|Foldable)[\w.]*\.(?:map|filter|fold\w*|sortBy|sortOn|groupBy"
    r"|insertWith|adjust|alter|partition|find|nubBy)": HIGHER_ORDER,
    r"Data\.List\.sort\w*|Data\.Ord\.comparing": "technique:sorting",
    r"Data\.(?:Int)?Map[\w.]*": "dictionary",
    r"Data\.(?:Int)?Set[\w.]*": "set",
    "print|putStr|putStrLn": "print",
    r"Text\.Printf\.printf": "string-formatting",
    "concat|unwords|unlines": "concatenation",
    "read|show|fromIntegral|realToFrac|toInteger|fromEnum|toEnum|floor|ceiling|round|truncate": (
        "technique:type-conversion"
    ),
    r"Data\.Char\.(?:digitToInt|intToDigit|ord|chr)|Text\.Read\.readMaybe": (
        "technique:type-conversion"
    ),
    "sqrt|gcd|lcm": "technique:math",
    "error": "technique:exceptions",
    "iterate|cycle|repeat": "technique:laziness",
    r"Data\.Bits\.\w+": "technique:bit-manipulation",
    r"System\.Random\.\w+": "technique:randomness",
    r"Control\.Concurrent[\w.]*": "technique:concurrency",
    r"Data\.Function\.on": f"{HIGHER_ORDER}",
}

TABLE = Table(
    name="haskell",
    always="paradigm:functional",
    rules=RULES,
    functions={
        "function": Function(name=_find_function_name, parameters=("patterns",)),
        "lambda": Function(name=(), parameters=("patterns",)),
    },
    # Functions that an instance defines are called for other types as well.
    classes={"instance": ("name",)},
    methods_need_receiver=True,
    calls={"apply": Call(arguments="argument")},
    receivers=frozenset(),
    mentions=frozenset({"variable"}),
    nested="nested-function local-function",
    uses={
        "variable": _recognise_mention,
        "qualified": _recognise_qualified_name,
    },
    defines=(
        "function > name:variable",
        "bind > name:variable",
        "patterns > variable",
    ),
    imports={"import": _read_imports},
    meanings=MEANINGS,
)
