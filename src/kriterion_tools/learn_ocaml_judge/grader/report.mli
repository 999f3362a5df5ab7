(** The report of a grader about a submission: sections, messages and points.

    Source: learn-ocaml §4.5 and §5.2 (Report). Graders use these constructors themselves, so names,
    order of arguments and labels are the contract's. *)

type inline =
  | Text of string  (** running text *)
  | Break  (** a new line *)
  | Code of string  (** OCaml code *)
  | Output of string  (** what a program printed *)

type text = inline list

type status =
  | Success of int  (** earns these points *)
  | Penalty of int  (** costs these points, and the report has failed *)
  | Failure  (** earns nothing, and the report has failed *)
  | Warning  (** deserves attention, does not change the points *)
  | Informative  (** says what is being done *)
  | Important  (** must be read *)

type item =
  | Section of text * t  (** a titled part *)
  | SectionMin of text * t * int  (** a titled part that earns at least this many points *)
  | Message of text * status

and t = item list

type report = t
(** The type's name in graders written before 1.0. *)

val result : t -> int * bool
(** The points of a whole report, never below 0, and whether any message is a failure or a
    penalty. *)

val sum : t -> int * bool
(** Like {!result} for a part of a report, whose penalties may lead below 0. *)

val scale : ?penalties:bool -> int -> t -> t
(** Multiplies all points. With [~penalties:false], penalties and minima stay the same. *)

val success : points:int -> message:string -> item

val failure : message:string -> item

val warning : message:string -> item

val message : message:string -> item
(** An important message. *)

val info : message:string -> item
(** An informative message. *)

val section : title:string -> t -> item
