(** What the grader asks of the OCaml compiler: a session of phrases that are
    typed, translated and run one after the other, and questions about what
    they bound.

    What moves between releases of the compiler is in the modules [Release_…], one directory for each
    release. *)

include module type of struct
  include Source_text
end

(** {1 The session} *)

val start : interfaces:string -> unit
(** Must be called first. [interfaces] is the directory of all [.cmi] files. *)

type view = Interfaces.view =
  | Everything
  | Only of (unit_name:string -> string list -> bool)
      (** Values for which the function says no cannot be reached by any spelling: not qualified,
          opened, included, applied or packed. It is given the compilation unit and the path of
          the value in it (["Stdlib__Bytes"], [["unsafe_get"]]). Types stay. *)

type checked
(** A structure that is well typed. *)

val check : ?view:view -> Parsetree.structure -> checked
(** Types a structure in the session. Binds and runs nothing. Raises {!Error}. *)

val names : checked -> string list
(** The values that it binds. *)

val check_soundness : written:Parsetree.structure -> checked -> unit
(** See {!Sound_types}. *)

type code_rules = Closed_code.rules = {
  may_call : string -> bool;  (** C primitives of the runtime, by name *)
  may_use : string -> bool;  (** compilation units *)
  may_read : string -> int -> bool;  (** places in the block of a unit *)
}

val run : ?rules:code_rules -> ?owner:Views.side -> checked -> unit
(** Translates and runs it (raises {!Error} when the translation breaks the rules), then binds its names in the session, in the order of
    calls of [run]. Exceptions of the code that runs pass through; nothing is
    bound then. *)

val evaluate : ?owner:Views.side -> Parsetree.structure -> unit
(** [check], then [run]. *)

val evaluate_apart : Parsetree.structure -> unit
(** The same, but typed as if nothing had been bound before: no name of an exercise can be in its
    way. Its own names are bound in the session, [open] has no effect there. *)

val structure : checked -> Typedtree.structure

(** {2 Modules that another process holds} *)

val bind_remote : checked -> unit
(** Binds the names without running anything: its modules have their types in this session, and
    their values elsewhere. *)

val on_remote : (string -> unit) ref
(** Called when code is about to run that names something of such a module. *)

val bind_module :
  string -> ?signature:Parsetree.signature -> Parsetree.structure -> Parsetree.structure
(** [module NAME = struct … end], or [module NAME : sig … end = struct … end]. *)

(** {1 What the session has bound}
    Long identifiers are looked up as if written after the last phrase. *)

type scheme = Types.type_expr
(** The type of a value, maybe polymorphic. *)

val find_value : Longident.t -> (scheme * Obj.t) option
(** A value that exists at run time (also one bound by [external]). *)

type held = Here of Obj.t | Remote of string list  (** its path *)

val locate_value : Longident.t -> (scheme * held) option
(** The same, wherever it is. *)

val value_at : string list -> Obj.t
(** The value at a path. Raises [Not_found]. *)

val bound_values : checked -> Obj.t list
(** The values, modules and classes that a phrase has just bound. *)

val is_remote : Path.t -> bool
(** Whether it leads into such a module. *)

val in_solution : Path.t -> Longident.t
(** The same place in the module of the solution. *)

val is_remote_module : Longident.t -> bool
val environment : unit -> Env.t

val bound : unit -> Types.signature list
(** What the session has bound, the last first. *)

val has_module : Longident.t -> bool

type type_facts = {
  arity : int;
  is_abstract : bool;  (** neither definition nor manifest is known *)
  is_private : bool;
}

val find_type : Longident.t -> type_facts option

(** {1 Types} *)

val scheme_of : Parsetree.core_type -> scheme
(** All its variables are generalised. Raises {!Error} on an unknown type. *)

val is_more_general : scheme -> than:scheme -> bool
(** The first can be used wherever the second is asked for. *)

val are_compatible : scheme -> scheme -> bool
(** Some instance of the one is an instance of the other. *)

type shape =
  | Arrow of Asttypes.arg_label * scheme * scheme
      (** the type of an optional argument is still an [option] *)
  | Tuple of scheme list
  | Constructor of Longident.t * scheme list
      (** named as the compiler names it: [List] may be [Stdlib__List] *)
  | Other  (** a variable, object, variant, package … *)

val shape : scheme -> shape
(** The outermost form. Abbreviations are not expanded. *)

val expanded_shape : scheme -> shape
(** The outermost form when abbreviations are expanded as far as possible. *)

val scheme_text : scheme -> string
val type_text : Parsetree.core_type -> string

(** {1 Values} *)

val print_value : Format.formatter -> scheme -> Obj.t -> unit
(** As the toplevel prints (300 steps, depth 100; learn-ocaml §5.3), with the
    printers that were installed. *)

val install_printer : Longident.t -> unit
(** Installs a function [formatter -> T -> unit], or one with a printer per
    type parameter in front. Raises {!Error} when its type is another one. *)

val pack : Longident.t -> Parsetree.core_type -> (Obj.t, error) result
(** The module of that name as a first-class value of a type [(module S with …)]. *)

val value_of : Parsetree.expression -> scheme * Obj.t
(** Types and runs one expression in the session. *)
