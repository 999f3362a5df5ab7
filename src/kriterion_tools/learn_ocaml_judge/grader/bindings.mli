(** Values and modules found by their names, at an expected type.

    Source: learn-ocaml §5.3 step 3. *)

type 'a found =
  | Absent
  | Present of 'a
  | Other_type of { actual : string; expected : string }
      (** a value whose type is not at least as general as the expected one *)
  | Other_signature of string  (** a module that does not fit; says why *)
  | Unusable of string  (** a value that cannot be brought here; says why *)

val find : Longident.t -> 'a Ty.ty -> 'a found
(** A capitalised name is that of a module, packed at a type [(module S)]. *)

val path : string -> Longident.t
(** ["Code.M.f"], also of operators: ["+."], ["Code.M.( + )"]. *)
