"""The tags that all tracks share, and the additions of tracks. `uses:` takes any value.

Source: exercism/docs 19e037f, building/tooling/analyzers/tags.md; for additions, the approaches'
config.json files of exercism/csharp.
"""

_PARADIGMS = """
    array declarative functional generic imperative logic meta object-oriented procedural
    reflective stack-oriented
"""
_TECHNIQUES = """
    bit-manipulation bit-shifting boolean-logic composition concurrency enumeration
    error-handling exceptions function-composition generator higher-order-functions immutability
    immutable-collection inheritance laziness locks looping math memory-management ordering
    parallelism parser pointers randomness recursion regular-expression short-circuiting
    sorted-collection sorting tail-call-optimization type-conversion unsafe
"""
_CONSTRUCTS = """
    abstract-class abstract-method add-assignment add array assignment async-await attribute
    auto-implemented-property big-integer binary-number bit-array bitwise-and-assignment
    bitwise-and bitwise-left-shift-assignment bitwise-left-shift bitwise-not
    bitwise-or-assignment bitwise-or bitwise-right-shift-assignment bitwise-right-shift
    bitwise-xor-assignment bitwise-xor block boolean boxing break byte catch char
    checked-arithmetic class collection-initializer command comment comparison-chaining
    comparison complex-number computed-string concatenation conditional-access
    conditional-operator conditional constant constructor continue conversion-operator copy
    coroutine custom-attribute date-time date decimal decrement default-interface-implementation
    default destructuring dictionary-comprehension dictionary discard divide-assignment divide
    do-while-loop double else enum equality error event exception explicit-conversion
    explicit-import exponentiation expression-bodied-member extension-method field-access field
    finally flags-enum float floating-point-number for-loop foreach function-overloading
    function generator generic-function generic-method generic-type getter global-function
    global-variable header hexadecimal-number if implicit-conversion implicit-loop
    implicit-return import increment index-operator indexer indexing inequality infix-operator
    initialization initializer-list initializer instance instantiation int integral-number
    interface invocation iterator jagged-array lambda linked-list linq list-comprehension list
    local-function local-variable lock logical-and logical-not logical-or long loop macro
    membership-test metatable method-chaining method-overloading method-override method module
    modulo-assignment modulo multi-dimensional-array multiline-string multiple-assignment
    multiple-dispatch multiply-assignment multiply named-argument namespace nested-function
    nested-type nesting nint nuint null nullability number object-initializer octal-number
    operator-overloading option optional-parameter overflow parameter parenthesized-expression
    pattern-matching pattern pipe-backward pipe-forward pipeline point-free pointer
    postfix-decrement postfix-increment prefix-decrement prefix-increment print property
    query-expression queue range read-only record regular-expression result return-type return
    sbyte scientific-notation-number set-comprehension set setter short slice stack static-field
    static-method string-formatting string-interpolation string struct subtract-assignment
    subtract sum-type switch table template-alias template-parameter template throw time try
    tuple type-alias type-conversion type-extension type-inference type-test uint ulong
    unary-minus unary-plus underscored-number union-type user-defined-exception ushort
    using-directive using-statement varargs variable vector verbatim-string virtual-method
    visibility-modifiers while-loop yield
"""
PARADIGMS = frozenset(_PARADIGMS.split())
TECHNIQUES = frozenset(_TECHNIQUES.split())
CONSTRUCTS = frozenset(_CONSTRUCTS.split())
# Tags that approaches of the C# track use beyond the list.
ADDED = frozenset({"construct:switch-expression", "construct:ternary"})
VOCABULARY = ADDED.union(
    [f"paradigm:{paradigm}" for paradigm in PARADIGMS]
    + [f"technique:{technique}" for technique in TECHNIQUES]
    + [f"construct:{construct}" for construct in CONSTRUCTS]
)
