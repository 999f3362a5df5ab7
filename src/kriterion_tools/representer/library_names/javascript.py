"""Names of members of JavaScript's library: a receiver of unknown type may be a library's."""

_METHODS = """
BYTES_PER_ELEMENT add addEventListener anchor appendChild apply at big bind blink bold buffer
byteLength byteOffset call catch charAt charCodeAt clear codePointAt compile concat copyWithin
debug delete difference dotAll emit end endsWith entries error every exec fill filter finally find
findIndex findLast findLastIndex fixed flags flat flatMap fontcolor fontsize forEach format
formatRange formatRangeToParts formatToParts get getBigInt64 getBigUint64 getDate getDay
getFloat32 getFloat64 getFullYear getHours getInt16 getInt32 getInt8 getMilliseconds getMinutes
getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours
getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getUint16 getUint32 getUint8 getYear
global has hasIndices hasOwnProperty ignoreCase includes indexOf info intersection isDisjointFrom
isPrototypeOf isSubsetOf isSupersetOf isWellFormed italics join json keys lastIndexOf length link
localeCompare log map match matchAll maxByteLength multiline next normalize on once padEnd
padStart pop propertyIsEnumerable push querySelector reduce reduceRight removeEventListener repeat
replace replaceAll resizable resize resolvedOptions return reverse search set setBigInt64
setBigUint64 setDate setFloat32 setFloat64 setFullYear setHours setInt16 setInt32 setInt8
setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours
setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setUint16 setUint32 setUint8 setYear
shift size slice small some sort source splice split startsWith sticky strike sub subarray substr
substring sup symmetricDifference test text then throw toDateString toExponential toFixed
toGMTString toISOString toJSON toLocaleDateString toLocaleLowerCase toLocaleString
toLocaleTimeString toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced
toString toTimeString toUTCString toUpperCase toWellFormed trim trimEnd trimLeft trimRight
trimStart unicode unicodeSets union unshift valueOf values warn with write
"""
# Of Math, Promise, Number and Object.
_FUNCTIONS = """
abs acos all allSettled any asin assign atan atan2 cbrt ceil cos cosh create defineProperty exp
floor freeze fromEntries getPrototypeOf hypot imul is isArray isFinite isInteger isNaN
isSafeInteger log10 log2 max min of parse parseFloat parseInt pow race random reject resolve round
sign sin sinh sqrt stringify tan tanh trunc
"""
METHODS = frozenset(_METHODS.split()) | frozenset(_FUNCTIONS.split())
_BASES = """
AggregateError Array ArrayBuffer AsyncIterable AsyncIterator BigInt Boolean DataView Date Error
EvalError Function Int16Array Int32Array Int8Array Iterable IterableIterator Iterator Map Number
Object Partial Promise RangeError Record ReferenceError RegExp Set String Symbol SyntaxError
TypeError URIError Uint16Array Uint32Array Uint8Array WeakMap WeakSet
"""
BASES = frozenset(_BASES.split())

_FIELDS = """
BYTES_PER_ELEMENT byteLength byteOffset lastIndex length prototype size
"""
FIELDS = frozenset(_FIELDS.split())
ERROR_FIELDS = FIELDS | {"cause", "code", "message", "name", "stack"}

_MATCH = frozenset({"groups", "index", "indices", "input"})
_EXPRESSION = frozenset({"flags", "global", "source", "sticky", "unicode"})
_RESULT = frozenset({"done", "value"})
FIELDS_BY_WORD = {
    **dict.fromkeys(("exec", "match", "matchAll", "replace", "replaceAll"), _MATCH),
    "RegExp": _EXPRESSION,
    "catch": frozenset({"cause", "code", "message", "name", "stack"}),
    "done": _RESULT,
    "Symbol": frozenset({"description"}),
    "allSettled": frozenset({"reason", "status", "value"}),
    "formatToParts": frozenset({"type", "value"}),
    "segment": frozenset({"index", "segment"}),
}

# Members that the language or its library calls or reads in any object.
_ITERATOR = frozenset({"next", "return", "throw", "done", "value"})
_ARRAY_LIKE = frozenset({"length"})
LOOKED_UP = {
    "": frozenset({"toString", "valueOf", "toJSON", "toLocaleString", "then"}),
    **dict.fromkeys(("done", "iterator", "asyncIterator"), _ITERATOR),
    **dict.fromkeys(("from", "call", "apply", "concat", "Array"), _ARRAY_LIKE),
    "Set": frozenset({"has", "keys", "size"}),
    "inspect": frozenset({"inspect"}),
    **dict.fromkeys(("addEventListener", "attachEvent"), frozenset({"handleEvent"})),
    "create": frozenset({"value", "get", "set", "writable", "enumerable", "configurable"}),
    "Error": frozenset({"cause"}),
    "String": frozenset({"raw"}),
    "toThrow": frozenset({"message", "name"}),
}
