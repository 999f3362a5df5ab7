"""Members of Ruby programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T\n  def initialize\n    @items = []\n  end\n  def NAME\n    @items.NAME\n"
        "  end\nend\n",
        *("pop", "shift"),
    ),
    "breadth first and depth first": (
        "class T\n  def initialize\n    @items = []\n  end\n  def NAME\n    @items.NAME\n"
        "  end\nend\n"
        "def f\n  t = T.new\n  t.NAME\nend\n",
        *("pop", "shift"),
    ),
    "a reader": (
        "class T\n  attr_reader :items\n  def NAME\n    items.NAME\n  end\nend\n",
        *("pop", "shift"),
    ),
    "a parameter": ("class T\n  def NAME(s)\n    s.NAME\n  end\nend\n", "upcase", "downcase"),
    "a local variable": (
        "class T\n  def NAME\n    s = 'a'\n    s.NAME\n  end\nend\n",
        *("upcase", "downcase"),
    ),
    "a literal": ("class T\n  def NAME\n    [1].NAME\n  end\nend\n", "first", "last"),
    "a call's result": (
        "class T\n  def NAME(s)\n    s.strip.NAME\n  end\nend\n",
        *("upcase", "downcase"),
    ),
    "a block's parameter": (
        "class T\n  def NAME(ws)\n    ws.map { |w| w.NAME }\n  end\nend\n",
        *("upcase", "downcase"),
    ),
    "a symbol": (
        "class T\n  def NAME(ws)\n    ws.map(&:NAME)\n  end\nend\n",
        *("upcase", "downcase"),
    ),
    "another method": (
        "class T\n  def NAME\n    1\n  end\n  def run(items)\n    items.NAME\n  end\nend\n",
        *("pop", "shift"),
    ),
    "super": ("class T < Array\n  def NAME(x)\n    super(x)\n  end\nend\n", "push", "unshift"),
    "a module's function": (
        "class T\n  def NAME(x)\n    Math.NAME(x)\n  end\nend\n",
        *("sin", "cos"),
    ),
    "a function and a method": ("def NAME(s)\n  s.NAME\nend\n", "upcase", "downcase"),
    "a constant": (
        "class T\n  ALL = [1]\n  def NAME\n    ALL.NAME\n  end\nend\n",
        *("first", "last"),
    ),
    "a safe call": ("class T\n  def NAME(s)\n    s&.NAME\n  end\nend\n", "upcase", "downcase"),
    "a method of its own namesake's type": (
        "class T\n  def initialize(x)\n    @x = x\n  end\n  def NAME\n    @x.NAME\n  end\nend\n",
        *("open_all", "shut_all"),
    ),
}

SAME = {
    "self": ("class T\n  def NAME\n    self.NAME\n  end\nend\n", "push", "enter"),
    "no receiver": ("class T\n  def NAME\n    NAME()\n  end\nend\n", "push", "enter"),
    "new": (
        "class T\n  def NAME\n    1\n  end\nend\ndef f\n  t = T.new\n  t.NAME\nend\n",
        *("push", "enter"),
    ),
    "a chained new": (
        "class T\n  def NAME\n    1\n  end\nend\ndef f\n  T.new.NAME\nend\n",
        *("push", "enter"),
    ),
    "a field": (
        "class N\n  def NAME\n    1\n  end\nend\n"
        "class T\n  def initialize\n    @n = N.new\n  end\n  def f\n    @n.NAME\n  end\nend\n",
        *("push", "enter"),
    ),
    "an unknown receiver, a name of no library": (
        "class T\n  def NAME\n    1\n  end\nend\ndef f(t)\n  t.NAME\nend\n",
        *("bounce", "jump"),
    ),
    "a class method": (
        "class T\n  def self.NAME(x)\n    x\n  end\nend\ndef f\n  T.NAME(1)\nend\n",
        *("sum", "total"),
    ),
}
