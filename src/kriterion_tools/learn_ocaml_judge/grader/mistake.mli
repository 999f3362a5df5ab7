(** A mistake of the exercise's author that a grader meets while it runs: the grading ends, and the
    author reads the sentence. *)

exception Mistake of string

val made : ('a, Format.formatter, unit, 'b) format4 -> 'a
(** Raises {!Mistake} with the formatted sentence. *)
