"""Names of members of PHP's library: a receiver of unknown type may be a library's."""

_METHODS = """
add append asort attach beginTransaction bind bindTo bindValue bottom call clear close commit
compare contains copy count current dequeue detach diff each enqueue exchangeArray execute extract
fetch fetchAll fetchColumn filter find first format fromCallable get getArrayCopy getCode getFlags
getInnerIterator getIterator getKeys getLine getMaxDepth getMessage getName getOffset getPrevious
getReturn getShortName getSize getTimestamp getTimezone getTrace getTraceAsString hasNext insert
invoke isEmpty isValid item join key keys ksort last lastInsertId length map merge modify natsort
next offsetExists offsetGet offsetSet offsetUnset peek pop prepare prev push put query read reduce
remove replace reset reverse rewind rollBack search send set setDate setExtractFlags setFlags
setUp setIteratorMode setSize setTime setTimestamp setTimezone shift slice sort sub sum tearDown
tell throw toArray top uasort uksort unique unshift update valid values write
"""
_CONTAINERS = """
accept addAll getHash getInfo hasChildren getChildren removeAll removeAllExcept setInfo
"""
METHODS = frozenset(_METHODS.split()) | frozenset(_CONTAINERS.split())

_INTERVAL = frozenset({"d", "days", "f", "h", "i", "invert", "m", "s", "y"})
_NODES = frozenset({"length", "nodeName", "nodeValue", "textContent"})
FIELDS_BY_WORD = {
    **dict.fromkeys(("DateInterval", "diff"), _INTERVAL),
    **dict.fromkeys(("DOMDocument", "DOMXPath"), _NODES),
    "enum": frozenset({"name", "value"}),
}
EXCEPTION_FIELDS = frozenset({"code", "file", "line", "message", "previous", "severity"})

_MAGIC = frozenset({"__construct", "__toString"})
_EXCEPTION = EXCEPTION_FIELDS | frozenset(
    {"getCode", "getFile", "getLine", "getMessage", "getPrevious", "getTrace", "getTraceAsString"}
)
_EXCEPTIONS = (
    *("Exception", "Error", "ArithmeticError", "TypeError", "ValueError", "LogicException"),
    *("BadFunctionCallException", "BadMethodCallException", "DomainException"),
    *("InvalidArgumentException", "LengthException", "OutOfRangeException", "RuntimeException"),
    *("OutOfBoundsException", "OverflowException", "RangeException", "UnderflowException"),
    *("UnexpectedValueException", "JsonException"),
)
TYPES = {
    "Countable": frozenset({"count"}),
    "IteratorAggregate": frozenset({"getIterator"}),
    "Iterator": frozenset({"current", "key", "next", "rewind", "valid"}),
    "ArrayAccess": frozenset({"offsetExists", "offsetGet", "offsetSet", "offsetUnset"}),
    "JsonSerializable": frozenset({"jsonSerialize"}),
    "Stringable": _MAGIC,
    "Traversable": frozenset(),
    **dict.fromkeys(_EXCEPTIONS, _EXCEPTION | _MAGIC),
}
