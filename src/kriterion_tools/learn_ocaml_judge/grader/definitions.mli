(** Tests of variables, references, modules and types.

    Source: learn-ocaml §5.2. *)

(** {1 Variables} *)

val test_variable : 'a Ty.ty -> string -> 'a -> Report.t
val test_variable_property : 'a Ty.ty -> string -> ('a -> Report.t) -> Report.t
val test_variable_against_solution : 'a Ty.ty -> string -> Report.t

val test_ref : 'a Ty.ty -> 'a ref -> 'a -> Report.t
(** Tests the current content of a reference of the grader or the prelude. *)

(** {1 Modules} *)

val test_student_code : 'a Ty.ty -> ('a -> Report.t) -> Report.t
(** All of the student's code as one module, at a type [\[%ty: (module S)\]]. *)

val test_module_property : 'a Ty.ty -> string -> ('a -> Report.t) -> Report.t

(** {1 Types} *)

val compatible_type : expected:string -> string -> Report.t
(** The student's type of that name must be compatible with the expected type: 5 points. *)

(** Both look up a name in the student's code, and return whether the test holds, and its report. *)

val existing_type : ?score:int -> string -> bool * Report.t
val abstract_type : ?allow_private:bool -> ?score:int -> string -> bool * Report.t
