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
}
