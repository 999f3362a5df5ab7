"""Members of Haskell programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a function that wraps its namesake": (
        "import qualified Data.Map as M\nNAME k m = M.NAME k m\n",
        *("lookup", "delete"),
    ),
    "a function hidden from the prelude": (
        "import Prelude hiding (NAME)\nimport qualified Prelude as P\nNAME xs = P.NAME xs\n",
        *("head", "last"),
    ),
    "a module by its full name": (
        "import qualified Data.Char\nNAME c = Data.Char.NAME c\n",
        *("toUpper", "toLower"),
    ),
}

SAME = {
    "a field": ("data T = T { NAME :: Int }\nf t = NAME t + 1\n", "size", "wide"),
    "a local function": ("f x = NAME x where NAME y = y + 1\n", "go", "loop"),
}
