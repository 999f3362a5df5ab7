"""Formulas in both notations, as authors of exercises write them."""

from collections.abc import Callable, Iterable

ASCIIMATH = r"""
sum_(i=1)^n i^3=((n(n+1))/2)^2
underset(i=0)(sum^n) 3^i
lim_(x->0) (sin x)/x = 1
[[a,b],[c,d]]((x),(y))
f(n) = {(1, if n=0), (n*f(n-1), otherwise):}
\frac{2 \times tan x}{1+tan^2x}
\underbrace{x \times \ldots \times x}_{n\ "times"}
\bar{cc"R"}(x :: xs) = cc"R"(x) "@" \bar{cc"R"}(xs)
m : \mathbb{N} \to \mathbb{N}
dy/dx = f'(x)
AA x in RR, EE y : x <= y
norm(vec x) = sqrt(x_1^2+...+x_n^2)
root(3)(x) != floor(x/2)
\mathcal{O}(n log n)
overset(def)(=) hat(ab) ul(x) tilde n
(a+b]
]j,n[
bb(x+1) bbb 1 fr"g" tt(ab) sf(c)
{x in ZZ | x > 0}
a/b/c
text(if and only if) q
/
"""

LATEX = r"""
\frac{a}{b}
x_1^{2n}
\sum_{i=0}^{n} i^2
\mathcal{O}(n \log n)
\begin{cases} 1 & \text{if } n = 0 \\ n & \text{otherwise} \end{cases}
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}
\left\lfloor \frac{n}{2} \right\rfloor
\forall x \in \mathbb{R},\ x \leq |x|
\sqrt[3]{x} \neq \bar{y}
f'(x)\,dx
\underbrace{x \times x}_{n}
\mathbf{v} \cdot \mathrm{const}
\text{<b>}
"""


def write_out(table: str, render: Callable[[str], str | None]) -> str:
    """Return each formula with its rendering."""
    return "".join(f"{formula}\n    {render(formula)}\n" for formula in list_lines(table))


def list_lines(table: str) -> Iterable[str]:
    return table.strip().split("\n")
