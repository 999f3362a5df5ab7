(** Random values of basic types, and functions that compose samplers.

    Source: learn-ocaml §5.2 (samplers). *)

type 'a sampler = unit -> 'a

val sample_int : int sampler
(** From -5 to 4. *)

val sample_float : float sampler
(** At least -5, less than 5. *)

val sample_bool : bool sampler

val sample_char : char sampler
(** A lower-case letter. *)

val sample_string : string sampler
(** Up to nine short words joined together. *)

val sample_unit : unit sampler
val sample_option : 'a sampler -> 'a option sampler
(** [Some] value in three of four cases. *)

val sample_pair : 'a sampler -> 'b sampler -> ('a * 'b) sampler

(** All sizes from [min_size] (default 0) to [max_size] (default 10) are equally likely. With
    [~dups:false] a duplicate is drawn again, at most a hundred times. *)

val sample_list :
  ?min_size:int -> ?max_size:int -> ?dups:bool -> ?sorted:bool -> 'a sampler -> 'a list sampler

val sample_array :
  ?min_size:int -> ?max_size:int -> ?dups:bool -> ?sorted:bool -> 'a sampler -> 'a array sampler

(** Uses each once in random order, then shuffles them and starts again. *)

val sample_alternatively : 'a sampler list -> 'a sampler
val sample_cases : 'a list -> 'a sampler
