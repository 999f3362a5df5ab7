"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another method": (
        "def f(a)\n  x = a\n  x\nend\ndef g(a)\n  NAME = a + 1\n  NAME\nend\n",
        *("x", "y"),
    ),
    "a parameter of another method": (
        "def f(x)\n  x\nend\ndef g(NAME)\n  NAME * 2\nend\n",
        *("x", "y"),
    ),
    "a block's parameter": (
        "def f(xs)\n  xs.map { |x| x }\nend\ndef g(xs)\n  xs.map { |NAME| NAME + 1 }\nend\n",
        *("x", "y"),
    ),
    "a parameter and a field": (
        "class T\n  def initialize(NAME)\n    @width = NAME\n  end\nend\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a variable around a block": (
        "def f(xs)\n  x = 0\n  y = 0\n  xs.each { |a| NAME += a }\n  x\nend\n",
        *("x", "y"),
    ),
    "a reader's field": (
        "class T\n  attr_reader :x, :y\n  def initialize(a)\n    @x = a\n    @y = 1\n  end\n"
        "  def f\n    NAME\n  end\nend\n",
        *("x", "y"),
    ),
    "a keyword": (
        "def f(x:, y:)\n  x - y\nend\ndef g(a)\n  f(NAME: a)\nend\n",
        *("x", "y"),
    ),
    "which parameter": (
        "def f(x, y)\n  NAME\nend\n",
        *("x", "y"),
    ),
}
