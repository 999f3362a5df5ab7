"""The symbols of AsciiMath, by spelling.

Source: the table of symbols on asciimath.org, including TeX spellings.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion.markup.formulas.alphabets import Alphabet
from kriterion.markup.formulas.mathml import FUNCTIONS


@unique
class SymbolRole(StrEnum):
    """The role of a symbol in a formula."""

    LETTER = "letter"
    NUMBER = "number"
    DIFFERENTIAL = "differential"  # two letters that belong together, such as dx
    OPERATOR = "operator"
    WORD = "word"  # an operator made of letters, with space around it
    BIG = "big"  # a sum, for example: limits are drawn below and above it
    FUNCTION = "function"
    LETTER_FUNCTION = "letter function"  # f and g: a function if brackets follow
    SPACE = "space"
    OPEN = "open"
    CLOSE = "close"
    BAR = "bar"  # an opening or closing bracket
    SUB = "sub"
    SUPER = "super"
    OVER = "over"  # the slash of a fraction
    ROOT = "square root"
    ENCLOSING = "enclosing"  # encloses its argument; its text is the two brackets
    ABOVE = "above"  # an accent
    BELOW = "below"
    ALPHABET = "alphabet"
    TEXT = "text"
    BINARY = "binary"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol: its role, and the text shown for it."""

    role: SymbolRole
    text: str


def _read_table(role: SymbolRole, spellings: str) -> dict[str, Symbol]:
    """Read a table; each line has the text of a symbol and its spellings."""
    lines = (line.split() for line in spellings.strip().splitlines())
    return {
        spelling: Symbol(role, text)
        for text, *spellings_of_text in lines
        for spelling in spellings_of_text
    }


def _read_names(role: SymbolRole, spellings: str) -> dict[str, Symbol]:
    """Make a symbol of each word, with the word itself as its text."""
    return {spelling: Symbol(role, spelling) for spelling in spellings.split()}


_LETTERS = """
α alpha
β beta
χ chi
δ delta
Δ Delta
ε epsi epsilon
ɛ varepsilon
η eta
γ gamma
Γ Gamma
ι iota
κ kappa
λ lambda
Λ Lambda Lamda
λ lamda
μ mu
ν nu
ω omega
Ω Omega
φ phi
ϕ varphi
Φ Phi
π pi
Π Pi
ψ psi
Ψ Psi
ρ rho
σ sigma
Σ Sigma
τ tau
θ theta
ϑ vartheta
Θ Theta
υ upsilon
ξ xi
Ξ Xi
ζ zeta
∞ oo infty
ℵ aleph
ℏ hbar
ℂ CC
ℕ NN
ℚ QQ
ℝ RR
ℤ ZZ
ℓ ell
℧ mho
∅ O/ emptyset
∂ del partial
∇ grad nabla
⊤ TT top
⊥ _|_ bot
"""
_OPERATORS = """
⋅ * cdot
∗ ** ast
⋆ *** star
/ //
\\ \\\\ backslash setminus
× xx times
⋉ |>< ltimes
⋊ ><| rtimes
⋈ |><| bowtie
÷ -: div divide
∘ @ circ
⊕ o+ oplus
⊗ ox otimes
⊙ o. odot
∧ ^^ wedge
∨ vv vee
∩ nn cap
∪ uu cup
= =
≠ != ne neq
< < lt
> > gt
≤ <= le leq
≥ >= ge geq
≪ mlt ll
≫ mgt gg
≺ -< prec
≻ >- succ
⪯ -<= preceq
⪰ >-= succeq
∈ in
∉ !in notin
∋ ni
⊂ sub subset
⊃ sup supset
⊆ sube subseteq
⊇ supe supseteq
≡ -= equiv
≅ ~= cong
≈ ~~ approx
∼ ~ sim
∝ prop propto
¬ not neg
⇒ => implies Rightarrow
⇔ <=> iff Leftrightarrow
∀ AA forall
∃ EE exists
⊢ |-- vdash
⊨ |== models
∫ int
∮ oint
± +- pm
∓ -+ mp
… ... ldots dots
⋯ cdots
⋮ vdots
⋱ ddots
∴ :. therefore
∵ :' because
∠ /_ angle
△ /_\\ triangle
′ ' prime
□ square
⋄ diamond
⌢ frown
† dagger
‡ ddagger
↑ uarr uparrow
↓ darr downarrow
→ rarr rightarrow -> to
← larr leftarrow
↔ harr leftrightarrow
⇐ lArr Leftarrow
↣ >-> rightarrowtail
↠ ->> twoheadrightarrow
⤖ >->> twoheadrightarrowtail
↦ |-> mapsto
+ +
− - −
, ,
; ;
: :
! !
"""
_BIG = """
∑ sum
∏ prod
⋀ ^^^ bigwedge
⋁ vvv bigvee
⋂ nnn bigcap
⋃ uuu bigcup
"""
_OPEN = """
( ( left(
[ [ left[
{ { left{ lbrace
⟨ (: << langle
⌊ |__ lfloor
⌈ |~ lceil
"""
_CLOSE = """
) ) right)
] ] right]
} } right} rbrace
⟩ :) >> rangle
⌋ __| rfloor
⌉ ~| rceil
"""
_ABOVE = """
^ hat widehat
¯ bar overline
→ vec
˜ tilde
. dot
.. ddot
⏞ overbrace
⏜ overarc overparen
"""
_BELOW = """
_ ul underline
⏟ underbrace
"""
_ALPHABETS = {
    "mathbf": Alphabet.BOLD,
    "mathbb": Alphabet.DOUBLE_STRUCK,
    "mathcal": Alphabet.SCRIPT,
    "mathtt": Alphabet.MONOSPACE,
    "mathfrak": Alphabet.FRAKTUR,
    "mathsf": Alphabet.SANS_SERIF,
    **{alphabet.value: alphabet for alphabet in Alphabet},
}
_BIG_FUNCTIONS = frozenset({"lim", "max", "min", "glb", "lub", "det", "dim", "liminf", "limsup"})
_SPACES = {"quad": "1em", "qquad": "2em", "\\ ": "0.2778em"}

SYMBOLS: dict[str, Symbol] = {
    **_read_table(SymbolRole.LETTER, _LETTERS),
    **_read_table(SymbolRole.OPERATOR, _OPERATORS),
    **_read_table(SymbolRole.BIG, _BIG),
    **_read_names(SymbolRole.BIG, "lim Lim max min glb lub liminf limsup"),
    **_read_names(
        SymbolRole.FUNCTION, " ".join(FUNCTIONS - _BIG_FUNCTIONS - {"mod", "sup", "arg"})
    ),
    **_read_names(
        SymbolRole.FUNCTION, "Sin Cos Tan Arcsin Arccos Arctan Sec Csc Cot Log Ln det dim"
    ),
    **_read_names(SymbolRole.LETTER_FUNCTION, "f g"),
    **_read_names(SymbolRole.DIFFERENTIAL, "dx dy dz dt"),
    **_read_names(SymbolRole.WORD, "and or if mod"),
    **{spelling: Symbol(SymbolRole.SPACE, width) for spelling, width in _SPACES.items()},
    **_read_table(SymbolRole.OPEN, _OPEN),
    **_read_table(SymbolRole.CLOSE, _CLOSE),
    "{:": Symbol(SymbolRole.OPEN, ""),
    ":}": Symbol(SymbolRole.CLOSE, ""),
    "|": Symbol(SymbolRole.BAR, "|"),
    "||": Symbol(SymbolRole.BAR, "∥"),
    "_": Symbol(SymbolRole.SUB, "_"),
    "^": Symbol(SymbolRole.SUPER, "^"),
    "/": Symbol(SymbolRole.OVER, "/"),
    "sqrt": Symbol(SymbolRole.ROOT, "√"),
    "abs": Symbol(SymbolRole.ENCLOSING, "||"),
    "Abs": Symbol(SymbolRole.ENCLOSING, "||"),
    "norm": Symbol(SymbolRole.ENCLOSING, "∥∥"),
    "floor": Symbol(SymbolRole.ENCLOSING, "⌊⌋"),
    "ceil": Symbol(SymbolRole.ENCLOSING, "⌈⌉"),
    **_read_table(SymbolRole.ABOVE, _ABOVE),
    **_read_table(SymbolRole.BELOW, _BELOW),
    **{name: Symbol(SymbolRole.ALPHABET, alphabet) for name, alphabet in _ALPHABETS.items()},
    **_read_names(SymbolRole.TEXT, "text mbox"),
    **_read_names(SymbolRole.BINARY, "frac root stackrel overset underset color"),
}
LONGEST = max(map(len, SYMBOLS))
