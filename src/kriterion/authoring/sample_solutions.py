"""A solution in each programming language, for tools to be tried on: Exercism's Two Fer, solved.

Most tracks have that exercise, so that tools which take no other slugs know it.
"""

from collections.abc import Mapping

SLUG = "two-fer"

_C = """\
#include <stdio.h>

void two_fer(char *buffer, const char *name)
{
    sprintf(buffer, "One for %s, one for me.", name ? name : "you");
}
"""
_CPP = """\
#include <string>

std::string two_fer(const std::string& name = "you") {
    return "One for " + name + ", one for me.";
}
"""
_C_SHARP = """\
public static class TwoFer
{
    public static string Speak(string name = "you") => $"One for {name}, one for me.";
}
"""
_GO = """\
package twofer

// ShareWith says who gets what.
func ShareWith(name string) string {
\tif name == "" {
\t\tname = "you"
\t}
\treturn "One for " + name + ", one for me."
}
"""
_HASKELL = """\
module TwoFer (twoFer) where

twoFer :: Maybe String -> String
twoFer name = "One for " ++ maybe "you" id name ++ ", one for me."
"""
_JAVA = """\
class Twofer {
    String twofer(String name) {
        return "One for " + (name == null ? "you" : name) + ", one for me.";
    }
}
"""
_JAVASCRIPT = """\
export const twoFer = (name = 'you') => `One for ${name}, one for me.`;
"""
_KOTLIN = """\
fun twofer(name: String = "you"): String = "One for $name, one for me."
"""
_OCAML = """\
let two_fer name = "One for " ^ Option.value name ~default:"you" ^ ", one for me."
"""
_PHP = """\
<?php

function twoFer(string $name = 'you'): string
{
    return "One for $name, one for me.";
}
"""
_PYTHON = """\
def two_fer(name="you"):
    return f"One for {name}, one for me."
"""
_RUBY = """\
class TwoFer
  def self.two_fer(name = 'you')
    "One for #{name}, one for me."
  end
end
"""
_RUST = """\
pub fn two_fer(name: &str) -> String {
    match name {
        "" => "One for you, one for me.".to_string(),
        _ => format!("One for {}, one for me.", name),
    }
}
"""
_SHELL = """\
#!/usr/bin/env bash

echo "One for ${1:-you}, one for me."
"""
_TYPESCRIPT = """\
export function twoFer(name: string = 'you'): string {
  return `One for ${name}, one for me.`
}
"""

# By the names that exercises use (Dodona's), and others that are common.
SAMPLE_SOLUTIONS: Mapping[str, str] = {
    "bash": _SHELL,
    "c": _C,
    "c#": _C_SHARP,
    "c++": _CPP,
    "cpp": _CPP,
    "csharp": _C_SHARP,
    "go": _GO,
    "haskell": _HASKELL,
    "java": _JAVA,
    "javascript": _JAVASCRIPT,
    "kotlin": _KOTLIN,
    "ocaml": _OCAML,
    "php": _PHP,
    "python": _PYTHON,
    "ruby": _RUBY,
    "runhaskell": _HASKELL,
    "rust": _RUST,
    "sh": _SHELL,
    "typescript": _TYPESCRIPT,
}
