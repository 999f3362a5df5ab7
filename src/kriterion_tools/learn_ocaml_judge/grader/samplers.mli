(** Random values of the types that every exercise knows, and ways to compose samplers.

    Source: learn-ocaml §5.2 (samplers). *)

type 'a sampler = unit -> 'a

val sample_int : int sampler
(** From -5 to 4. *)

val sample_float : float sampler
(** From -5 on, below 5. *)

val sample_bool : bool sampler

val sample_char : char sampler
(** A small letter. *)

val sample_string : string sampler
(** Up to nine short words in a row. *)

val sample_unit : unit sampler
val sample_option : 'a sampler -> 'a option sampler
(** A value in three of four cases. *)

val sample_pair : 'a sampler -> 'b sampler -> ('a * 'b) sampler

(** Any size from [min_size] (0) to [max_size] (10) is as likely. With [~dups:false] another value
    is drawn for one that is there already, a hundred times at most. *)

val sample_list :
  ?min_size:int -> ?max_size:int -> ?dups:bool -> ?sorted:bool -> 'a sampler -> 'a list sampler

val sample_array :
  ?min_size:int -> ?max_size:int -> ?dups:bool -> ?sorted:bool -> 'a sampler -> 'a array sampler

(** In random order, and again in another one when all have had their turn. *)

val sample_alternatively : 'a sampler list -> 'a sampler
val sample_cases : 'a list -> 'a sampler
