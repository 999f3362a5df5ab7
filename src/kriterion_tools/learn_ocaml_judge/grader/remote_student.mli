(** The student's code as the test process has it: its types, and values that stand for what is in
    the student process. *)

type ending =
  | Lost of string  (** there is no student process any more, or none that can be trusted to answer *)
  | Hopeless of exn  (** code that cannot be interrupted *)
  | Together of string  (** why the exercise cannot be graded in two processes *)
  | Too_many_calls

val start : ?most_calls:int -> on_ending:(ending -> unit) -> unit -> unit
(** From now on this process is the test process. [on_ending] must not return. *)

val begin_loading : unit -> unit
(** The student process loads the code, and changes in what the scripts hold go there. *)

val await_loaded : file:string -> Exchange.loaded
(** [file] is what the student's file is called. *)

val value : path:string list -> Types.type_expr -> (Obj.t, string) result
(** What is at a path of the student's code, at that type; or why values of the type cannot cross.
    Raises a limit that stops it. *)

val together : string -> 'a
