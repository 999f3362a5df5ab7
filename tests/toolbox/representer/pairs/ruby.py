"""Pairs of Ruby programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"def f(a, b)\n{body}\nend\n"


def _class(body: str) -> str:
    return f"class C\n{body}\nend\n"


SAME = {
    "the last return": (
        "def f(a)\n  a = 1\n  return a\nend\n",
        "def f(a)\n  a = 1\n  a\nend\n",
    ),
    "unless and not": (
        "def f(a)\n  unless a\n    g\n  end\n  1\nend\n",
        "def f(a)\n  if !a\n    g\n  end\n  1\nend\n",
    ),
    "unless and not of a conjunction": (
        "def f(a, b)\n  g unless a && b\n  1\nend\n",
        "def f(a, b)\n  g if !(a && b)\n  1\nend\n",
    ),
    "bytes in two ways": (_f(r'"\xe9\x9"'), _f(r'"\351\t"')),
    "several characters at once": (_f(r'"\u{41 42}"'), _f('"AB"')),
    "quotes": (_f("'x' + \"y\""), _f('"x" + %q(y)')),
    "escapes": (_f(r'"\x41\u0042\e\\"'), _f('"AB\\u001b\\\\"')),
    "characters": (_f("?x"), _f('"x"')),
    "texts in a row": (_f('"a" "b"'), _f('"ab"')),
    "lists of words": (_f("%w[a b]"), _f("['a', \"b\"]")),
    "lists of symbols": (_f("%i[a b]"), _f("[:a, :b]")),
    "quoted symbols": (_f(':"x"'), _f(":x")),
    "arrows of symbols": (_f("{ :x => 1 }"), _f("{ x: 1 }")),
    "short keys": ("x = 1\nf(x:)\n", "x = 1\nf(x: x)\n"),
    "delimiters of regular expressions": (_f(r"a =~ /b\/c/i"), _f("a =~ %r{b/c}i")),
    "numbers": (_f("0xff + 1_000 + 017 + 0d10"), _f("255 + 1000 + 0o17 + 10")),
    "brackets of calls": (_f("puts a, b"), _f("puts(a, b)")),
    "empty brackets": (_f("a.size()"), _f("a.size")),
    "brackets of definitions": ("def f a\n a\nend\n", "def f(a)\n a\nend\n"),
    "empty parameters": ("def f()\n 1\nend\n", "def f\n 1\nend\n"),
    "endless definitions": ("def f(a) = a + 1\n", "def f(a)\n a + 1\nend\n"),
    "blocks": (_f("a.each do |x|\n b(x)\nend"), _f("a.each { |x| b(x) }")),
    "modifiers": (_f("return a if b"), _f("if b\n return a\nend")),
    "modifiers of loops": (_f("a.pop while b"), _f("while b do a.pop end")),
    "unless": (_f("raise a unless b"), _f("unless b then raise a end")),
    "conditionals": (_f("a ? b : 1"), _f("if a then b else 1 end")),
    "elsif": (
        _f("if a\n 1\nelsif b\n 2\nelse\n 3\nend"),
        _f("if a\n 1\nelse\n if b\n 2\n else\n 3\n end\nend"),
    ),
    "words for operators": (_f("(a and not b) or b"), _f("a && !b || b")),
    "calls of lambdas": (_f("a.(b)"), _f("a.call(b)")),
    "colons of calls": (_f("a::size"), _f("a.size")),
    "semicolons": ("def f(a); a; end\n", "def f(a)\n  a\nend\n"),
    "names of instance variables": (
        _class("def initialize(x)\n @x = x\nend"),
        _class("def initialize(y)\n @y = y\nend"),
    ),
    "names of accessors": (
        "class C\n attr_accessor :x\nend\nc = C.new\nc.x = 1\nputs c.x\n",
        "class D\n attr_accessor :y\nend\nd = D.new\nd.y = 1\nputs d.y\n",
    ),
    "names of records": (
        "P = Struct.new(:x)\nputs P.new(1).x\n",
        "Q = Struct.new(:y)\nputs Q.new(1).y\n",
    ),
    "names of constants": ("X = 1\nputs X\n", "Y = 1\nputs Y\n"),
    "names of keywords": (
        "def f(x:, y: 1) = x + y\nf(x: 1, y: 2)\n",
        "def g(a:, b: 1) = a + b\ng(a: 1, b: 2)\n",
    ),
    "names of keywords of classes": (
        "class C\n def initialize(x:)\n @x = x\n end\nend\nC.new(x: 1)\n",
        "class D\n def initialize(y:)\n @y = y\n end\nend\nD.new(y: 1)\n",
    ),
    "names that are sent": (
        "def f(a) = a\n[1].map(&method(:f)).each(&:f)\n",
        "def g(a) = a\n[1].map(&method(:g)).each(&:g)\n",
    ),
    "names inherited": (
        "class A\n def x = y\nend\nclass B < A\n def y = 1\nend\n",
        "class C\n def v = w\nend\nclass D < C\n def w = 1\nend\n",
    ),
    "names in patterns": (
        _f("case a\nin {x:, y: Integer => z}\n x + z\nend"),
        _f("case a\nin {x: p, y: Integer => q}\n p + q\nend"),
    ),
    "the order of methods": (
        _class("def f = g\ndef g = 1"),
        _class("def g = 1\ndef f = g"),
    ),
    "the order of private methods": (
        _class("def f = g + h\nprivate\ndef g = 1\ndef h = 2"),
        _class("def f = g + h\nprivate\ndef h = 2\ndef g = 1"),
    ),
    "who may call": (
        _class("def f = g\nprivate\ndef g = 1"),
        _class("private def g = 1\ndef f = g"),
    ),
    "the word a text ends with": ("a = <<~X\n b\nX\n", "a = <<~Y\n b\nY\n"),
    "comments": ("# a\nx = 1 # b\n=begin\nc\n=end\n", "x = 1\n"),
    "margins of a heredoc": (
        "x = <<~A\n  a\n    b\n\n  c\nA\n",
        "x = <<~B\n      a\n        b\n\n      c\n    B\n",
    ),
    "a heredoc and a string": ("x = <<~A\n  a\n  b\nA\n", 'x = "a\\nb\\n"\n'),
    "a heredoc with something in it": ("x = <<~A\n  a #{y} b\nA\n", 'x = "a #{y} b\\n"\n'),
    "where the last word stands": ("x = <<-A\na\n  A\n", "x = <<-A\na\nA\n"),
    "a raw heredoc": ("x = <<~'A'\n  a\\n\nA\n", "x = 'a\\n' \"\\n\"\n"),
    "two heredocs at once": ("f(<<~A, <<~B)\n  a\nA\n  b\nB\n", 'f("a\\n", "b\\n")\n'),
}

DIFFERENT = {
    "an own lambda": (
        "def lambda\n  3\nend\nf = lambda { 4 }\n",
        "def lambda\n  3\nend\nf = -> { 4 }\n",
    ),
    "an own attr_reader": (
        "class A\n  def self.attr_reader(*names) = p(names)\n  attr_reader :a, :b\nend\n",
        "class A\n"
        "  def self.attr_reader(*names) = p(names)\n"
        "  attr_reader :a\n"
        "  attr_reader :b\n"
        "end\n",
    ),
    "returning two values": (
        "def f(a)\n  return a, 1\nend\n",
        "def f(a)\n  a\n  1\nend\n",
    ),
    "returning nothing": (
        "def f(a)\n  g(a)\n  return\nend\n",
        "def f(a)\n  g(a)\nend\n",
    ),
    "an early return": (
        "def f(a)\n  return a if a\n  1\nend\n",
        "def f(a)\n  a if a\n  1\nend\n",
    ),
    "returning a splat": (
        "def f(a)\n  return *a\nend\n",
        "def f(a)\n  a\nend\n",
    ),
    "unless and not of the first": (
        "def f(a, b)\n  g unless a && b\n  1\nend\n",
        "def f(a, b)\n  g if !a && b\n  1\nend\n",
    ),
    "bytes and characters": (_f(r'"\xe9"'), _f(r'"\u00e9"')),
    "bytes and letters": (_f(r'"\xe9"'), _f('"é"')),
    "control characters": (_f(r'"\C-a"'), _f('"C-a"')),
    "short control characters": (_f(r'"\ca"'), _f('"ca"')),
    "interpolation": (_f("'#{a}'"), _f('"#{a}"')),
    "blanks between what is put in": (_f('"#{a} #{b}"'), _f('"#{a}#{b}"')),
    "escapes": (_f(r"'\n'"), _f(r'"\n"')),
    "symbols": (_f(":x"), _f("'x'")),
    "keys": (_f("{ a => 1 }"), _f("{ a: 1 }")),
    "keys that are no names": (_f("{ c => 1 }"), _f("{ c: 1 }")),
    "keys of texts": (_f("{ 'x' => 1 }"), _f("{ x: 1 }")),
    "hashes and keywords": (_f("puts({ x: 1 })"), _f("puts(x: 1)")),
    "safe calls": (_f("a&.size"), _f("a.size")),
    "a library's method": (_f("a.map { |x| x }"), _f("a.each { |x| x }")),
    "a library's method of that name": (_f("a.first"), _f("a.last")),
    "banging": (_f("a.sort"), _f("a.sort!")),
    "a library's class": (_f("Set.new(a)"), _f("Array.new(a)")),
    "a library's constant": (_f("Math::PI"), _f("Math::E")),
    "calls of super": (
        "class C < D\ndef initialize(a)\n super\nend\nend\n",
        "class C < D\ndef initialize(a)\n super()\nend\nend\n",
    ),
    "if and unless": (_f("a if b"), _f("a unless b")),
    "loops": (_f("a.pop while b"), _f("a.pop until b")),
    "a loop that is run once": (_f("begin\n a.pop\nend while b"), _f("a.pop while b")),
    "ranges": (_f("(a..b)"), _f("(a...b)")),
    "equality": (_f("a == b"), _f("a === b")),
    "shifting": (_f("a << b"), _f("a.push(b)")),
    "splats": (_f("puts(*a)"), _f("puts(a)")),
    "variables of blocks": (_f("a.each { |x, y| y }"), _f("a.each { |x; y| y }")),
    "default values": ("def f(a = 1) = a\n", "def f(a = 2) = a\n"),
    "optional keywords": ("def f(a:) = a\n", "def f(a: nil) = a\n"),
    "kinds of variables": (
        _class("def f\n @x = 1\nend\ndef g = @x"),
        _class("def f\n @@x = 1\nend\ndef g = @@x"),
    ),
    "methods of the class": (_class("def f = 1"), _class("def self.f = 1")),
    "private accessors": (_class("attr_reader :x"), _class("private\nattr_reader :x")),
    "what is called in a class": (
        _class("memo def f = 1"),
        _class("private\nmemo def f = 1"),
    ),
    "accessors that are written, too": (
        _class("attr_reader :x\ndef x = 1"),
        _class("def x = 1\nattr_reader :x"),
    ),
    "private methods": (_class("def f = 1"), _class("private def f = 1")),
    "accessors": (_class("attr_reader :x"), _class("attr_accessor :x")),
    "modules": (_class("include Comparable"), _class("include Enumerable")),
    "what a library looks for": (_class("def to_s = 'a'"), _class("def inspect = 'a'")),
    "exceptions": (_f("begin\n a\nrescue IOError\n b\nend"), _f("begin\n a\nrescue\n b\nend")),
    "else and ensure": (
        _f("begin\n a\nrescue\n b\nelse\n 1\nend"),
        _f("begin\n a\nrescue\n b\nensure\n 1\nend"),
    ),
    "returning": (_f("return a"), _f("next a")),
    "options of regular expressions": (_f("/a/i"), _f("/a/m")),
    "a method that is called before": (
        "def f = 1\nputs f\ndef g = 2\nputs g\n",
        "def f = 1\ndef g = 2\nputs g\nputs f\n",
    ),
    "definitions of one name": (
        _class("def f = 1\ndef f = 2"),
        _class("def f = 2\ndef f = 1"),
    ),
    "indented texts": ("a = <<~X\n b\nX\n", "a = <<-X\n b\n X\n"),
    "pinned variables": (
        _f("case a\nin ^b\n 1\nend"),
        _f("case a\nin c\n 1\nend"),
    ),
    "reduction": (_f("a.reduce(:+)"), _f("a.reduce(:*)")),
    "what is sent": (_f("a.map(&:to_i)"), _f("a.map(&:to_f)")),
    "assignment to what is nil": (_f("a ||= b"), _f("a &&= b")),
    "floats": (_f("a / 2.0"), _f("a / 2")),
    "arguments": (_f("a.fetch(1, 2)"), _f("a.fetch(2, 1)")),
    "unary minus": (_f("-a"), _f("+a")),
    "singleton classes": ("class << self\n def f = 1\nend\n", "class C\n def f = 1\nend\n"),
    "white space in a heredoc": ("x = <<~A\n  a\n    b\nA\n", "x = <<~A\n  a\n  b\nA\n"),
    "a margin that stays": ("x = <<-A\n  a\nA\n", "x = <<~A\n  a\nA\n"),
    "a raw heredoc and one that is read": ("x = <<~'A'\n  #{y}\nA\n", "x = <<~A\n  #{y}\nA\n"),
    "white space before what is put in": (
        "x = <<~A\n    #{y}\n  b\nA\n",
        "x = <<~A\n  #{y}\n  b\nA\n",
    ),
    "methods that are asked for in a text": (
        "class A\n  def x\n    1\n  end\nend\nA.new.send('x')\n",
        "class A\n  def y\n    1\n  end\nend\nA.new.send('x')\n",
    ),
    "variables that are asked for in a text": (
        "def f\n  @x = 1\n  instance_variable_get('@x')\nend\n",
        "def f\n  @y = 1\n  instance_variable_get('@x')\nend\n",
    ),
    "texts that are frozen": (
        ("# frozen_string_literal: true\ns = 'a'\nputs s.frozen?\n"),
        ("s = 'a'\nputs s.frozen?\n"),
    ),
    "another encoding": (
        ("# encoding: ascii-8bit\nputs 'é'.length\n"),
        ("puts 'é'.length\n"),
    ),
    "keywords that a format names": (
        ("def f(x:, y:)\n  format('%<x>d-%<y>d', x: x, y: y)\nend\nputs f(x: 1, y: 2)\n"),
        ("def f(y:, x:)\n  format('%<x>d-%<y>d', y: y, x: x)\nend\nputs f(y: 1, x: 2)\n"),
    ),
    "keywords that a key names": (
        ("def g(x:, y:)\n  x - y\nend\ndef f(**opts)\n  opts[:x]\nend\nputs f(x: 1, y: 2)\n"),
        ("def g(y:, x:)\n  y - x\nend\ndef f(**opts)\n  opts[:x]\nend\nputs f(y: 1, x: 2)\n"),
    ),
    "keywords of a library": (
        ("def g(by:, to:)\n  by - to\nend\ng(by: 1, to: 2)\np 1.step(by: 2, to: 10).to_a\n"),
        ("def g(to:, by:)\n  to - by\nend\ng(to: 1, by: 2)\np 1.step(to: 2, by: 10).to_a\n"),
    ),
    "a method of the library that a symbol names": (
        ("def lcm(a, b)\n  1\nend\ndef gcd(a, b)\n  2\nend\np lcm(1, 2)\np [4, 6].inject(:lcm)\n"),
        ("def gcd(a, b)\n  1\nend\ndef lcm(a, b)\n  2\nend\np gcd(1, 2)\np [4, 6].inject(:gcd)\n"),
    ),
    "a method of the library that is sent": (
        (
            "class A\n"
            "  def upcase\n"
            "    1\n"
            "  end\n"
            "  def downcase\n"
            "    2\n"
            "  end\n"
            "end\n"
            "A.new.upcase\n"
            "p 'aB'.send(:upcase)\n"
        ),
        (
            "class A\n"
            "  def downcase\n"
            "    1\n"
            "  end\n"
            "  def upcase\n"
            "    2\n"
            "  end\n"
            "end\n"
            "A.new.downcase\n"
            "p 'aB'.send(:downcase)\n"
        ),
    ),
    "a method that is delegated": (
        (
            "require 'forwardable'\n"
            "class B\n"
            "  def first\n"
            "    1\n"
            "  end\n"
            "  def last\n"
            "    2\n"
            "  end\n"
            "end\n"
            "B.new.first\n"
            "class A\n"
            "  extend Forwardable\n"
            "  def_delegator :@items, :first, :head\n"
            "  def initialize(items)\n"
            "    @items = items\n"
            "  end\n"
            "end\n"
        ),
        (
            "require 'forwardable'\n"
            "class B\n"
            "  def last\n"
            "    1\n"
            "  end\n"
            "  def first\n"
            "    2\n"
            "  end\n"
            "end\n"
            "B.new.last\n"
            "class A\n"
            "  extend Forwardable\n"
            "  def_delegator :@items, :last, :head\n"
            "  def initialize(items)\n"
            "    @items = items\n"
            "  end\n"
            "end\n"
        ),
    ),
    "a method and a variable of a condition": (
        ("def a\n  5\nend\nputs a if (a = 3)\n"),
        ("def a\n  5\nend\nif (a = 3)\n  puts a\nend\n"),
    ),
    "methods that a class lists": (
        (
            "class A\n"
            "  def a\n"
            "    1\n"
            "  end\n"
            "  L = instance_methods(false)\n"
            "  def b\n"
            "    2\n"
            "  end\n"
            "end\n"
        ),
        (
            "class A\n"
            "  def a\n"
            "    1\n"
            "  end\n"
            "  def b\n"
            "    2\n"
            "  end\n"
            "  L = instance_methods(false)\n"
            "end\n"
        ),
    ),
    "what a library calls for data": (
        (
            "require 'json'\n"
            "class A\n"
            "  def to_json(*a)\n"
            "    '1'\n"
            "  end\n"
            "end\n"
            "puts JSON.generate([A.new])\n"
        ),
        (
            "require 'json'\n"
            "class A\n"
            "  def as_json(*a)\n"
            "    '1'\n"
            "  end\n"
            "end\n"
            "puts JSON.generate([A.new])\n"
        ),
    ),
    "what a library calls before a test": (
        ("class T < Minitest::Test\n  def setup\n    @a = 1\n  end\nend\n"),
        ("class T < Minitest::Test\n  def teardown\n    @a = 1\n  end\nend\n"),
    ),
    "fields in a list": (
        (
            "F = %i[a b]\n"
            "S = Struct.new(*F)\n"
            "class Q\n"
            "  def a\n"
            "    1\n"
            "  end\n"
            "  def b\n"
            "    2\n"
            "  end\n"
            "end\n"
            "puts S.new(1, 2).a\n"
        ),
        (
            "F = %i[a b]\n"
            "S = Struct.new(*F)\n"
            "class Q\n"
            "  def b\n"
            "    1\n"
            "  end\n"
            "  def a\n"
            "    2\n"
            "  end\n"
            "end\n"
            "puts S.new(1, 2).b\n"
        ),
    ),
    "accessors in a loop": (
        (
            "class A\n"
            "  %i[a b].each { |n| attr_reader n }\n"
            "  def initialize\n"
            "    @a = 1\n"
            "    @b = 2\n"
            "  end\n"
            "end\n"
            "puts A.new.a\n"
        ),
        (
            "class A\n"
            "  %i[a b].each { |n| attr_reader n }\n"
            "  def initialize\n"
            "    @b = 1\n"
            "    @a = 2\n"
            "  end\n"
            "end\n"
            "puts A.new.a\n"
        ),
    ),
    "names of classes that are read": (
        ("class Cat\nend\nclass Dog\nend\nputs Cat.name\nputs Cat.name == 'Cat'\n"),
        ("class Dog\nend\nclass Cat\nend\nputs Dog.name\nputs Dog.name == 'Cat'\n"),
    ),
}
