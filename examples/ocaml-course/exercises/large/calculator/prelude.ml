type token = Number of int | Name of string | Operator of char | Open | Close

type expression =
  | Constant of int
  | Variable of string
  | Operation of char * expression * expression

exception Unexpected of char

exception Syntax_error
