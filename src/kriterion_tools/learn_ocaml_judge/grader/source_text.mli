(** Texts to parse trees, and what the compiler has against a text with its place in it. *)

type place = {
  file : string;
  line : int;  (** from 1; counted in the text, whatever [# 1 "name"] says *)
  column : int;  (** from 0, in bytes *)
  end_line : int;
  end_column : int;
}

type error = { message : string; place : place option }

val place_of : Location.t -> place option

exception Error of error
(** A source text is wrong: it cannot be parsed, typed or translated. The
    message is the compiler's, without its "File …" and "Error:" heads. *)

val compiling : (unit -> 'a) -> 'a
(** Whatever the compiler raises for a text becomes {!Error}: what it knows how to explain, and
    what it does not, since it has bugs that texts of others can meet. *)

(** {1 Texts to parse trees} *)

val without_byte_order_mark : string -> string

val implementation : file:string -> string -> Parsetree.structure
(** Of the text of a file. A byte order mark counts for nothing. Raises {!Error}. *)

val interface : file:string -> string -> Parsetree.signature

val script : file:string -> string -> Parsetree.toplevel_phrase list
(** The phrases of a toplevel script ([;;] and directives allowed). *)
