(** A mistake of the exercise's author, found while the grader runs. The grading ends, and the
    message is for the author. *)

exception Mistake of string

val fail : ('a, Format.formatter, unit, 'b) format4 -> 'a
(** Raises {!Mistake} with the formatted sentence. *)
