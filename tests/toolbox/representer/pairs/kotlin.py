"""Pairs of Kotlin programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"fun f(a: Int, b: Int, s: String?): Int {{\n{body}\n}}\n"


SAME = {
    "the implicit parameter": (
        "val f = g { it -> it + 1 }\n",
        "val f = g { it + 1 }\n",
    ),
    "redundant parentheses": (_f("return (a + (b))"), _f("return a + b")),
    "braces around one statement": (
        _f("if (a > b) { g(a) }\nreturn a"),
        _f("if (a > b) g(a)\nreturn a"),
    ),
    "semicolons": (_f("g(a); g(b); return a"), _f("g(a)\ng(b)\nreturn a")),
    "hexadecimal numbers": (_f("return 0xFF"), _f("return 255")),
    "binary numbers": (_f("return 0b101"), _f("return 5")),
    "underscores": (_f("return 1_000"), _f("return 1000")),
    "escapes": (_f(r'return g("\u0041\t")'), _f(r'return g("A\u0009")')),
    "escapes of characters": (_f(r"return g('\u0041')"), _f("return g('A')")),
    "escaped dollars": (_f(r'return g("\$a")'), _f(r'return g("\u0024a")')),
    "braces of a template": (_f('return g("x $a y")'), _f('return g("x ${a} y")')),
    "raw strings": (_f('return g("""a"b\\""")'), _f(r'return g("a\"b\\")')),
    "names in templates": (_f('val x = 1\nreturn g("$x!")'), _f('val y = 1\nreturn g("$y!")')),
    "the order of imports": (
        "import a.b\nimport c.d\nval x = 1",
        "import c.d\nimport a.b\nval x = 1",
    ),
    "the order of functions": (
        "fun f() = g(1)\nfun g(a: Int) = a + 2",
        "fun g(a: Int) = a + 2\nfun f() = g(1)",
    ),
    "the order of methods": (
        "class C {\nfun f() = g(1)\nfun g(a: Int) = a + 2\n}",
        "class C {\nfun g(a: Int) = a + 2\nfun f() = g(1)\n}",
    ),
    "the order of modifiers": ("private suspend fun f() {}", "suspend private fun f() {}"),
    "public": ("public fun f() {}", "fun f() {}"),
    "a class on one line": ("object C { val x = 1 }", "object C {\n    val x = 1\n}"),
    "braces of a branch": (
        _f("return when (a) { 1 -> b\nelse -> g(a) }"),
        _f("return when (a) { 1 -> { b }\nelse -> { g(a) } }"),
    ),
    "names of members": (
        "class A(val x: Int) { fun f() = g(::x) + this.x }",
        "class B(val y: Int) { fun h() = g(::y) + this.y }",
    ),
    "trailing commas": (_f("return g(a, b,)"), _f("return g(a, b)")),
    "names of types": (
        "class A(val x: Int)\nfun f(a: A) = A(a.x)",
        "class B(val y: Int)\nfun f(a: B) = B(a.y)",
    ),
    "names of arguments of one's own functions": (
        "fun f(x: Int) = f(x = 1)",
        "fun f(y: Int) = f(y = 1)",
    ),
    "names of labels": (
        _f("x@ for (i in 1..a) break@x\nreturn a"),
        _f("y@ for (i in 1..a) break@y\nreturn a"),
    ),
    "a lambda in parentheses": (_f("return g({ x -> x + 1 })"), _f("return g { x -> x + 1 }")),
    "no parentheses before a lambda": (
        _f("return g() { x -> x + 1 }"),
        _f("return g { x -> x + 1 }"),
    ),
    "Unit": ("fun f(): Unit { g() }", "fun f() { g() }"),
    "white space behind a semicolon": (
        "fun f() {\n    val x = 1;\t \n    g(x)\n}\n",
        "fun f() {\n    val x = 1\n    g(x)\n}\n",
    ),
}

DIFFERENT = {
    "an own map": (
        "fun List<Int>.map(f: (Int) -> Int) = listOf(7)\nfun f(l: List<Int>) = l.map { it }",
        "fun List<Int>.mop(f: (Int) -> Int) = listOf(7)\nfun f(l: List<Int>) = l.map { it }",
    ),
    "an own function for any type instead of a library's": (
        "fun <T> T.let(f: (T) -> Int) = 7\nval x = 1.let { it + 1 }",
        "fun <T> T.lot(f: (T) -> Int) = 7\nval x = 1.let { it + 1 }",
    ),
    "a function for the last parameter or the first": (
        "fun f(g: () -> Int = { 1 }, h: () -> Int = { 2 }) = g() * 10 + h()\nval x = f { 3 }",
        "fun f(g: () -> Int = { 1 }, h: () -> Int = { 2 }) = g() * 10 + h()\nval x = f({ 3 })",
    ),
    "a function for the last parameter or the second": (
        "fun f(n: Int, g: (Int) -> Int = { it }, h: (Int) -> Int = { it * 2 }) = g(n) "
        "- h(n)\n"
        "val x = f(1) { 3 }",
        "fun f(n: Int, g: (Int) -> Int = { it }, h: (Int) -> Int = { it * 2 }) = g(n) "
        "- h(n)\n"
        "val x = f(1, { 3 })",
    ),
    "the name of a parameter in a type of functions": (
        "fun f(g: (maxOf: Int) -> Int, a: Int, b: Int): Int { return g(maxOf(a, b)) }",
        "fun f(g: (minOf: Int) -> Int, a: Int, b: Int): Int { return g(minOf(a, b)) }",
    ),
    "a function and a parameter of its name": (
        "fun a() = 1\n"
        "fun b() = 5\n"
        "fun g(f: () -> Int, n: Int) = f() + n\n"
        "val h: (Int) -> Int = { a -> g(::a, a) }",
        "fun a() = 1\n"
        "fun b() = 5\n"
        "fun g(f: () -> Int, n: Int) = f() + n\n"
        "val h: (Int) -> Int = { b -> g(::b, b) }",
    ),
    "a property in the value of a variable of its name": (
        "class A(val a: Int?, val b: Int?) { fun f(): Int { val a = a ?: return 0; return a } }",
        "class A(val a: Int?, val b: Int?) { fun f(): Int { val b = b ?: return 0; return b } }",
    ),
    "a property after the variable of a block": (
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { if (n > 3) { val a = "
        "2; println(a) }; return a } }",
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { if (n > 3) { val b = "
        "2; println(b) }; return b } }",
    ),
    "a property after a loop": (
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { for (a in 0..n) "
        "println(a); return a } }",
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { for (b in 0..n) "
        "println(b); return b } }",
    ),
    "a property after the subject of a choice": (
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { val r = when (val a = "
        "n * 2) { 0 -> a; else -> 1 }; return a + r } }",
        "class A(val a: Int, val b: Int) { fun f(n: Int): Int { val r = when (val b = "
        "n * 2) { 0 -> b; else -> 1 }; return b + r } }",
    ),
    "an inherited member instead of a variable around": (
        "open class P { val x = 2 }\n"
        "fun f(): Int { val x = 1; return object : P() { fun g() = x }.g() }",
        "open class P { val y = 2 }\n"
        "fun f(): Int { val x = 1; return object : P() { fun g() = x }.g() }",
    ),
    "a loop over a property of its variable's name": (
        "class A(val a: List<Int>, val b: List<Int>) { fun f(): Int { var s = 0; for "
        "(a in a) s += a; return s } }",
        "class A(val a: List<Int>, val b: List<Int>) { fun f(): Int { var s = 0; for "
        "(b in b) s += b; return s } }",
    ),
    "a property after a variable in try": (
        "class A(val a: Int, val b: Int) { fun f(): Int { try { val a = 3; println(a) "
        "} finally { println() }; return a } }",
        "class A(val a: Int, val b: Int) { fun f(): Int { try { val b = 3; println(b) "
        "} finally { println() }; return b } }",
    ),
    "a parameter hidden by one that begins with it": (
        "fun f(a: Int, b: Int): Int {\n"
        "    val g = { x: Int ->\n"
        "        val a = a + x\n"
        "        a\n"
        "    }\n"
        "    return g(1)\n"
        "}\n",
        "fun f(a: Int, b: Int): Int {\n"
        "    val g = { x: Int ->\n"
        "        val b = b + x\n"
        "        b\n"
        "    }\n"
        "    return g(1)\n"
        "}\n",
    ),
    "an own Unit": (
        "class Unit\nfun f(): Unit { return g() }\n",
        "class Unit\nfun f() { return g() }\n",
    ),
    "two parameters": (
        "val f = g { it, x -> it + 1 }\n",
        "val f = g { it + 1 }\n",
    ),
    "i++ and ++i as a value": (_f("return x++"), _f("return ++x")),
    "Int and Long": ("fun f(a: Int) {}", "fun f(a: Long) {}"),
    "types of numbers": (_f("return g(1)"), _f("return g(1L)")),
    "unsigned numbers": (_f("return g(1)"), _f("return g(1u)")),
    "floats": (_f("return g(1.0)"), _f("return g(1.0f)")),
    "val and var": (_f("val x = a\nreturn x"), _f("var x = a\nreturn x")),
    "with a type and without": (_f("val x: Long = 1\nreturn a"), _f("val x = 1\nreturn a")),
    "two characters": (_f("return g('a')"), _f("return g('b')")),
    "a blank and a tab": (_f("return g(' ')"), _f("return g('\t')")),
    "a character and a string": (_f("return g('a')"), _f('return g("a")')),
    "a name and a template": (_f('return g("$a")'), _f('return g("a")')),
    "an escaped dollar and a template": (_f('return g("$a")'), _f(r'return g("\$a")')),
    "two templates": (_f('return g("$a")'), _f('return g("$b")')),
    "a blank between two templates": (_f('return g("$a $b")'), _f('return g("$a$b")')),
    "how far a template goes": (_f('return g("$a.length")'), _f('return g("${a.length}")')),
    "an escape in a raw string": (_f('return g("""\\n""")'), _f(r'return g("\n")')),
    "is and is not": (_f("return g(s is String)"), _f("return g(s !is String)")),
    "in and not in": (_f("return g(a in b)"), _f("return g(a !in b)")),
    "the same and equal": (_f("return g(a == b)"), _f("return g(a === b)")),
    "asking for null": (_f("return s?.length"), _f("return s!!.length")),
    "what stands in for null": (_f("return s ?: a"), _f("return if (s != null) s else a")),
    "as and as?": (_f("return s as Int"), _f("return s as? Int")),
    "nullable types": ("fun f(a: Int?) {}", "fun f(a: Int) {}"),
    "ranges": (_f("for (i in 0..a) {}\nreturn a"), _f("for (i in 0..<a) {}\nreturn a")),
    "ranges by name": (
        _f("for (i in 0 until a) {}\nreturn a"),
        _f("for (i in 0 downTo a) {}\nreturn a"),
    ),
    "for and while": (_f("for (i in 0..a) {}\nreturn a"), _f("while (a > 0) {}\nreturn a")),
    "for and forEach": (_f("for (i in x) g(i)\nreturn a"), _f("x.forEach { i -> g(i) }\nreturn a")),
    "do and while": (
        _f("do { g(a) } while (a > 0)\nreturn a"),
        _f("while (a > 0) { g(a) }\nreturn a"),
    ),
    "if and when": (
        _f("if (a > b) return 1 else return 2"),
        _f("when { a > b -> return 1\nelse -> return 2 }"),
    ),
    "one statement or two": (
        _f("if (a > b) { g(a)\ng(b) }\nreturn a"),
        _f("if (a > b) { g(a) }\ng(b)\nreturn a"),
    ),
    "a lambda and a block": (_f("run { g(a) }\nreturn a"), _f("g(a)\nreturn a")),
    "a function's value and a function": ("fun f() = g()", "fun f() = { g() }"),
    "a block and a lambda in a branch": (
        "fun f(a: Boolean) = if (a) { 1 } else { 2 }",
        "fun f(a: Boolean) = if (a) {{ 1 }} else {{ 2 }}",
    ),
    "methods of the library": (_f("return s.first()"), _f("return s.last()")),
    "a library's function and one's own": (
        "fun min(a: Int) = Math.min(a, 1)",
        "fun max(a: Int) = Math.max(a, 1)",
    ),
    "a library's method and a function of one's own": (
        "fun first(a: List<Int>) = a.first()",
        "fun last(a: List<Int>) = a.last()",
    ),
    "infix calls": (_f("return a and b"), _f("return a or b")),
    "let and also": (_f("return s.let { g(it) }"), _f("return s.also { g(it) }")),
    "methods that are overridden": (
        'class C {\noverride fun toString() = ""\n}',
        'class C {\noverride fun toText() = ""\n}',
    ),
    "operators": (
        "class C {\noperator fun plus(c: C) = c\n}",
        "class C {\noperator fun minus(c: C) = c\n}",
    ),
    "data classes": ("data class C(val x: Int)", "class C(val x: Int)"),
    "a property and a parameter": ("class C(val x: Int)", "class C(x: Int)"),
    "class and object": ("class C {\nval x = 1\n}", "object C {\nval x = 1\n}"),
    "visibility": ("private fun f() {}", "internal fun f() {}"),
    "open": ("open class C", "class C"),
    "lateinit": ("class C {\nlateinit var x: String\n}", "class C {\nvar x: String\n}"),
    "lazily and at once": ("val x by lazy { 1 }", "val x = 1"),
    "a getter and a value": ("val x get() = 1", "val x = 1"),
    "the order of properties": (
        "val a = g(1)\nval b = g(2)",
        "val b = g(2)\nval a = g(1)",
    ),
    "order of entries": ("enum class E { A, B(1) }", "enum class E { B(1), A }"),
    "order of branches": (
        _f("return when { a > 1 -> 1\na > 2 -> 2\nelse -> 3 }"),
        _f("return when { a > 2 -> 2\na > 1 -> 1\nelse -> 3 }"),
    ),
    "labels of returns": (
        _f("x.forEach { return a }\nreturn b"),
        _f("x.forEach { return@forEach }\nreturn b"),
    ),
    "which import": ("import kotlin.math.abs", "import kotlin.math.pow"),
    "annotations": ("@JvmStatic fun f() {}", "fun f() {}"),
    "variance": ("class C<out T>", "class C<in T>"),
    "argument order": (_f("return g(a, b)"), _f("return g(b, a)")),
    "suspend": ("suspend fun f() {}", "fun f() {}"),
    "inline": ("inline fun f(g: () -> Unit) {}", "fun f(g: () -> Unit) {}"),
    "calling what a function returns": (_f("return g(a)(b)"), _f("return g(a, b)")),
    "calling with a lambda what a lambda gave": (
        _f("return g { a } { b }"),
        _f("return g({ a }, { b })"),
    ),
    "calling a property and a method": (_f("return (s.g)(a)"), _f("return s.g(a)")),
    "named arguments": ("fun h() = g(x = 1, y = 2)", "fun h() = g(y = 1, x = 2)"),
    "elvis that returns": (
        _f("val x = s ?: return a\nreturn b"),
        _f("val x = s ?: throw E()\nreturn b"),
    ),
    "constants that are asked for in a text": (
        'enum class E { RED }\nval x = E.valueOf("RED")\n',
        'enum class E { BLUE }\nval x = E.valueOf("RED")\n',
    ),
}
