"""Pairs of Haskell programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"f a b = {body}\n"


SAME = {
    "escapes": (_f(r'"\65\x42\o103\DEL\SOH\&1\n"'), _f('"ABC\\127\\1\\&1\\10"')),
    "lines that go on": (_f('"a\\\n  \\b"'), _f('"ab"')),
    "characters": (_f(r"'\65'"), _f("'A'")),
    "numbers": (_f("0xff + 0o17 + 0b11 + 1.50"), _f("255 + 15 + 3 + 1.5")),
    "redundant parentheses": (_f("g (a) ((b))"), _f("g a b")),
    "applied in turn": (_f("(g a) b"), _f("g a b")),
    "parentheses of tight operators": (_f("(a * b) + 1"), _f("a * b + 1")),
    "parentheses on the left": (_f("(a - b) - 1"), _f("a - b - 1")),
    "parentheses on the right": (_f("a : (b : [])"), _f("a : b : []")),
    "parentheses of comparisons": (_f("(a + 1) == b && (b > 2)"), _f("a + 1 == b && b > 2")),
    "parentheses of applications": (_f("(g a) `mod` (h b)"), _f("g a `mod` h b")),
    "parentheses with declared fixity": (
        "infixr 5 +++\na +++ b = a\nf a b = a +++ (b +++ a)\n",
        "infixr 5 +++\na +++ b = a\nf a b = a +++ b +++ a\n",
    ),
    "operators that do not chain": (
        "infix 3 <=>\nf a b = a <=> (b + 1)\n",
        "infix 3 <=>\nf a b = a <=> b + 1\n",
    ),
    "a long chain": (
        _f("g $ h . k $ (a `div` 2) + (b * 3) - 1"),
        _f("g $ h . k $ a `div` 2 + b * 3 - 1"),
    ),
    "braces": ("f a = do { g a; h a }\n", "f a = do\n  g a\n  h a\n"),
    "layout of alternatives": (
        "f a = case a of { 1 -> 2; _ -> 3 }\n",
        "f a = case a of\n  1 -> 2\n  _ -> 3\n",
    ),
    "parentheses of patterns": ("f (a) = a\n", "f a = a\n"),
    "names": ("f a = g a where g b = b\n", "x y = z y where z w = w\n"),
    "names of types": (
        "data A = B Int | C\nf :: A -> A\nf (B x) = C\nf C = B 1\n",
        "data P = Q Int | R\ng :: P -> P\ng (Q y) = R\ng R = Q 1\n",
    ),
    "names of fields": (
        "data A = A { x :: Int }\nf a = a { x = x a + 1 }\n",
        "data B = B { y :: Int }\ng b = b { y = y b + 1 }\n",
    ),
    "names of classes": (
        "class A a where\n  m :: a -> Int\ninstance A Int where\n  m x = x\n",
        "class B b where\n  n :: b -> Int\ninstance B Int where\n  n y = y\n",
    ),
    "names of type variables": (
        "f :: (a -> b) -> [a] -> b\nf g x = h\n",
        "f :: (c -> d) -> [c] -> d\nf g x = h\n",
    ),
    "names of modules": (
        "import qualified Data.Map as M\nf = M.empty\n",
        "import qualified Data.Map as Map\nf = Map.empty\n",
    ),
    "fields named by their variable": (
        "data A = A { x :: Int }\nf A { x } = x\n",
        "data A = A { x :: Int }\nf A { x = x } = x\n",
    ),
    "the order of definitions": ("f a = g a\ng a = 1\n", "g a = 1\nf a = g a\n"),
    "the order of types": (
        "data A = A B\ndata B = B\nf = A B\n",
        "data B = B\ndata A = A B\nf = A B\n",
    ),
    "where a type is told": (
        "f :: Int\ng :: Int\nf = 1\ng = 2\n",
        "f :: Int\nf = 1\ng :: Int\ng = 2\n",
    ),
    "the order in where": (
        "f a = g + h where { g = 1; h = a }\n",
        "f a = g + h where { h = a; g = 1 }\n",
    ),
    "the order of methods": (
        "instance Monoid' A where { p = 1; q = 2 }\n",
        "instance Monoid' A where { q = 2; p = 1 }\n",
    ),
    "the order of imports": (
        "import Data.Char\nimport Data.List (sort, nub)\nf = sort\n",
        "import Data.List (nub, sort)\nimport Data.Char\nf = sort\n",
    ),
    "tabs": ("f a = do\n\tg a\n\th a\t\n", "f a = do\n        g a\n        h a\n"),
    "comments": ("-- | a\nf = 1 -- b\n{- c -}\n", "f = 1\n"),
    "let and where": ("f a = let b = a in b\n", "f a = b where b = a\n"),
}

DIFFERENT = {
    "what parentheses are for": (_f("a * (b + 1)"), _f("a * b + 1")),
    "what they are for on the right": (_f("a - (b - 1)"), _f("a - b - 1")),
    "what they are for with a type": (_f("(a - b) `div` 2"), _f("a - b `div` 2")),
    "application": (_f("g (a b)"), _f("g a b")),
    "negation": (_f("(-a) `mod` b"), _f("-a `mod` b")),
    "composition": (_f("(g . h) a"), _f("g . h a")),
    "operators of others": (_f("a <> b"), _f("a ++ b")),
    "unknown operators": (_f("(a <+> b) <?> c"), _f("a <+> (b <?> c)")),
    "strict application": (_f("g $! a"), _f("g $ a")),
    "types": ("f :: Int -> Int\nf a = a\n", "f :: Integer -> Integer\nf a = a\n"),
    "the type of a result": ("f :: String -> Int\nf = read\n", "f :: String -> Double\nf = read\n"),
    "constraints": ("f :: Eq a => a\nf = g\n", "f :: Ord a => a\nf = g\n"),
    "two type variables": ("f :: a -> b\nf = g\n", "f :: a -> a\nf = g\n"),
    "the order of clauses": ("f 0 = 1\nf a = 2\n", "f a = 2\nf 0 = 1\n"),
    "the order of guards": ("f a | p a = 1 | q a = 2\n", "f a | q a = 2 | p a = 1\n"),
    "the order of constructors": (
        "data A = B | C Int deriving Ord\nf = B\n",
        "data A = C Int | B deriving Ord\nf = B\n",
    ),
    "deriving": ("data A = A deriving Show\n", "data A = A deriving Eq\n"),
    "strict fields": ("data A = A Int\n", "data A = A !Int\n"),
    "newtypes": ("data A = A Int\n", "newtype A = A Int\n"),
    "strict patterns": ("f !a = 1\n", "f a = 1\n"),
    "lazy patterns": ("f (a, b) = 1\n", "f ~(a, b) = 1\n"),
    "constructors of others": ("f (Just a) = a\n", "f (Right a) = a\n"),
    "functions of others": (_f("foldr g a b"), _f("foldl g a b")),
    "functions of a module": (
        "import qualified Data.Map as M\nf = M.insert\n",
        "import qualified Data.Map as M\nf = M.delete\n",
    ),
    "modules": (
        "import qualified Data.Map as M\nf = M.empty\n",
        "import qualified Data.Set as M\nf = M.empty\n",
    ),
    "qualified imports": ("import Data.Map\nf = empty\n", "import qualified Data.Map\nf = empty\n"),
    "hidden names": (
        "import Prelude hiding (map)\nf = 1\n",
        "import Prelude hiding (sum)\nf = 1\n",
    ),
    "a type and a constructor": ("data A = B\nf :: A\nf = B\n", "data A = A\nf :: A\nf = A\n"),
    "methods of a class of others": (
        "instance Num A where\n  negate x = x\n",
        "instance Num A where\n  abs x = x\n",
    ),
    "binding and let": ("f = do { a <- g; h a }\n", "f = do { let { a = g }; h a }\n"),
    "floats": (_f("a / 2.0"), _f("a / 2")),
    "sections": (_f("map (subtract 1) a"), _f("map (1 -) a")),
    "sections on both sides": (_f("map (/ 2) a"), _f("map (2 /) a")),
    "ranges": (_f("[1, 3 .. a]"), _f("[1 .. a]")),
    "comprehensions": (_f("[x | x <- a, y <- b]"), _f("[x | y <- b, x <- a]")),
    "texts and characters": (_f('"a"'), _f("'a'")),
    "what is exported": (
        "module A (f) where\nf = 1\ng = 2\n",
        "module A (f, g) where\nf = 1\ng = 2\n",
    ),
    "backticks": (_f("a `div` b"), _f("a `quot` b")),
    "arguments": (_f("g a b"), _f("g b a")),
    "pragmas": ("{-# LANGUAGE Strict #-}\nf a = 1\n", "{-# LANGUAGE Safe #-}\nf a = 1\n"),
    "values that are printed by a deriving of its own": (
        (
            "{-# LANGUAGE StandaloneDeriving #-}\n"
            "module M where\n"
            "data C = Red | Green\n"
            "deriving instance Show C\n"
            "f = show Red\n"
        ),
        (
            "{-# LANGUAGE StandaloneDeriving #-}\n"
            "module M where\n"
            "data C = Green | Red\n"
            "deriving instance Show C\n"
            "f = show Green\n"
        ),
    ),
    "an operator of ours for applications": (
        ("module M where\ng ($) f x = f $ x\n"),
        ("module M where\ng ($) f x = f x\n"),
    ),
    "a guard of ours": (
        ("module M where\nf x | otherwise = 1\n    | True = 2\n  where otherwise = False\n"),
        ("module M where\nf x | True = 1\n    | True = 2\n  where otherwise = False\n"),
    ),
    "a type of ours for texts": (
        (
            "module M where\n"
            "import Prelude ()\n"
            "import Foo (String)\n"
            "f :: String -> String\n"
            "f x = x\n"
        ),
        (
            "module M where\n"
            "import Prelude ()\n"
            "import Foo (String)\n"
            "f :: [Char] -> [Char]\n"
            "f x = x\n"
        ),
    ),
    "names of types that are printed": (
        (
            "module M where\n"
            "import Data.Typeable\n"
            "data A = A\n"
            "data B = B\n"
            "f = typeOf A\n"
            "g = show f\n"
        ),
        (
            "module M where\n"
            "import Data.Typeable\n"
            "data B = B\n"
            "data A = A\n"
            "f = typeOf B\n"
            "g = show f\n"
        ),
    ),
}
