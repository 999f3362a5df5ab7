"""Pairs of Rust programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"fn f(a: i32, b: i32, v: &[i32]) -> i32 {{ {body} }}\n"


SAME = {
    "braces around a closure's match": (
        "fn f(v: Vec<i32>) -> Vec<i32> { v.into_iter().map(|x| match x { "
        "0 => 1, y => y }).collect() }\n",
        "fn f(v: Vec<i32>) -> Vec<i32> { v.into_iter().map(|x| { match x { "
        "0 => 1, y => y } }).collect() }\n",
    ),
    "no result in a trait": (
        "trait A { fn f(&mut self) -> (); }\n",
        "trait A { fn f(&mut self); }\n",
    ),
    "the lifetime of self": (
        "impl A { fn f<'a>(&'a self) -> &'a str { &self.t } }\n",
        "impl A { fn f(&self) -> &str { &self.t } }\n",
    ),
    "escapes of several kinds": (_f(r'g("\x41\u{42}\u{000043}")'), _f('g("ABC")')),
    "bytes": (_f(r'g(b"\x41\0")'), _f(r'g(b"A\x00")')),
    "redundant parentheses": (_f("(a + (b))"), _f("a + b")),
    "parentheses of conditions": (
        _f("if (a > b) { a } else { b }"),
        _f("if a > b { a } else { b }"),
    ),
    "trailing commas": (_f("g(a, b,)"), _f("g(a, b)")),
    "commas between arms": (
        _f("match a { 1 => { b } 2 => a, _ => 3 }"),
        _f("match a { 1 => b, 2 => a, _ => 3, }"),
    ),
    "hexadecimal numbers": (_f("0xff"), _f("255")),
    "underscores": (_f("1_000_000"), _f("1000000")),
    "underscores before a suffix": (_f("1_i32"), _f("1i32")),
    "spelling of a float": (_f("x(1.50)"), _f("x(1.5)")),
    "raw strings": (_f(r'g(r#"a"b\"#)'), _f(r'g("a\"b\\")')),
    "escapes": (_f(r'g("\x41\u{9}")'), _f(r'g("A\t")')),
    "escapes of characters": (_f(r"g('\u{41}')"), _f("g('A')")),
    "brackets of macros": (_f("vec![1, 2]"), _f("vec!(1, 2)")),
    "names in format strings": (
        _f('let x = 1; println!("{x:>3} {{x}}"); a'),
        _f('let y = 1; println!("{y:>3} {{x}}"); a'),
    ),
    "names in macros": (
        _f('let x = 1; println!("{}", x); a'),
        _f('let y = 1; println!("{}", y); a'),
    ),
    "names of lifetimes": (
        "fn f<'a>(x: &'a str) -> &'a str { x }",
        "fn f<'b>(x: &'b str) -> &'b str { x }",
    ),
    "names of labels": (_f("'x: loop { break 'x; } a"), _f("'y: loop { break 'y; } a")),
    "names of fields": (
        "struct S { x: i32 } impl S { fn g(&self) -> i32 { self.x } }",
        "struct T { y: i32 } impl T { fn h(&self) -> i32 { self.y } }",
    ),
    "fields named by their variable": (
        "struct S { x: i32 } fn f(x: i32) -> S { S { x: x } }",
        "struct S { x: i32 } fn f(x: i32) -> S { S { x } }",
    ),
    "the order of functions": (
        "fn f() -> i32 { g() }\nfn g() -> i32 { 1 }",
        "fn g() -> i32 { 1 }\nfn f() -> i32 { g() }",
    ),
    "the order of methods": (
        "struct S; impl S { fn f() -> i32 { 1 } fn g() -> i32 { S::f() + 2 } }",
        "struct S; impl S { fn g() -> i32 { S::f() + 2 } fn f() -> i32 { 1 } }",
    ),
    "the order of imports": (
        "use std::fmt;\nuse std::io;\nfn f() -> fmt::Result { Ok(()) }",
        "use std::io;\nuse std::fmt;\nfn f() -> fmt::Result { Ok(()) }",
    ),
    "doc comments": ("/// Adds.\nfn f() {}", "fn f() {}"),
    "inner doc comments": ("//! Adds.\nfn f() {}", "fn f() {}"),
    "braces of a closure": (_f("g(|x| { x + 1 })"), _f("g(|x| x + 1)")),
    "return and the last value": (_f("return a;"), _f("a")),
}

DIFFERENT = {
    "an own vec before and after a use": (
        "fn f() -> usize { let v: Vec<i32> = vec![1]; v.len() }\n"
        "macro_rules! vec { ($x:expr) => { Vec::new() }; }\n"
        "fn g() -> Vec<i32> { vec![2] }\n",
        "macro_rules! vec { ($x:expr) => { Vec::new() }; }\n"
        "fn f() -> usize { let v: Vec<i32> = vec![1]; v.len() }\n"
        "fn g() -> Vec<i32> { vec![2] }\n",
    ),
    "a function in a field and a method": (
        "struct S { f: fn(i32) -> i32 } impl S { fn f(&self, n: i32) -> i32 { n + 1 } "
        "} fn g(s: S) -> i32 { (s.f)(1) }",
        "struct S { f: fn(i32) -> i32 } impl S { fn f(&self, n: i32) -> i32 { n + 1 } "
        "} fn g(s: S) -> i32 { s.f(1) }",
    ),
    "a variable that begins with one of its name": (
        "fn f(a: String, b: String) -> usize {\n"
        "    let g = move || {\n"
        "        let a = a.clone();\n"
        "        a.len()\n"
        "    };\n"
        "    g()\n"
        "}\n",
        "fn f(a: String, b: String) -> usize {\n"
        "    let g = move || {\n"
        "        let b = b.clone();\n"
        "        b.len()\n"
        "    };\n"
        "    g()\n"
        "}\n",
    ),
    "a lifetime of another reference": (
        "impl A { fn f<'a>(&'a self, o: &'a str) -> &'a str { o } }\n",
        "impl A { fn f<'a>(&self, o: &'a str) -> &'a str { o } }\n",
    ),
    "bytes and characters": (_f(r'g(c"\xff")'), _f('g(c"ÿ")')),
    "digits behind a zero": (_f(r'g("\012")'), _f(r'g("\n")')),
    "texts of bytes": (_f('g(b"a")'), _f('g("a")')),
    "arithmetic that wraps": (_f("a.wrapping_add(b)"), _f("a + b")),
    "unwrap and expect": (_f("x.unwrap()"), _f('x.expect("x")')),
    "unwrap and question mark": (_f("g(a).unwrap()"), _f("g(a)?")),
    "the last value and none": ("fn f() { g() }", "fn f() { g(); }"),
    "an arm's value and none": (
        "fn f(a: i32) { match a { 1 => g(), _ => {} } }",
        "fn f(a: i32) { match a { 1 => { g(); } _ => {} } }",
    ),
    "a tuple of one": (_f("g((a,))"), _f("g((a))")),
    "many of one and a list": (_f("g(vec![a; b])"), _f("g(vec![a, b])")),
    "an array of one and a list": (_f("g([a; 3])"), _f("g([a, 3])")),
    "ranges": (_f("for i in 0..a {} b"), _f("for i in 0..=a {} b")),
    "for and while": (_f("for i in 0..a {} b"), _f("while a > 0 {} b")),
    "loop and while": (_f("loop {} b"), _f("while true {} b")),
    "types of integers": ("fn f(a: i32) {}", "fn f(a: u32) {}"),
    "suffixes": (_f("g(1u8)"), _f("g(1)")),
    "an integer and a float": (_f("g(1)"), _f("g(1.0)")),
    "types of variables": (_f("let x: i64 = 1; a"), _f("let x = 1; a")),
    "mut": (_f("let mut x = a; x"), _f("let x = a; x")),
    "references": (_f("g(&a)"), _f("g(&mut a)")),
    "references of references": (_f("g(&&a)"), _f("g(&a)")),
    "values and references": ("fn f(s: String) {}", "fn f(s: &String) {}"),
    "who is self": (
        "struct S; impl S { fn f(&self) {} }",
        "struct S; impl S { fn f(&mut self) {} }",
    ),
    "move": (_f("g(move || a)"), _f("g(|| a)")),
    "clone and to_owned": (_f("g(v.clone())"), _f("g(v.to_owned())")),
    "methods of the library": (_f("v.iter().min()"), _f("v.iter().max()")),
    "a library's function and one's own": (
        "struct S; impl S { fn max(a: u8) -> u8 { u8::max(a, 1) } }",
        "struct S; impl S { fn min(a: u8) -> u8 { u8::min(a, 1) } }",
    ),
    "a library's method and a function of one's own": (
        "fn max(a: u8) -> u8 { a.max(1) }",
        "fn min(a: u8) -> u8 { a.min(1) }",
    ),
    "what a trait asks for": (
        "struct S; impl Hasher for S { fn finish(&self) -> u64 { 1 } }",
        "struct S; impl Hasher for S { fn write(&self) -> u64 { 1 } }",
    ),
    "strings": (_f('g("a")'), _f('g(b"a")')),
    "characters": (_f("g('a')"), _f("g('b')")),
    "a character and a byte": (_f("g('a')"), _f("g(b'a')")),
    "a blank and a tab": (_f("g(' ')"), _f(r"g('\t')")),
    "an escape in a raw string": (_f(r'g(r"\n")'), _f(r'g("\n")')),
    "holes in format strings": (_f('println!("{}", a); a'), _f('println!("{:?}", a); a')),
    "a name and a hole": (_f('println!("{a}"); a'), _f('println!("{{a}}"); a')),
    "which macro": (_f('println!("x"); a'), _f('eprintln!("x"); a')),
    "operators in macros": (_f("assert!(a < b); a"), _f("assert!(a > b); a")),
    "separators of repetitions": (
        "macro_rules! m { ($($x:expr),*) => { [$($x),*] }; }",
        "macro_rules! m { ($($x:expr);*) => { [$($x),*] }; }",
    ),
    "what is repeated": (
        "macro_rules! m { ($($x:expr),*) => { 1 }; }",
        "macro_rules! m { ($($x:expr),+) => { 1 }; }",
    ),
    "visibility": ("pub fn f() {}", "fn f() {}"),
    "what is derived": ("#[derive(Clone)] struct S;", "#[derive(Copy)] struct S;"),
    "order of variants": ("enum E { A, B(u8) }", "enum E { B(u8), A }"),
    "order of fields": ("struct S { a: u8, b: i8 }", "struct S { b: i8, a: u8 }"),
    "order of arms": (_f("match a { x => 1, 2 => 3 }"), _f("match a { 2 => 3, x => 1 }")),
    "arms that bind": (_f("match a { x if x > 1 => x, _ => 1 }"), _f("match a { x => x, _ => 1 }")),
    "patterns": (_f("match a { 1 | 2 => 1, _ => 2 }"), _f("match a { 1..=2 => 1, _ => 2 }")),
    "if let and match": (
        _f("if let Some(x) = g() { x } else { b }"),
        _f("match g() { Some(x) => x, _ => b }"),
    ),
    "Some and Ok": (_f("g(Some(a))"), _f("g(Ok(a))")),
    "lifetimes": (
        "fn f<'a, 'b>(x: &'a str, y: &'b str) -> &'a str { x }",
        "fn f<'a, 'b>(x: &'a str, y: &'b str) -> &'b str { x }",
    ),
    "dyn and impl": ("fn f(g: &dyn Fn()) {}", "fn f(g: &impl Fn()) {}"),
    "which import": (
        "use std::collections::HashMap;\nfn f(a: HashMap<u8, u8>) {}",
        "use std::collections::BTreeMap as HashMap;\nfn f(a: HashMap<u8, u8>) {}",
    ),
    "argument order": (_f("g(a, b)"), _f("g(b, a)")),
    "unsafe": ("fn f() { unsafe { g() } }", "fn f() { { g() } }"),
    "shadowing and assigning": (_f("let a = 1; a"), _f("a = 1; a")),
}
