(** The grader's interface to the OCaml compiler: a session of phrases that are typed, translated
    and run one after the other, and queries about what they bound.

    The modules [Release_…] contain what differs between releases of the compiler, in one directory
    per release. *)

include module type of struct
  include Source_text
end

(** {1 The session} *)

val start : interfaces:string -> unit
(** Must be called first. [interfaces] is the directory of all [.cmi] files. *)

type view = Interfaces.view =
  | Everything
  | Only of (unit_name:string -> string list -> bool)
      (** If the function returns false for a value, no code can reach it: not by a qualified name,
          nor by opening, including, applying or packing a module. The arguments are the compilation
          unit and the path of the value in it (["Stdlib__Bytes"], [["unsafe_get"]]). Types are
          always visible. *)

type checked
(** A well-typed structure. *)

val check : ?view:view -> Parsetree.structure -> checked
(** Types a structure in the session, without binding or running anything. Raises {!Error}. *)

val names : checked -> string list
(** The names of the values that it binds. *)

val check_soundness : written:Parsetree.structure -> checked -> unit
(** See {!Sound_types}. *)

type code_rules = Closed_code.rules = {
  may_call : string -> bool;  (** C primitives of the runtime, by name *)
  may_use : string -> bool;  (** compilation units *)
  may_read : string -> int -> bool;  (** indexes in the block of a unit *)
}

val run : ?rules:code_rules -> ?owner:Views.side -> checked -> unit
(** Translates and runs a structure, then binds its names in the session, in the order of calls of
    [run]. Raises {!Error} if the translation breaks the rules. Exceptions of the code pass through,
    and then nothing is bound. *)

val evaluate : ?owner:Views.side -> Parsetree.structure -> unit
(** [check], then [run]. *)

val evaluate_apart : Parsetree.structure -> unit
(** Like {!evaluate}, but typed in an environment without the session's bindings, so that names of
    the exercise cannot interfere. Its own names are bound in the session; [open] has no effect
    there. *)

val structure : checked -> Typedtree.structure

(** {2 Modules that another process holds} *)

val bind_remote : checked -> unit
(** Binds the names without running anything. The types of the modules are in this session, their
    values in the other process. *)

val on_remote_use : (string -> unit) ref
(** Called when code that is about to run refers to such a module. *)

val bind_module :
  string -> ?signature:Parsetree.signature -> Parsetree.structure -> Parsetree.structure
(** [module NAME = struct … end], or [module NAME : sig … end = struct … end]. *)

(** {1 What the session has bound}
    Long identifiers are looked up as if written after the last phrase. *)

type scheme = Types.type_expr
(** The type of a value, possibly polymorphic. *)

val find_value : Longident.t -> (scheme * Obj.t) option
(** A value that exists at run time, including one bound by [external]. *)

type value_location = Here of Obj.t | Remote of string list  (** its path *)

val locate_value : Longident.t -> (scheme * value_location) option
(** The same, also for values in the other process. *)

val value_at : string list -> Obj.t
(** The value at a path. Raises [Not_found]. *)

val bound_values : checked -> Obj.t list
(** The values, modules and classes that a phrase has just bound. *)

val is_remote : Path.t -> bool
(** Whether the path leads into a module of the other process. *)

val in_solution : Path.t -> Longident.t
(** The corresponding path in the module of the solution. *)

val is_remote_module : Longident.t -> bool
val environment : unit -> Env.t

val bound : unit -> Types.signature list
(** What the session has bound, the latest first. *)

val has_module : Longident.t -> bool

type type_facts = {
  arity : int;
  is_abstract : bool;  (** neither its definition nor a type it equals is known *)
  is_private : bool;
}

val find_type : Longident.t -> type_facts option

(** {1 Types} *)

val scheme_of : Parsetree.core_type -> scheme
(** All its variables are generalised. Raises {!Error} on an unknown type. *)

val is_more_general : scheme -> than:scheme -> bool
(** Whether the first can be used wherever the second is required. *)

val are_compatible : scheme -> scheme -> bool
(** Whether the two types have a common instance. *)

type shape =
  | Arrow of Asttypes.arg_label * scheme * scheme
      (** the type of an optional argument is still an [option] *)
  | Tuple of scheme list
  | Constructor of Longident.t * scheme list
      (** the compiler's name: [List] may be [Stdlib__List] *)
  | Other  (** a variable, object, variant, package … *)

val shape : scheme -> shape
(** The outermost constructor, without expanding abbreviations. *)

val expanded_shape : scheme -> shape
(** The outermost constructor after expanding abbreviations. *)

val scheme_text : scheme -> string
val type_text : Parsetree.core_type -> string

(** {1 Values} *)

val print_value : Format.formatter -> scheme -> Obj.t -> unit
(** Prints as the toplevel does (300 steps, depth 100; learn-ocaml §5.3), with the installed
    printers. *)

val install_printer : Longident.t -> unit
(** Installs a function [formatter -> T -> unit], or one that first takes a printer for each type
    parameter. Raises {!Error} if its type is another one. *)

val pack : Longident.t -> Parsetree.core_type -> (Obj.t, error) result
(** The module of that name as a first-class module of a type [(module S with …)]. *)

val value_of : Parsetree.expression -> scheme * Obj.t
(** Types and runs one expression in the session. *)
