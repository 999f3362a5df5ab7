(** Look-up of values and modules by name and expected type.

    Source: learn-ocaml §5.3 step 3. *)

type 'a lookup_result =
  | Absent
  | Present of 'a
  | Other_type of { actual : string; expected : string }
      (** a value whose type is less general than the expected one *)
  | Other_signature of string  (** a module that does not match the signature, and the reason *)
  | Unusable of string  (** a value that cannot cross to this process, and the reason *)

val find : Longident.t -> 'a Ty.ty -> 'a lookup_result
(** A capitalised name is a module, packed at a type [(module S)]. *)

val path : string -> Longident.t
(** Parses ["Code.M.f"], and operators: ["+."], ["Code.M.( + )"]. *)
