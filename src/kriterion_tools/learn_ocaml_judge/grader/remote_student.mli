(** The student's code as the test process sees it: its types, and values that stand for those in
    the student process. *)

type ending =
  | Lost of string  (** the student process has ended, or its answers cannot be trusted *)
  | Uninterruptible of exn  (** student code that cannot be interrupted *)
  | Needs_one_process of string  (** why the exercise cannot be graded in two processes *)
  | Too_many_calls

val start : ?max_calls:int -> on_ending:(ending -> unit) -> unit -> unit
(** Makes this process the test process. [on_ending] must not return. *)

val begin_loading : unit -> unit
(** Tells the student process to load the code, and sends the changes to the scripts' state. *)

val await_loaded : file:string -> Exchange.loaded
(** [file] is the display name of the student's file. *)

val value : path:string list -> Types.type_expr -> (Obj.t, string) result
(** The value at a path of the student's code at that type, or why values of the type cannot cross.
    Raises the limit that stopped it. *)

val require_one_process : string -> 'a
