(** Parsing, and the compiler's errors with their places. *)

type place = {
  file : string;
  line : int;  (** from 1; counted in the text, ignoring [# 1 "name"] *)
  column : int;  (** from 0, in bytes *)
  end_line : int;
  end_column : int;
}

type error = { message : string; place : place option }

val place_of : Location.t -> place option

exception Error of error
(** A text cannot be parsed, typed or translated. The message is the compiler's, without its "File
    …" and "Error:" prefixes. *)

val compiling : (unit -> 'a) -> 'a
(** Turns any exception of the compiler into {!Error}, including those it cannot explain: it has
    bugs that untrusted texts can trigger. *)

(** {1 Texts to parse trees} *)

val without_byte_order_mark : string -> string

val implementation : file:string -> string -> Parsetree.structure
(** Parses the text of a file, ignoring a byte order mark. Raises {!Error}. *)

val interface : file:string -> string -> Parsetree.signature

val script : file:string -> string -> Parsetree.toplevel_phrase list
(** The phrases of a toplevel script ([;;] and directives allowed). *)
