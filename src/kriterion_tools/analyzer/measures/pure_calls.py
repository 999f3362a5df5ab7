"""Functions and methods that always return the same for the same arguments and change nothing.

Each language lists few, and only those that are certain. Those of `cheap` may be part of an
expression, but are not worth a variable of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PureCalls:
    """Names as they are written: functions with their module, methods after any receiver.

    The results of `of_texts` depend on texts and numbers only, which no other code can change.
    Functions in `iterating` call the function that they are given for each element.
    """

    functions: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()  # all of whose functions are pure
    cheap: frozenset[str] = frozenset()  # functions and methods
    of_texts: frozenset[str] = frozenset()
    iterating: frozenset[str] = frozenset()
    applied: bool = False  # functions are called without parentheses: f x


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PYTHON_TEXT = _names(
    "lower upper strip lstrip rstrip split splitlines replace title capitalize casefold swapcase"
    " isupper islower startswith endswith"
)
_JAVASCRIPT_TEXT = _names(
    "toLowerCase toUpperCase trim split replace replaceAll substring startsWith endsWith padStart"
    " parseInt parseFloat Number"
)
_JAVASCRIPT = PureCalls(
    functions=_names(
        "parseInt parseFloat Number Object.keys Object.values Object.entries"
        " Number.parseInt Math.sqrt JSON.stringify"
    ),
    methods=_JAVASCRIPT_TEXT - _names("parseInt parseFloat Number")
    | _names("slice join indexOf lastIndexOf includes concat"),
    cheap=_names(
        "charAt charCodeAt at String Math.pow Math.max Math.min Math.abs Math.floor Math.ceil"
        " Math.round Math.trunc"
        " String.fromCharCode Boolean"
    ),
    of_texts=_JAVASCRIPT_TEXT | _names("Number.parseInt Math.sqrt Math.pow"),
    iterating=_names(
        "map filter some every forEach reduce find findIndex flatMap reduceRight findLast"
    ),
)
_C = PureCalls(
    functions=_names("strlen sqrt pow strcmp"),
    cheap=_names("abs toupper tolower isalpha isdigit isspace isupper islower isalnum floor ceil"),
    of_texts=_names("sqrt pow"),
)

PURE_CALLS: Mapping[str, PureCalls] = {
    "c": _C,
    "cpp": PureCalls(
        functions=_C.functions | _names("std::sqrt std::pow std::to_string std::stoi"),
        methods=_names("substr find rfind"),
        cheap=_C.cheap | _names("size length empty std::abs std::toupper std::tolower"),
        of_texts=_C.of_texts | _names("std::sqrt std::pow std::to_string std::stoi"),
    ),
    "c_sharp": PureCalls(
        functions=_names(
            "Math.Sqrt int.Parse string.Join string.IsNullOrWhiteSpace"
            " string.IsNullOrEmpty double.Parse Convert.ToInt32"
        ),
        methods=_names(
            "ToLower ToUpper ToLowerInvariant ToUpperInvariant Trim TrimEnd TrimStart Split Replace"
            " Substring IndexOf Contains StartsWith EndsWith ToCharArray All Sum Max Min"
            " Distinct OrderBy Reverse"
        ),
        cheap=_names(
            "Math.Pow Math.Abs Math.Floor Math.Ceiling char.IsLetter char.IsDigit char.IsUpper"
            " char.IsLower"
            " char.IsLetterOrDigit char.IsWhiteSpace char.ToUpper char.ToLower Char.IsLetter"
            " Char.IsUpper Char.IsLower Char.IsDigit Char.ToUpper Char.ToLower Count Any First"
            " Last Where Select ToString"
        ),
        of_texts=_names(
            "Math.Sqrt Math.Pow int.Parse double.Parse Convert.ToInt32 ToLower ToUpper"
            " ToLowerInvariant ToUpperInvariant Trim TrimEnd TrimStart Split Replace Substring"
            " StartsWith EndsWith string.IsNullOrWhiteSpace string.IsNullOrEmpty"
        ),
        iterating=_names("Select Where Any All Sum Max Min Count First FirstOrDefault Aggregate"),
    ),
    "go": PureCalls(
        functions=_names("fmt.Sprintf"),
        modules=_names("strings strconv math unicode"),
        cheap=_names(
            "len math.Abs math.Floor math.Ceil math.Pow math.Max math.Min math.Mod math.Inf"
            " unicode.IsLetter unicode.IsDigit unicode.IsUpper unicode.IsLower unicode.IsSpace"
            " unicode.IsPunct unicode.IsNumber rune byte int float64 string min max"
        ),
        of_texts=_names("fmt.Sprintf strings strconv math unicode"),
        iterating=frozenset(),
    ),
    "haskell": PureCalls(
        functions=_names("length sort reverse nub words lines sum maximum minimum sqrt product"),
        cheap=_names("fromIntegral toLower toUpper show read abs negate not fst snd null head"),
        of_texts=_names(
            "length sort reverse nub words lines sum maximum minimum sqrt product filter map"
        ),
        iterating=_names("map filter any all"),
        applied=True,
    ),
    "java": PureCalls(
        functions=_names(
            "Math.sqrt Integer.parseInt String.join"
            " Long.parseLong String.format Character.getNumericValue"
        ),
        methods=_names(
            "toLowerCase toUpperCase trim strip split replace replaceAll substring indexOf"
            " lastIndexOf contains startsWith endsWith toCharArray matches containsKey"
        ),
        cheap=_names(
            "length size charAt Math.pow String.valueOf Integer.toString isEmpty isBlank equals"
            " equalsIgnoreCase Math.abs Math.max Math.min"
            " Math.floor Character.isLetter Character.isDigit Character.isUpperCase"
            " Character.isLowerCase Character.toUpperCase Character.toLowerCase"
            " Character.isLetterOrDigit Character.isAlphabetic"
        ),
        of_texts=_names(
            "Math.sqrt Integer.parseInt String.valueOf Integer.toString Long.parseLong"
            " String.format Character.getNumericValue toLowerCase toUpperCase trim strip split"
            " replace replaceAll substring startsWith endsWith toCharArray matches"
        ),
        iterating=_names("map filter anyMatch allMatch noneMatch forEach mapToObj mapToInt"),
    ),
    "javascript": _JAVASCRIPT,
    "kotlin": PureCalls(
        methods=_names(
            "lowercase uppercase trim split replace contains startsWith endsWith substring indexOf"
            " toCharArray toInt sorted distinct reversed toSet sum max min"
        ),
        functions=_names("sqrt"),
        cheap=_names("toString isLetter isDigit isUpperCase isLowerCase abs first last"),
        of_texts=_names(
            "lowercase uppercase trim split replace startsWith endsWith substring toInt sqrt"
        ),
        iterating=_names("map filter any all none forEach count find sumOf filterNot flatMap"),
    ),
    "ocaml": PureCalls(
        functions=_names(
            "String.lowercase_ascii String.uppercase_ascii String.trim String.split_on_char"
            " String.concat String.sub List.length List.rev List.nth List.mem List.concat"
            " List.sort_uniq List.sort String.make String.index_opt String.contains List.assoc_opt"
            " List.mem_assoc sqrt"
        ),
        cheap=_names(
            "String.length String.get Array.length Char.code Char.chr float_of_int int_of_float"
            " abs not fst snd min max string_of_int int_of_string Char.lowercase_ascii"
            " Char.uppercase_ascii float String.equal Float.of_int Int.abs compare"
        ),
        of_texts=_names(
            "String.lowercase_ascii String.uppercase_ascii String.trim String.split_on_char"
            " String.concat String.sub List.length List.rev List.nth List.mem List.concat"
            " List.sort_uniq List.sort String.make String.index_opt String.contains List.assoc_opt"
            " List.mem_assoc sqrt"
        ),
        iterating=_names(
            "List.map List.filter List.exists List.for_all List.iter List.find_opt List.filter_map"
            " String.map String.iter"
        ),
        applied=True,
    ),
    "php": PureCalls(
        functions=_names(
            "strtolower strtoupper trim explode implode str_split str_replace strrev array_sum max"
            " min ucfirst substr strpos in_array str_contains array_unique array_keys sqrt"
            " preg_replace array_values sprintf intval"
        ),
        cheap=_names("count strlen abs floor ceil ord chr is_numeric ctype_digit ctype_alpha"),
        of_texts=_names(
            "strtolower strtoupper trim explode str_split str_replace strrev ucfirst substr strpos"
            " str_contains sqrt preg_replace sprintf intval"
        ),
    ),
    "python": PureCalls(
        functions=_names("sorted sum max min set str math.sqrt math.prod Counter"),
        methods=_PYTHON_TEXT | _names("join count index find"),
        cheap=_names("len abs int float ord chr bool isinstance range round list tuple"),
        of_texts=_PYTHON_TEXT | _names("str math.sqrt"),
    ),
    "ruby": PureCalls(
        methods=_names(
            "downcase upcase strip split chars sort reverse sum max min uniq include? gsub join"
            " digits scan tr delete_suffix end_with? start_with? capitalize tally"
        ),
        cheap=_names("to_s to_i size length ord abs first last even? odd? zero? empty? nil? to_f"),
        of_texts=_names(
            "downcase upcase strip split chars gsub tr capitalize start_with? end_with? digits scan"
            " delete_suffix"
        ),
        iterating=_names("each map select any? all? none? reject count find sum each_char filter"),
    ),
    "rust": PureCalls(
        methods=_names(
            "to_lowercase to_uppercase to_ascii_lowercase to_ascii_uppercase trim ends_with"
            " starts_with contains sqrt count"
        ),
        cheap=_names(
            "chars bytes len iter rev is_alphabetic is_numeric is_uppercase is_lowercase"
            " is_ascii_alphabetic is_ascii_digit is_ascii_uppercase is_ascii_lowercase"
            " is_alphanumeric is_empty as_str as_bytes filter map abs unwrap split"
            " split_whitespace any all pow powi powf"
        ),
        of_texts=_names(
            "to_lowercase to_uppercase to_ascii_lowercase to_ascii_uppercase trim sqrt"
        ),
        iterating=_names("map filter any all for_each find position filter_map flat_map"),
    ),
    "tsx": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
}
