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
}
