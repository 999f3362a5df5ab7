(** Why there is no report: whose fault it is, at which stage, and where. *)

type stage = Library | Prelude | Prepare | Student | Solution | Depend | Test | No_report

(** Why the student's code was stopped. *)
type kind = Refused | Raised | Timeout | Exited | Output | Memory

type whose = Of_student of kind | Of_exercise

type t = {
  whose : whose;
  stage : stage;
  message : string;
  place : Compiler.place option;
  output : string;  (** output up to then *)
}

exception Failed of t

val kind_of : exn -> kind

val of_error : whose -> stage -> Compiler.error -> t
(** For a text that the compiler rejects. *)

val of_exception : (kind -> whose) -> stage -> ?place:Compiler.place -> ?output:string -> exn -> t
(** For code that raised or was stopped. *)

val to_json : t -> (string * Json.t) list
