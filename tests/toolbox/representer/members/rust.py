"""Members of Rust programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "struct T { items: VecDeque<i32> }\n"
        "impl T { fn NAME(&mut self) -> Option<i32> { self.items.NAME() } }\n",
        *("pop_back", "pop_front"),
    ),
    "breadth first and depth first": (
        "struct T { items: VecDeque<i32> }\n"
        "impl T { fn NAME(&mut self) -> Option<i32> { self.items.NAME() } }\n"
        "fn f(t: &mut T) { t.NAME(); }\n",
        *("pop_back", "pop_front"),
    ),
    "a wrapper": (
        "struct T(Vec<i32>);\nimpl T { fn NAME(&mut self) -> Option<i32> { self.0.NAME() } }\n",
        *("pop", "last"),
    ),
    "a parameter": (
        "struct T;\nimpl T { fn NAME(&self, s: &str) -> String { s.NAME() } }\n",
        *("to_uppercase", "to_lowercase"),
    ),
    "a variable": (
        "struct T;\nimpl T { fn NAME(&self) { let mut v = Vec::new(); v.NAME(); } }\n",
        *("pop", "clear"),
    ),
    "a macro": (
        "struct T;\nimpl T { fn NAME(&self) { let mut v = vec![1]; v.NAME(); } }\n",
        *("pop", "clear"),
    ),
    "a literal": (
        'struct T;\nimpl T { fn NAME(&self) -> String { "a".NAME() } }\n',
        *("to_uppercase", "to_lowercase"),
    ),
    "a call's result": (
        "struct T;\nimpl T { fn NAME(&self, s: &str) -> usize { s.chars().NAME() } }\n",
        *("count", "last"),
    ),
    "a closure's parameter": (
        "struct T;\nimpl T { fn NAME(&self, v: Vec<char>) { v.iter().map(|c| c.NAME()); } }\n",
        *("to_uppercase", "to_lowercase"),
    ),
    "an option": (
        "struct N;\nstruct T { head: Option<Box<N>> }\n"
        "impl T { fn NAME(&self) -> bool { self.head.NAME() } }\n",
        *("is_some", "is_none"),
    ),
    "a boxed library value": (
        "struct T { v: Box<Vec<i32>> }\nimpl T { fn NAME(&mut self) { self.v.NAME(); } }\n",
        *("pop", "clear"),
    ),
    "another method": (
        "struct T;\nimpl T { fn NAME(&self) {} }\nfn f(v: &mut Vec<i32>) { v.NAME(); }\n",
        *("pop", "clear"),
    ),
    "a type's function": (
        "struct T;\nimpl T { fn NAME(a: i32, b: i32) -> i32 { i32::NAME(a, b) } }\n",
        *("max", "min"),
    ),
    "a function and a method": ("fn NAME(v: &mut Vec<i32>) { v.NAME(); }\n", "pop", "clear"),
    "a type parameter": (
        "struct T<V: Q> { v: V }\nimpl<V: Q> T<V> { fn NAME(&self) { self.v.NAME() } }\n",
        *("rise", "fall"),
    ),
    "a pattern's variable": (
        "struct T;\nimpl T { fn NAME(&self, x: Option<String>) { if let Some(s) = x { "
        "s.NAME(); } } }\n",
        *("to_uppercase", "to_lowercase"),
    ),
    "a trait's method": (
        "trait Q { fn NAME(&self) -> String; }\nfn f(s: &str) -> String { s.NAME() }\n",
        *("to_uppercase", "to_lowercase"),
    ),
    "a constant of a primitive type": (
        "struct A;\nimpl A { const NAME: i32 = 1; }\nfn f() -> i32 { i32::NAME + A::NAME }",
        *("MAX", "MIN"),
    ),
    "a function of a primitive type": (
        "struct A;\nimpl A { fn NAME(x: u8) -> A { A } }\nfn f(c: char) -> u32 { u32::NAME(c) }",
        *("from", "from_be"),
    ),
    "a function of a type of the library": (
        "struct A;\nimpl A { fn NAME() -> A { A } }\nfn f() -> String { String::NAME() }",
        *("new", "default"),
    ),
    "a function of a module of the library": (
        "struct A;\n"
        "impl A { fn NAME(a: i32, b: i32) -> i32 { a } }\n"
        "fn f(a: i32, b: i32) -> i32 { std::cmp::NAME(a, b) }",
        *("max", "min"),
    ),
    "a constant of a module": (
        "struct A;\nimpl A { const NAME: f64 = 1.0; }\nfn f() -> f64 { std::f64::consts::NAME }",
        *("PI", "E"),
    ),
    "a constant of a used module": (
        "use std::f64::consts;\n"
        "struct A;\nimpl A { const NAME: f64 = 1.0; }\nfn f() -> f64 { consts::NAME }",
        *("PI", "E"),
    ),
    "a type of the library by its path": (
        "struct NAME;\nfn f(x: std::collections::NAME<i32>) {}",
        *("HashSet", "BTreeSet"),
    ),
    "a method of a type of the library by its path": (
        "struct HashSet;\n"
        "impl HashSet { fn NAME(&self) -> bool { true } }\n"
        "fn f(x: std::collections::HashSet<i32>) -> bool { x.NAME() }",
        *("is_empty", "len"),
    ),
    "a method that another type has": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> String { String::new() } }\n"
        "fn f(s: &str) -> String { s.NAME() }",
        *("to_uppercase", "to_lowercase"),
    ),
    "a method in a closure": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } }\n"
        "fn f(xs: &[String]) -> usize { xs.iter().map(|x| x.NAME()).sum() }",
        *("len", "capacity"),
    ),
    "a method in a closure that is not listed": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> u32 { 1 } }\n"
        "fn f(xs: &[u32]) -> u32 { xs.iter().map(|x| x.NAME()).sum() }",
        *("count_ones", "trailing_zeros"),
    ),
    "a method of a loop's element": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> u32 { 1 } }\n"
        "fn f(xs: &[u32]) { for x in xs { g(x.NAME()); } }",
        *("count_ones", "trailing_zeros"),
    ),
    "a method of a character": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> bool { true } }\n"
        "fn f(s: &str) -> bool { s.chars().any(|c| c.NAME()) }",
        *("is_ascii_graphic", "is_ascii_hexdigit"),
    ),
    "a path of a method": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> bool { true } }\n"
        "fn f(s: &str) -> bool { s.chars().all(char::NAME) }",
        *("is_alphabetic", "is_numeric"),
    ),
    "a field of a range": (
        "struct A { NAME: i32 }\nfn f(r: std::ops::Range<i32>) -> i32 { r.NAME }",
        *("start", "end"),
    ),
    "a field of a range in a closure": (
        "struct A { NAME: i32 }\n"
        "fn f(r: &[std::ops::Range<i32>]) -> i32 { r.iter().map(|x| x.NAME).sum() }",
        *("start", "end"),
    ),
    "a literal of a library's struct": (
        "struct A { NAME: i32 }\n"
        "fn f() -> std::ops::Range<i32> { std::ops::Range { NAME: 1, ..g() } }",
        *("start", "end"),
    ),
    "a pattern of a library's struct": (
        "use std::ops::Range;\n"
        "struct A { NAME: i32 }\n"
        "fn f(r: Range<i32>) -> i32 { let Range { NAME: x, .. } = r; x }",
        *("start", "end"),
    ),
    "a pattern of a library's struct in a match": (
        "use std::ops::Range;\n"
        "struct A { NAME: i32 }\n"
        "fn f(r: Range<i32>) -> i32 { match r { Range { NAME: x, .. } => x } }",
        *("start", "end"),
    ),
    "a variant of the library": (
        "enum A { NAME }\nfn f(o: std::cmp::Ordering) -> bool { o == std::cmp::Ordering::NAME }",
        *("Less", "Greater"),
    ),
    "a variant of the library by its type": (
        "use std::cmp::Ordering;\n"
        "enum A { NAME }\n"
        "fn f(o: Ordering) -> i32 { match o { Ordering::NAME => 1, _ => 2 } }",
        *("Less", "Greater"),
    ),
    "a variant that is used": (
        "use std::cmp::Ordering::*;\n"
        "enum A { NAME }\n"
        "fn f(o: std::cmp::Ordering) -> i32 { match o { NAME => 1, _ => 2 } }",
        *("Less", "Greater"),
    ),
    "a variant of an option": (
        "enum A { NAME }\nfn f(o: Option<i32>) -> bool { o == NAME }",
        *("None", "Nothing"),
    ),
    "a kind of an error": (
        "use std::num::IntErrorKind;\n"
        "enum A { NAME }\nfn f(o: &IntErrorKind) -> bool { *o == IntErrorKind::NAME }",
        *("Empty", "PosOverflow"),
    ),
    "a trait's method and one of its own": (
        "trait T { fn go(&self) -> i32; fn run(&self) -> i32; }\n"
        "struct A;\n"
        "impl T for A { fn go(&self) -> i32 { 1 } fn run(&self) -> i32 { 2 } }\n"
        "fn f(a: A) -> i32 { a.NAME() + a.go() * 3 }",
        *("go", "run"),
    ),
    "an inherent method before a trait's": (
        "trait T { fn go(&self) -> i32; }\n"
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } }\n"
        "impl T for A { fn go(&self) -> i32 { 2 } }\nfn f(a: A) -> i32 { a.go() }",
        *("go", "other"),
    ),
    "a trait's method by its path": (
        "trait T { fn go(&self) -> i32; }\n"
        "struct A;\n"
        "impl A { fn go(&self) -> i32 { 1 } }\n"
        "impl T for A { fn go(&self) -> i32 { 2 } }\nfn f(a: A) -> i32 { NAME::go(&a) }",
        *("T", "A"),
    ),
    "a trait of the library": (
        "struct A;\n"
        "impl std::fmt::NAME for A { fn fmt(&self, f: &mut std::fmt::Formatter) -> "
        "std::fmt::Result { Ok(()) } }",
        *("Display", "Debug"),
    ),
    "a derive": (
        "#[derive(NAME)]\nstruct A;",
        *("Clone", "Debug"),
    ),
    "a macro that shadows": (
        'fn f(x: i32, y: i32) -> i32 { println!("{}", NAME); x }',
        *("x", "y"),
    ),
    "a name in a format": (
        'fn f(x: i32, y: i32) -> String { format!("{NAME} {x}") }',
        *("x", "y"),
    ),
    "a macro's name of its place": (
        "macro_rules! m { () => { NAME } }\n"
        "const A: i32 = 1;\nconst B: i32 = 2;\nfn f() -> i32 { m!() + A * 3 }",
        *("A", "B"),
    ),
    "a macro's variable and one of its place": (
        "macro_rules! m { ($e:expr) => { { let x = 1; $e + x } } }\n"
        "fn f(NAME: i32) -> i32 { m!(x) }",
        *("x", "y"),
    ),
    "a macro of the library": (
        "fn f(x: i32) { NAME!(x > 1); }",
        *("assert", "debug_assert"),
    ),
    "a shadowed variable": (
        "fn f(x: i32) -> i32 { let NAME = x + 1; x }",
        *("x", "y"),
    ),
    "a shadowed variable in a block": (
        "fn f(x: i32) -> i32 { { let NAME = x + 1; g(x); } x }",
        *("x", "y"),
    ),
    "a pattern's constant": (
        "const A: i32 = 1;\n"
        "const B: i32 = 2;\nfn f(x: i32) -> i32 { match x { NAME => 1, _ => A } }",
        *("A", "B"),
    ),
    "two fields": (
        "struct P { x: i32, y: i32 }\nfn f(p: P) -> i32 { p.NAME + p.x * 2 }",
        *("x", "y"),
    ),
    "two fields of a literal": (
        "struct P { x: i32, y: i32 }\nfn f(a: i32, b: i32) -> P { P { x: NAME, y: a } }",
        *("a", "b"),
    ),
    "a question mark": (
        "fn f(s: &str) -> Result<i32, E> { Ok(s.parse()NAME) }",
        *("?", ".unwrap()"),
    ),
    "a reference": (
        "fn f(x: NAMEA) {}",
        *("&", "&mut "),
    ),
    "an async block's move": (
        "fn f(x: i32) -> impl Fn() -> i32 { NAME|| x }",
        *("move ", ""),
    ),
    "a result's semicolon": (
        "fn f() -> i32 { loop { g()NAME } }",
        *("", "; break 1"),
    ),
    "a method of a mutex": (
        "use std::sync::Mutex;\n"
        "struct A;\nimpl A { fn NAME(&self) {} }\nfn f(m: &Mutex<i32>) { m.NAME(); }",
        *("lock", "try_lock"),
    ),
    "an entry of a map": (
        "use std::collections::HashMap;\n"
        "struct A;\n"
        "impl A { fn NAME(&self, x: i32) {} }\n"
        "fn f(m: &mut HashMap<i32, i32>) { m.entry(1).NAME(2); }",
        *("or_insert", "insert_entry"),
    ),
    "a time": (
        "use std::time::Duration;\n"
        "struct A;\n"
        "impl A { fn NAME(&self) -> u64 { 1 } }\nfn f(d: Duration) -> u64 { d.NAME() }",
        *("as_secs", "as_millis"),
    ),
    "times in a closure": (
        "use std::time::Duration;\n"
        "struct A;\n"
        "impl A { fn NAME(&self) -> u64 { 1 } }\n"
        "fn f(ds: Vec<Duration>) -> Vec<u64> { ds.into_iter().map(|d| d.NAME()).collect() }",
        *("as_secs", "subsec_nanos"),
    ),
    "a path in a closure": (
        "use std::path::PathBuf;\n"
        "struct A;\n"
        "impl A { fn NAME(&self) -> u64 { 1 } }\n"
        "fn f(ds: Vec<PathBuf>) { for d in ds { g(d.NAME()); } }",
        *("file_stem", "extension"),
    ),
    "a method in a macro": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> usize { 1 } }\n"
        'fn f(s: &str) { println!("{}", s.NAME()); }',
        *("len", "count1"),
    ),
    "a method in an assertion": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> bool { true } }\n"
        "fn f(s: &str) { assert!(s.chars().all(|c| c.NAME())); }",
        *("is_alphabetic", "is_numeric"),
    ),
    "two macros of one name": (
        "macro_rules! m { () => { 1 } }\nNAME",
        *(
            "fn f() -> i32 { m!() }\nmacro_rules! m { () => { 2 } }",
            "macro_rules! m { () => { 2 } }\nfn f() -> i32 { m!() }",
        ),
    ),
    "a macro in a module": (
        "mod a { macro_rules! m { () => { 1 } } pub fn f() -> i32 { m!() } }\n"
        "mod b { macro_rules! m { () => { NAME } } pub fn f() -> i32 { m!() } }",
        *("2", "3"),
    ),
    "a method of a macro's result": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> usize { 1 } }\n"
        'fn f(s: &str) -> usize { format!("{}", s).NAME() }',
        *("len", "capacity"),
    ),
    "a trait of the library for a method": (
        "struct A;\n"
        "impl A { fn NAME(self, o: i32) -> i32 { o } }\nfn f(x: i32) -> i32 { x.NAME(2) }",
        *("pow2", "rem_euclid"),
    ),
    "a checked sum": (
        "struct A;\n"
        "impl A { fn NAME(self, o: i32) -> Option<i32> { None } }\n"
        "fn f(x: i32) -> Option<i32> { x.NAME(2) }",
        *("checked_add", "checked_sub"),
    ),
    "a constant in a pattern's range": (
        "fn f(x: i32) -> i32 { match x { NAME => 1, _ => 2 } }",
        *("1..=5", "1..5"),
    ),
    "a guard": (
        "fn f(x: i32) -> i32 { match x { y if NAME => 1, _ => 2 } }",
        *("y > 1", "y >= 1"),
    ),
    "the order of arms": (
        "fn f(x: i32) -> i32 { match x { NAME } }",
        *("1 => 1, 1..=2 => 2, _ => 3", "1..=2 => 2, 1 => 1, _ => 3"),
    ),
    "a binding of a pattern": (
        "fn f(x: (i32, i32)) -> i32 { let (a, b) = x; NAME }",
        *("a", "b"),
    ),
    "an inner function's name": (
        "fn go() -> i32 { 1 }\n"
        "fn f() -> i32 { fn inner() -> i32 { 2 } NAME() + go() * 3 + inner() }",
        *("go", "inner"),
    ),
}

SAME = {
    "self": ("struct T;\nimpl T { fn NAME(&self) { self.NAME() } }\n", "push", "enter"),
    "a parameter": (
        "struct T;\nimpl T { fn NAME(&self) {} }\nfn f(t: &T) { t.NAME() }\n",
        *("push", "enter"),
    ),
    "a constructor's result": (
        "struct T;\nimpl T { fn new() -> Self { T } fn NAME(&self) {} }\n"
        "fn f() { let t = T::new(); t.NAME() }\n",
        *("push", "enter"),
    ),
    "a literal": (
        "struct T { x: i32 }\nimpl T { fn NAME(&self) {} }\n"
        "fn f() { let t = T { x: 1 }; t.NAME() }\n",
        *("push", "enter"),
    ),
    "a field": (
        "struct N;\nimpl N { fn NAME(&self) {} }\nstruct T { n: N }\n"
        "impl T { fn f(&self) { self.n.NAME() } }\n",
        *("push", "enter"),
    ),
    "a field's name": (
        "struct T { NAME: i32 }\nimpl T { fn f(&self, o: &T) -> i32 { self.NAME + o.NAME } }\n",
        *("len", "wide"),
    ),
    "a type's function": (
        "struct T;\nimpl T { fn NAME() -> Self { T } }\nfn f() { T::NAME(); Self::NAME(); }\n",
        *("from", "made"),
    ),
    "a boxed own value": (
        "struct N;\nimpl N { fn NAME(&self) {} }\nstruct T { n: Box<N> }\n"
        "impl T { fn f(&self) { self.n.NAME() } }\n",
        *("bounce", "jump"),
    ),
    "a function": (
        "fn NAME(x: i32) -> i32 { x }\nfn g() -> i32 { NAME(1) }",
        *("twice", "double1"),
    ),
    "a method": (
        "struct A;\nimpl A { fn NAME(&self) -> i32 { 1 } fn g(&self) -> i32 { self.NAME() } }",
        *("twice", "double1"),
    ),
    "a method with a library's name": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } fn g(&self) -> i32 { self.NAME() } }\n"
        "fn f(a: &A) -> i32 { a.NAME() }",
        *("len", "double1"),
    ),
    "a function of a type": (
        "struct A;\nimpl A { fn NAME() -> A { A } }\nfn g() -> A { A::NAME() }",
        *("new", "make"),
    ),
    "a constant of a type": (
        "struct A;\n"
        "impl A { const NAME: i32 = 1; fn g() -> i32 { Self::NAME } }\n"
        "fn g() -> i32 { A::NAME }",
        *("LIMIT", "MAX"),
    ),
    "a field again": (
        "struct A { NAME: i32 }\nfn f(a: &A) -> i32 { a.NAME }",
        *("x", "left"),
    ),
    "a field of a literal": (
        "struct A { NAME: i32 }\nfn f() -> A { A { NAME: 1 } }",
        *("x", "left"),
    ),
    "a field of a literal of Self": (
        "struct A { NAME: i32 }\nimpl A { fn f() -> Self { Self { NAME: 1 } } }",
        *("x", "left"),
    ),
    "a field of a short literal": (
        "struct A { x: i32 }\nfn f(NAME: i32) -> A { A { x: NAME } }",
        *("x", "y"),
    ),
    "a field of a pattern": (
        "struct A { NAME: i32 }\nfn f(a: A) -> i32 { let A { NAME: y } = a; y }",
        *("x", "left"),
    ),
    "a field of a variant": (
        "enum E { A { NAME: i32 }, B }\n"
        "fn f(e: E) -> i32 { match e { E::A { NAME: y } => y, E::B => 1 } }\n"
        "fn g() -> E { E::A { NAME: 1 } }",
        *("x", "left"),
    ),
    "a field of elements": (
        "struct A { NAME: i32 }\nfn f(xs: &[A]) -> i32 { xs.iter().map(|a| a.NAME).sum() }",
        *("x", "left"),
    ),
    "a field of a loop's elements": (
        "struct A { NAME: i32 }\n"
        "fn f(xs: &[A]) { for a in xs { g(a.NAME); } for a in xs.iter() { g(a.NAME); } }",
        *("start", "left"),
    ),
    "a method of elements with a library's name": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } }\n"
        "fn f(xs: &[A]) -> i32 { xs.iter().map(|a| a.NAME()).sum() }",
        *("len", "size1"),
    ),
    "a method of an item": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } }\nfn f(xs: &Vec<A>) -> i32 { xs[0].NAME() }",
        *("len", "size1"),
    ),
    "a variant": (
        "enum E { NAME, B }\nfn f(e: E) -> i32 { match e { E::NAME => 1, E::B => 2 } }",
        *("A", "Red"),
    ),
    "a variant with a value": (
        "enum E { NAME(i32), B }\nfn f(e: E) -> i32 { match e { E::NAME(x) => x, E::B => 2 } }",
        *("A", "Red"),
    ),
    "a variant that is used": (
        "use E::*;\nenum E { NAME, B }\nfn f(e: E) -> i32 { match e { NAME => 1, B => 2 } }",
        *("A", "Red"),
    ),
    "a variant of Self": (
        "enum E { NAME, B }\nimpl E { fn f(&self) -> bool { matches!(self, Self::NAME) } }",
        *("A", "Red"),
    ),
    "a trait's method": (
        "trait T { fn NAME(&self) -> i32; }\n"
        "struct A;\n"
        "impl T for A { fn NAME(&self) -> i32 { 1 } }\nfn f(a: A) -> i32 { a.NAME() }",
        *("area", "surface"),
    ),
    "a trait's method on a bound": (
        "trait T { fn NAME(&self) -> i32; }\nfn f<X: T>(x: X) -> i32 { x.NAME() }",
        *("area", "surface"),
    ),
    "a trait's method on an impl": (
        "trait T { fn NAME(&self) -> i32; }\nfn f(x: &impl T) -> i32 { x.NAME() }",
        *("area", "surface"),
    ),
    "a trait's method on a dyn": (
        "trait T { fn NAME(&self) -> i32; }\nfn f(x: &dyn T) -> i32 { x.NAME() }",
        *("area", "surface"),
    ),
    "a trait's method on boxes": (
        "trait T { fn NAME(&self) -> i32; }\n"
        "fn f(xs: &[Box<dyn T>]) -> i32 { xs.iter().map(|x| x.NAME()).sum() }",
        *("area", "surface"),
    ),
    "a trait's method for a library's type": (
        "trait T { fn NAME(&self) -> String; }\n"
        "impl T for str { fn NAME(&self) -> String { String::new() } }\n"
        "fn f(s: &str) -> String { s.NAME() }",
        *("shout", "yell"),
    ),
    "a trait's method for a number": (
        "trait T { fn NAME(self) -> i32; }\n"
        "impl T for i32 { fn NAME(self) -> i32 { self } }\nfn f() -> i32 { 5.NAME() }",
        *("shout", "yell"),
    ),
    "a module's function": (
        "mod m { pub fn NAME() -> i32 { 1 } }\nfn f() -> i32 { m::NAME() }",
        *("go", "walk"),
    ),
    "a module": (
        "mod NAME { pub fn go() -> i32 { 1 } }\nfn f() -> i32 { NAME::go() }",
        *("m", "inner"),
    ),
    "a used module's function": (
        "mod m { pub fn NAME() -> i32 { 1 } }\nuse m::NAME;\nfn f() -> i32 { NAME() }",
        *("go", "walk"),
    ),
    "a type parameter": (
        "fn f<NAME>(x: NAME) -> NAME { x }",
        *("T", "U"),
    ),
    "a type parameter of an implementation": (
        "struct A<NAME> { x: NAME }\nimpl<NAME> A<NAME> { fn f(self) -> NAME { self.x } }",
        *("T", "U"),
    ),
    "a lifetime": (
        "struct A<'NAME> { x: &'NAME str }\n"
        "impl<'NAME> A<'NAME> { fn f(&self) -> &'NAME str { self.x } }",
        *("a", "b"),
    ),
    "a macro": (
        "macro_rules! NAME { ($x:expr) => { $x + 1 } }\nfn f() -> i32 { NAME!(1) }",
        *("inc", "add1"),
    ),
    "a macro's parameter": (
        "macro_rules! m { ($NAME:expr) => { $NAME + 1 } }\nfn f() -> i32 { m!(1) }",
        *("x", "e"),
    ),
    "a name in a format": (
        'fn f(NAME: i32) -> String { format!("{NAME}") }',
        *("x", "y"),
    ),
    "an argument of a format": (
        'fn f(NAME: i32) -> String { format!("{}", NAME) }',
        *("x", "y"),
    ),
    "a member in a format": (
        'struct A { NAME: i32 }\nfn f(a: A) -> String { format!("{}", a.NAME) }',
        *("x", "y"),
    ),
    "a call in a vector": (
        "fn NAME() -> i32 { 1 }\nfn f() -> Vec<i32> { vec![NAME(), 2] }",
        *("go", "walk"),
    ),
    "a constant": (
        "const NAME: i32 = 1;\nfn f(x: i32) -> i32 { match x { NAME => 1, _ => 2 } }",
        *("A", "LIMIT"),
    ),
    "a struct that is a tuple": (
        "struct NAME(i32);\nfn f(a: NAME) -> i32 { a.0 }\nfn g() -> NAME { NAME(1) }",
        *("A", "Wrapper"),
    ),
    "a label": (
        "fn f() { 'NAME: loop { break 'NAME; } }",
        *("a", "outer"),
    ),
    "a type alias": (
        "type NAME = i32;\nfn f(x: NAME) -> NAME { x }",
        *("Num", "Int"),
    ),
    "an associated type": (
        "trait T { type NAME; fn f(&self) -> Self::NAME; }",
        *("A", "Out"),
    ),
    "a closure": (
        "fn f() -> i32 { let NAME = |x: i32| x; NAME(1) }",
        *("g", "h"),
    ),
    "a let else": (
        "fn f(o: Option<i32>) -> i32 { let Some(NAME) = o else { return 1 }; NAME }",
        *("x", "y"),
    ),
    "grouped uses": (
        "NAME\nfn f(a: HashMap<i32, i32>, b: HashSet<i32>) {}",
        *(
            "use std::collections::{HashMap, HashSet};",
            "use std::collections::HashMap;\nuse std::collections::HashSet;",
        ),
    ),
    "an unused use": (
        "NAMEfn f() {}",
        *("use std::collections::HashMap;\n", ""),
    ),
    "order of derives": (
        "#[derive(NAME)]\nstruct A;",
        *("Clone, Debug", "Debug, Clone"),
    ),
    "order of functions": (
        "NAME",
        *("fn f() -> i32 { 1 }\nfn g() -> i32 { 2 }", "fn g() -> i32 { 2 }\nfn f() -> i32 { 1 }"),
    ),
    "return": (
        "fn f(x: i32) -> i32 { NAME }",
        *("return x;", "x"),
    ),
    "a last line": (
        "fn f() -> i32 { 1 }NAME",
        *("", "\n"),
    ),
    "a method of children": (
        "struct T { children: Vec<T> }\n"
        "impl T { fn NAME(&self) -> i32 { let mut t = 1; for c in &self.children { t "
        "+= c.NAME(); } t } }",
        *("count", "tally"),
    ),
    "a method of unwrapped items": (
        "struct A;\n"
        "impl A { fn NAME(&self) -> i32 { 1 } }\n"
        "fn f(xs: &[A]) -> i32 { xs.first().unwrap().NAME() }",
        *("len", "tally"),
    ),
}
