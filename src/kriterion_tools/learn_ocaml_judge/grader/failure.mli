(** Why there is no report: whose fault it is, in which stage of loading it showed, and where. *)

type stage = Library | Prelude | Prepare | Student | Solution | Depend | Test | No_report

(** What stopped the student's code. *)
type kind = Refused | Raised | Timeout | Exited | Output | Memory

type whose = Of_student of kind | Of_exercise

type t = {
  whose : whose;
  stage : stage;
  message : string;
  place : Compiler.place option;
  output : string;  (** what was printed until then *)
}

exception Failed of t

val kind_of : exn -> kind

val of_error : whose -> stage -> Compiler.error -> t
(** A text that the compiler refuses. *)

val of_exception : (kind -> whose) -> stage -> ?place:Compiler.place -> ?output:string -> exn -> t
(** Code that did not come to its end. *)

val to_json : t -> (string * Json.t) list
