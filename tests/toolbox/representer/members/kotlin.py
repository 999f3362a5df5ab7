"""Members of Kotlin programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T {\n    private val items = ArrayDeque<Int>()\n"
        "    fun NAME(): Int = items.NAME()\n}\n",
        *("removeFirst", "removeLast"),
    ),
    "a field of this": (
        "class T(val items: MutableList<Int>) {\n    fun NAME(x: Int) { this.items.NAME(x) }\n}\n",
        *("add", "remove"),
    ),
    "breadth first and depth first": (
        "class F {\n    val d = ArrayDeque<Int>()\n    fun NAME() = d.NAME()\n}\n"
        "fun run() {\n    val f = F()\n    f.NAME()\n}\n",
        *("removeFirst", "removeLast"),
    ),
    "a parameter": (
        "class T {\n    fun NAME(s: String) = s.NAME()\n}\n",
        *("uppercase", "lowercase"),
    ),
    "a variable": (
        "class T {\n    fun NAME() {\n        val xs = mutableListOf(1)\n        xs.NAME()\n"
        "    }\n}\n",
        *("clear", "removeLast"),
    ),
    "a literal": ('class T {\n    fun NAME() = "a".NAME()\n}\n', "uppercase", "lowercase"),
    "a call's result": (
        "class T {\n    fun NAME(s: String) = s.trim().NAME()\n}\n",
        *("uppercase", "lowercase"),
    ),
    "a safe call": (
        "class T {\n    fun NAME(s: String?) = s?.NAME()\n}\n",
        "uppercase",
        "lowercase",
    ),
    "it": (
        "class T {\n    fun NAME(xs: List<String>) = xs.map { it.NAME() }\n}\n",
        *("uppercase", "lowercase"),
    ),
    "a lambda's parameter": (
        "class T {\n    fun NAME(xs: List<String>) = xs.map { x -> x.NAME() }\n}\n",
        *("uppercase", "lowercase"),
    ),
    "a property": (
        "class T(val date: LocalDate) {\n    val NAME get() = date.NAME\n}\n",
        *("year", "month"),
    ),
    "another method": (
        "class T {\n    fun NAME() = 1\n    fun run(s: String) = s.NAME()\n}\n",
        *("uppercase", "lowercase"),
    ),
    "super": (
        "class T : ArrayList<Int>() {\n    fun NAME(x: Int) = super.NAME(x)\n}\n",
        *("add", "remove"),
    ),
    "an extension function": ("fun String.NAME() = this.NAME(1)\n", "take", "drop"),
    "a function and a method": ("fun NAME(s: String) = s.NAME()\n", "uppercase", "lowercase"),
    "an object's function": (
        "class T {\n    fun NAME(a: Int, b: Int) = Math.NAME(a, b)\n}\n",
        *("max", "min"),
    ),
    "a type parameter": (
        "class T<V : Q>(val v: V) {\n    fun NAME() = v.NAME()\n}\n",
        "rise",
        "fall",
    ),
    "an inherited method without receiver": (
        "class Names : ArrayList<String>() { fun fill(s: String) { NAME(s) } }\n"
        "class Box { fun NAME(s: String) { } }",
        *("add", "remove"),
    ),
    "an inherited property without receiver": (
        "class BankError : Exception() { fun text() = NAME }\nclass Mail(val NAME: String)",
        *("message", "cause"),
    ),
    "a function of the library": (
        'class Box { fun NAME(s: String) { } }\nfun f() { NAME("a") }',
        *("println", "print"),
    ),
    "a function of the library inside another class": (
        "class Box { fun NAME(a: Int, b: Int) = 1 }\nclass T { fun f() = NAME(1, 2) }",
        *("maxOf", "minOf"),
    ),
    "a function for all values": (
        "class Box { fun NAME(a: Boolean) { } }\nclass T { fun f(x: Int) { NAME(x > 1) } }",
        *("require", "check"),
    ),
    "a member of with": (
        "import java.time.*\nclass Clock(val NAME: Int)\nfun f(d: LocalDate) = with(d) { NAME }",
        *("dayOfMonth", "dayOfYear"),
    ),
    "a member of with inside the class": (
        "import java.time.*\nclass Clock(val NAME: Int) { fun f(d: LocalDate) = with(d) { NAME } }",
        *("dayOfMonth", "dayOfYear"),
    ),
    "a method of apply": (
        'class T { fun NAME(s: String) { } fun f() = StringBuilder().apply { NAME("a") } }',
        *("append", "appendLine"),
    ),
    "a method of buildString": (
        'class T { fun NAME(s: String) { } fun f() = buildString { NAME("a") } }',
        *("append", "appendLine"),
    ),
    "a method of buildList": (
        "class T { fun NAME(s: Int) { } fun f() = buildList { NAME(1) } }",
        *("add", "remove"),
    ),
    "a method of run": (
        'class T { fun NAME() = "" }\nfun f(s: String) = s.run { NAME() }',
        *("trim", "reversed"),
    ),
    "a property of run": (
        "class T { val NAME = 1; fun f(s: String) = s.run { NAME } }",
        *("length", "size1"),
    ),
    "an extension's receiver": (
        'class T { fun NAME() = "" }\nfun String.shout() = NAME()',
        *("uppercase", "lowercase"),
    ),
    "an extension's property": (
        "class T(val NAME: Int)\nfun String.f() = NAME + 1",
        *("length", "lastIndex"),
    ),
    "an extension inside a class": (
        'class T { fun NAME() = ""; fun String.shout() = NAME() }',
        *("uppercase", "lowercase"),
    ),
    "an extension property": (
        'class T { fun NAME() = "" }\nval String.shout: String get() = NAME()',
        *("uppercase", "lowercase"),
    ),
    "it again": (
        'class T { fun NAME() = ""; fun f(xs: List<String>) = xs.map { it.NAME() } }',
        *("uppercase", "lowercase"),
    ),
    "a property of it": (
        "import java.time.*\n"
        "class T(val NAME: Int) { fun f(xs: List<LocalDate>) = xs.map { it.NAME } }",
        *("dayOfMonth", "dayOfYear"),
    ),
    "a property of it that is not listed": (
        "class T(val NAME: String) { fun f(xs: List<java.net.URI>) = xs.map { it.NAME } }",
        *("host", "scheme"),
    ),
    "a property of let": (
        "class T(val NAME: String) { fun f(x: java.net.URI?) = x?.let { it.NAME } }",
        *("host", "scheme"),
    ),
    "a label of when": (
        "import java.time.*\n"
        "enum class Day { NAME }\n"
        "fun f(d: LocalDate) = when (d.dayOfWeek) { DayOfWeek.NAME -> 1; else -> 2 }",
        *("MONDAY", "TUESDAY"),
    ),
    "an imported constant": (
        "import java.time.DayOfWeek.*\n"
        "enum class Day { NAME }\nfun f(d: java.time.LocalDate) = d.dayOfWeek == NAME",
        *("MONDAY", "TUESDAY"),
    ),
    "a constant of Int": (
        "class T { val NAME = 1; fun f() = Int.NAME }",
        *("MAX_VALUE", "MIN_VALUE"),
    ),
    "a constant of a companion": (
        "class T { companion object { const val NAME = 1 }; fun f() = Int.NAME }",
        *("MAX_VALUE", "MIN_VALUE"),
    ),
    "a library's type by its path": (
        "class List { fun NAME(x: Int) { } }\nfun f(xs: java.util.List<Int>) { xs.NAME(1) }",
        *("add", "remove"),
    ),
    "a date": (
        "import java.time.*\nclass Clock(val NAME: Int) { fun f(t: LocalDateTime) = t.NAME }",
        *("hour", "minute"),
    ),
    "a file": (
        "import java.io.File\n"
        "class Clock(val NAME: String) { fun f(ts: List<File>) = ts.map { it.NAME } }",
        *("extension", "nameWithoutExtension"),
    ),
    "a map's entry": (
        "class E(val NAME: Int) { fun f(m: Map<Int, Int>) = m.map { it.NAME } }",
        *("key", "value"),
    ),
    "a pair": (
        "class E(val NAME: Int) { fun f(m: Pair<Int, Int>) = m.NAME }",
        *("first", "second"),
    ),
    "pairs": (
        "class E(val NAME: Int) { fun f(m: List<Pair<Int, Int>>) = m.map { it.NAME } }",
        *("first", "second"),
    ),
    "a call's result again": (
        'class T { fun NAME() = ""; fun f(s: String) = s.trim().NAME() }',
        *("uppercase", "lowercase"),
    ),
    "a safe call again": (
        'class T { fun NAME() = ""; fun f(s: String?) = s?.NAME() }',
        *("uppercase", "lowercase"),
    ),
    "a reference": (
        'class T { fun NAME() = ""; fun f(s: List<String>) = s.map(String::NAME) }',
        *("uppercase", "lowercase"),
    ),
    "a named argument of a library": (
        'class T { val NAME = 1; fun f(s: List<String>) = s.joinToString(NAME = "a") }',
        *("separator", "prefix"),
    ),
    "a loop's element": (
        'class T { fun NAME() = ""; fun f(xs: List<String>) { for (x in xs) g(x.NAME()) } }',
        *("uppercase", "lowercase"),
    ),
    "an override of a library": (
        "class T : Iterator<Int> { override fun next() = NAME(); override fun "
        "hasNext() = true; fun nextInt() = 1; fun nextLong() = 2 }",
        *("nextInt", "nextLong"),
    ),
    "math": (
        "import kotlin.math.*\nclass T { fun NAME(x: Double) = 1.0 }\nfun f(x: Double) = NAME(x)",
        *("sin", "cos"),
    ),
    "a mathematical constant": (
        "import kotlin.math.*\nclass T { val NAME = 1.0 }\nfun f(x: Double) = NAME",
        *("PI", "E"),
    ),
    "inside also": (
        "class T { fun NAME() = 1; fun f(s: String) = s.also { println(it.NAME()) } }",
        *("count", "hashCode"),
    ),
    "a destructured entry": (
        'class T { fun NAME() = ""; fun f(m: Map<Int, String>) { for ((k, v) in m) g(v.NAME()) } }',
        *("uppercase", "lowercase"),
    ),
    "two fields": (
        "class P(val x: Int, val y: Int)\nfun f(p: P) = p.NAME + p.x * 2",
        *("x", "y"),
    ),
    "two members of with": (
        "class P(val x: Int, val y: Int)\nfun f(p: P) = with(p) { NAME + x * 2 }",
        *("x", "y"),
    ),
    "two constants": (
        "enum class C { RED, GREEN }\n"
        "fun f(c: C) = when (c) { C.NAME -> 1; else -> 2 }\nfun g() = C.RED",
        *("RED", "GREEN"),
    ),
    "a parameter and a field": (
        "class A(val x: Int) { fun f(y: Int) = NAME + x * 2 }",
        *("x", "y"),
    ),
    "a safe cast": (
        "class T(val NAME: Int)\nfun f(x: Any) = (x as? String)?.NAME",
        *("length", "size1"),
    ),
    "a chain in let": (
        "class T(val NAME: Int)\nfun f(x: String?) = x?.trim()?.let { it.NAME }",
        *("length", "size1"),
    ),
    "a smart cast": (
        "class T(val NAME: Int)\nfun f(x: Any) = if (x is String) x.NAME else 1",
        *("length", "lastIndex"),
    ),
    "a range's end": (
        "class T(val NAME: Int)\nfun f(x: IntRange) = x.NAME",
        *("first", "last"),
    ),
    "an operator": (
        "fun f(x: Int) = 1 NAME x",
        *("until", "downTo"),
    ),
    "an elvis": (
        "fun f(x: Int?) = x ?: NAME",
        *("1", "2"),
    ),
    "a lazy value": (
        "class A { val x NAME }",
        *("by lazy { g() }", "= g()"),
    ),
    "data": (
        "NAMEclass A(val x: Int)",
        *("data ", ""),
    ),
    "a property of the class": (
        "class A(NAMEx: Int)",
        *("val ", "var "),
    ),
    "nested apply": (
        "class T { fun NAME() = 1\n fun f() = StringBuilder().apply { NAME() } }",
        *("reverse", "length"),
    ),
    "a function's receiver in a class": (
        "class T { fun NAME() = 1\n fun String.g() = NAME() }",
        *("lowercase", "uppercase"),
    ),
    "an inherited method in an object": (
        "class T { fun NAME() = 1\n"
        " fun f() = object : Thread() { override fun run() { NAME() } } }",
        *("start", "interrupt"),
    ),
    "a companion's method": (
        "class T { companion object { fun NAME(s: String) = 1 }\n fun f(s: String) = s.NAME() }",
        *("toInt", "toLong"),
    ),
    "a grouped value": (
        "class T(val NAME: Int)\nfun f(m: Map<String, List<Int>>) = m.values.map { it.NAME }",
        *("size", "lastIndex"),
    ),
}

SAME = {
    "this": ("class T {\n    fun NAME() { this.NAME() }\n}\n", "push", "enter"),
    "no receiver": ("class T {\n    fun NAME() { NAME() }\n}\n", "push", "enter"),
    "a parameter": (
        "class N {\n    fun NAME() {}\n}\nfun f(n: N) { n.NAME() }\n",
        *("add", "enter"),
    ),
    "a variable": (
        "class N {\n    fun NAME() {}\n}\nfun f() {\n    val n = N()\n    n.NAME()\n}\n",
        *("add", "enter"),
    ),
    "a property": (
        "class N {\n    fun NAME() {}\n}\nclass T(private val n: N) {\n"
        "    fun f() { n.NAME() }\n}\n",
        *("add", "enter"),
    ),
    "a nullable property": (
        "class N(val NAME: N?)\nclass T {\n    var n: N? = null\n    fun f() { n = n?.NAME }\n}\n",
        *("next", "after"),
    ),
    "a method": (
        "class A { fun NAME(x: Int) = x\n fun g() = NAME(1) }",
        *("add", "plus1"),
    ),
    "a method of another class": (
        "class B { fun NAME(x: Int) = x }\nclass A { fun g(b: B) = b.NAME(1) }",
        *("add", "plus1"),
    ),
    "an inherited method": (
        "open class B { fun NAME(x: Int) = x }\nclass A : B() { fun g() = NAME(1) }",
        *("twice", "double1"),
    ),
    "an inherited method of a generic class": (
        "open class B<T>(val q: Int) { fun NAME(x: Int) = x }\n"
        "class A(z: Int) : B<String>(z) { fun g() = NAME(1) }",
        *("add", "double1"),
    ),
    "an interface's method": (
        "interface B { fun NAME(x: Int) = x }\nclass A : B { fun g() = NAME(1) }",
        *("twice", "double1"),
    ),
    "a constant": (
        "enum class C { NAME, GREEN }\nfun f(c: C) = when (c) { C.NAME -> 1; else -> 2 }",
        *("RED", "CRIMSON"),
    ),
    "a constant inside": (
        "enum class C { NAME, GREEN; fun f() = this == NAME }",
        *("RED", "CRIMSON"),
    ),
    "an imported constant": (
        "import C.*\nenum class C { NAME, GREEN }\nfun f(c: C) = c == NAME",
        *("RED", "CRIMSON"),
    ),
    "a companion's constant": (
        "class A { companion object { const val NAME = 1 }\n fun f() = NAME }",
        *("LIMIT", "BOUND"),
    ),
    "a companion's constant from outside": (
        "class A { companion object { const val NAME = 1 } }\nfun f() = A.NAME",
        *("LIMIT", "BOUND"),
    ),
    "an object's method": (
        "object A { fun NAME() = 1 }\nfun f() = A.NAME()",
        *("go", "walk"),
    ),
    "an extension": (
        'fun String.NAME() = length\nfun f(s: String) = s.NAME() + "a".NAME()',
        *("shout", "yell"),
    ),
    "an extension of a list": (
        "fun List<Int>.NAME() = size\nfun f(s: List<Int>) = s.map { it + 1 }.NAME()",
        *("total1", "whole"),
    ),
    "an extension property": (
        "val String.NAME get() = length\nfun f(s: String) = s.NAME",
        *("shout", "yell"),
    ),
    "an extension of one's own type": (
        "class P(val x: Int)\nfun P.NAME() = x\nfun f(p: P) = p.NAME()",
        *("shout", "yell"),
    ),
    "a private extension in a class": (
        "class A { private fun Int.NAME() = this + 1\n fun f(x: Int) = x.NAME() }",
        *("next1", "step1"),
    ),
    "a member of an extension's receiver": (
        "class P(val NAME: Int)\nfun P.f() = NAME + 1",
        *("value", "datum"),
    ),
    "a member of with": (
        "class P(val NAME: Int)\nfun f(p: P) = with(p) { NAME + 1 }",
        *("value", "datum"),
    ),
    "a member of apply": (
        "class P { var NAME = 1 }\nfun f() = P().apply { NAME = 2 }",
        *("value", "datum"),
    ),
    "a member of run": (
        "class P { var NAME = 1 }\nfun f(p: P) = p.run { NAME + 2 }",
        *("value", "datum"),
    ),
    "a property of it": (
        "class P(val NAME: Int)\nfun f(ps: List<P>) = ps.map { it.NAME }",
        *("x", "left"),
    ),
    "a property of it with a library's name": (
        "class P(val NAME: Int)\n"
        "fun f(ps: List<P>) = ps.filter { it.NAME > 1 }.map { it.NAME }.sum()",
        *("value", "datum"),
    ),
    "a property of an element": (
        "class P(val NAME: Int)\nfun f(ps: List<P>) = ps.map { p -> p.NAME }",
        *("value", "datum"),
    ),
    "a property of a loop's element": (
        "class P(val NAME: Int)\nfun f(ps: List<P>) { for (p in ps) g(p.NAME) }",
        *("value", "datum"),
    ),
    "a property of an item": (
        "class P(val NAME: Int)\nfun f(ps: List<P>) = ps[0].NAME + ps.first().NAME",
        *("value", "datum"),
    ),
    "an outer method from a lambda": (
        "class A { fun NAME(x: Int) = x\n fun f(xs: List<Int>) = xs.map { NAME(it) } }",
        *("twice", "double1"),
    ),
    "an outer method from apply": (
        "class A { fun NAME(x: Int) = x\n fun f() = StringBuilder().apply { append(NAME(1)) } }",
        *("twice", "double1"),
    ),
    "an outer variable from apply": (
        "fun f(NAME: Int) = StringBuilder().apply { append(NAME) }",
        *("x", "y"),
    ),
    "an outer function from apply": (
        "fun NAME(x: Int) = x\nfun f() = buildString { append(NAME(1)) }",
        *("twice", "double1"),
    ),
    "an outer method from an object": (
        "class A { fun NAME(x: Int) = x\n"
        " fun f() = object : Runnable { override fun run() { NAME(1) } } }",
        *("twice", "double1"),
    ),
    "a method of an object's base": (
        "open class B { fun NAME() = 1 }\nfun f() = object : B() { fun g() = NAME() }",
        *("twice", "double1"),
    ),
    "a reference": (
        "class A { fun NAME(x: Int) = x\n fun f(xs: List<Int>) = xs.map(::NAME) }",
        *("twice", "double1"),
    ),
    "a reference to a property": (
        "class P(val NAME: Int)\nfun f(ps: List<P>) = ps.map(P::NAME)",
        *("x", "left"),
    ),
    "a named argument": (
        "fun f(NAME: Int) = NAME\nfun g() = f(NAME = 1)",
        *("x", "y"),
    ),
    "a named argument of a class": (
        "class P(val NAME: Int)\nfun g() = P(NAME = 1).NAME",
        *("x", "left"),
    ),
    "a copy": (
        "data class P(val NAME: Int)\nfun g(p: P) = p.copy(NAME = 1)",
        *("x", "left"),
    ),
    "a type parameter": (
        "class A<NAME>(val x: NAME) { fun f(): NAME = x }",
        *("T", "E"),
    ),
    "a type parameter of a function": (
        "fun <NAME> f(x: NAME): NAME = x",
        *("T", "E"),
    ),
    "a type parameter of an interface's function": (
        "interface A { fun <NAME> f(x: NAME): NAME }",
        *("T", "E"),
    ),
    "a sealed class": (
        "sealed class S { class NAME(val x: Int) : S() }\n"
        "fun f(s: S) = when (s) { is S.NAME -> s.x }",
        *("Circle", "Round"),
    ),
    "an exception": (
        'class NAME(m: String) : Exception(m)\nfun f() { throw NAME("a") }',
        *("BankError", "AccountError"),
    ),
    "a property of an exception": (
        "class E(val NAME: Int) : Exception()\nfun f() = try { 1 } catch (e: E) { e.NAME }",
        *("code1", "number1"),
    ),
    "a local function": (
        "fun f(): Int { fun NAME(x: Int) = x\n return NAME(1) }",
        *("go", "walk"),
    ),
    "a type alias": (
        "typealias NAME = Map<Int, Int>\nfun f(x: NAME) = x",
        *("M", "Table"),
    ),
    "destructuring": (
        "fun f(p: Pair<Int, Int>): Int { val (NAME, b) = p\n return NAME + b }",
        *("a", "x"),
    ),
    "classes on one line": (
        "NAME",
        *(
            'class A { val x = 1 }\nclass B { fun f() = "}" }',
            'class A {\n val x = 1\n}\nclass B {\n fun f() = "}"\n}',
        ),
    ),
    "a companion on one line": (
        "NAME",
        *(
            "class A { companion object { val x = 1 } }",
            "class A {\n companion object {\n val x = 1\n }\n}",
        ),
    ),
    "constants on one line": (
        "NAME",
        *("enum class A { X, Y }", "enum class A {\n X,\n Y\n}"),
    ),
    "a private property": (
        "class A { private val NAME = 1\n fun f() = NAME + this.NAME }",
        *("x", "y"),
    ),
    "a lazy property": (
        "class A { val NAME by lazy { 1 }\n fun f() = NAME }",
        *("x", "y"),
    ),
    "a setter": (
        "class A { var NAME = 1\n private set\n fun f() { NAME = 2; NAME += 1 } }",
        *("x", "y"),
    ),
    "a function type's parameter": (
        "fun f(g: (Int) -> Int, NAME: Int) = g(NAME)",
        *("x", "y"),
    ),
    "a function parameter's call": (
        "fun f(NAME: (Int) -> Int) = NAME(1)",
        *("g", "h"),
    ),
    "a receiver's function": (
        "class D { fun NAME() { } }\nfun d(f: D.() -> Unit) = D().apply(f)\nfun g() = d { NAME() }",
        *("go", "stroll"),
    ),
    "a property of an item of a made list": (
        "class F(val NAME: Int)\n"
        "class G { private val fs = mutableListOf<F>()\n"
        " fun f() = fs[0].NAME + fs.first().NAME }",
        *("value", "datum"),
    ),
    "a copy inside the class": (
        "data class P(val NAME: Int) { fun f() = copy(NAME = 1) }",
        *("x", "left"),
    ),
    "a setter's parameter": (
        "class A { var x = 1\n set(NAME) { field = NAME } }",
        *("value", "y"),
    ),
    "a default of null": (
        "class A(val NAME: A? = null)\nval x: A? = null",
        *("next", "other"),
    ),
    "a type in a companion": (
        "class A { companion object { private enum class NAME { X } }\n fun f() = NAME.X }",
        *("Planet", "Star"),
    ),
    "an imported constant of one's own": (
        "import C.NAME\nenum class C { NAME, GREEN }\nfun f(c: C) = c == NAME",
        *("RED", "CRIMSON"),
    ),
    "a recursive extension": (
        "fun <T> List<T>.NAME(): Int = if (isEmpty()) 0 else 1 + drop(1).NAME()",
        *("tally", "howMany"),
    ),
    "an infix function": (
        "class A { infix fun NAME(o: A) = o }\nfun f(a: A, b: A) = a NAME b",
        *("with1", "plus1"),
    ),
    "a nested builder": (
        "class A { class B { fun NAME() = A() } }\nfun f(): A { val b = A.B()\n return b.NAME() }",
        *("build", "make1"),
    ),
    "a member of a map's value": (
        'class B(val NAME: Int)\nfun f(m: Map<String, B>) = m["a"]!!.NAME',
        *("x", "left"),
    ),
    "a member of a map's value with a library's name": (
        'class B(val NAME: Int)\nfun f(m: Map<String, B>) = m["a"]?.NAME',
        *("value", "datum"),
    ),
}
