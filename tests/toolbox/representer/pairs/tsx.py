"""Pairs of programs with elements in them that say the same, and pairs that only look alike."""


def _f(element: str) -> str:
    return f"export const F = (props: P) => (\n  {element}\n);\n"


SAME = {
    "an element that is closed at once": (_f("<Thing a={1} />"), _f("<Thing a={1}></Thing>")),
    "parentheses around an element": (
        "export const F = () => <p>a</p>;\n",
        "export const F = () => (\n  <p>a</p>\n);\n",
    ),
    "blank lines between elements": (_f("<p>\n<b/>\n\n\n  <i/>\n</p>"), _f("<p><b/><i/></p>")),
    "layout of a text": (_f("<p>\n    one\n    two  \n\n</p>"), _f("<p>one two</p>")),
    "layout around what is put in": (_f("<p>\n  {props.a}\n</p>"), _f("<p>{props.a}</p>")),
    "layout around a reference": (_f("<p>\n  a &amp; b\n</p>"), _f("<p>a &amp; b</p>")),
    "comments in braces": (_f("<p>a{/* why */}<b/></p>"), _f("<p>a<b/></p>")),
    "quotes of attributes": (_f("<p className='a' />"), _f('<p className="a" />')),
    "layout of attributes": (_f("<p\n  id='a'\n  lang='b'\n/>"), _f("<p id='a' lang='b' />")),
    "names of components": (
        "const One = () => <b/>;\nexport const F = () => <One/>;\n",
        "const Two = () => <b/>;\nexport const F = () => <Two/>;\n",
    ),
    "names of properties": (
        "interface P { who: string }\nconst G = (x: P) => <b>{x.who}</b>;\nF(<G who='a'/>);\n",
        "interface P { name: string }\nconst G = (x: P) => <b>{x.name}</b>;\nF(<G name='a'/>);\n",
    ),
}

DIFFERENT = {
    "texts": (_f("<p>Hello</p>"), _f("<p>Bye</p>")),
    "blanks on one line": (_f("<p>{a} {b}</p>"), _f("<p>{a}{b}</p>")),
    "blanks before what is put in": (_f("<p>one {a}</p>"), _f("<p>one{a}</p>")),
    "a comment between lines": (_f("<p>a\n{/* */}\nb</p>"), _f("<p>a\nb</p>")),
    "a reference at the end of a line": (_f("<p>a &amp;\nb</p>"), _f("<p>a &amp;b</p>")),
    "a text and a value": (_f("<p>a</p>"), _f("<p>{a}</p>")),
    "tags": (_f("<p>a</p>"), _f("<b>a</b>")),
    "tags called like variables": (
        "export const F = (p: string) => <p>{p}</p>;\n",
        "export const F = (b: string) => <b>{b}</b>;\n",
    ),
    "attributes": (_f("<p id='a' />"), _f("<p lang='a' />")),
    "attributes of the page called like properties": (
        "interface P { title: string }\nexport const F = (x: P) => <p title={x.title} />;\n",
        "interface P { lang: string }\nexport const F = (x: P) => <p lang={x.lang} />;\n",
    ),
    "values of attributes": (_f("<p id='a' />"), _f("<p id={a} />")),
    "attributes without a value": (_f("<p hidden />"), _f("<p hidden={false} />")),
    "order of attributes": (_f("<p {...a} id='b' />"), _f("<p id='b' {...a} />")),
    "order of elements": (_f("<p><b/><i/></p>"), _f("<p><i/><b/></p>")),
    "nesting": (_f("<p><b><i/></b></p>"), _f("<p><b/><i/></p>")),
    "an element and none": (_f("<p/>"), _f("<></>")),
    "namespaces": (_f("<p xlink:href='a' />"), _f("<p xml:href='a' />")),
    "chains": (_f("<p>{(a?.b).c}</p>"), _f("<p>{a?.b.c}</p>")),
    "types": (
        "export const F = (x: string) => <p>{x}</p>;\n",
        "export const F = (x: any) => <p>{x}</p>;\n",
    ),
}
