(** What student code may name of the standard library, and of everything else that is compiled
    into the grader. The one table to read when asking "can a submission do this?".

    A name that is not offered cannot be reached by any spelling (see {!Compiler.view}): what
    could read or write files, start programs, break types, replace what the grader relies on
    (exception printers, finalisers, named values) or interpret tables of bytes. *)

type hidden
(** The type of what is not offered. Nobody has values of it. *)

type allowance =
  | Files  (** open, read, write, remove files; close channels *)
  | Sys  (** all of [Sys]: commands, signals, the environment *)
  | Unix  (** the Unix library *)
  | Gc  (** all of [Gc], [Weak], [Ephemeron] *)
  | Parsing  (** what ocamllex and ocamlyacc generate needs *)
  | Marshal  (** [Marshal], [input_value], [output_value] *)
  | Unsafe  (** [Obj], [unsafe_get] and their like, [external] *)
  | Bigarray  (** [Bigarray], whose arrays are not cleared *)
  | Objects  (** private and polymorphic methods, and more than plain classes *)
  | Gadts  (** constructors with a result type of their own *)
  | Modules  (** recursive modules, [module type of], types like [F(X).t] *)

val allowance_of_name : string -> allowance option
(** As it is written in allow.json. *)

val names : string list

val view : allowance list -> Compiler.view

val code_rules : allowance list -> Compiler.code_rules option
(** What compiled code of students may contain. None where an allowance gives all that up. *)
