(** Buffers whose memory is cleared.

    A buffer holds memory that nothing has been written to yet. Nobody reads it, but comparing and
    hashing buffers look at it. [Zeroed_buffer] is the library's own source, compiled by [build] with
    a [Bytes.create] that returns zeros, so both have the same representation. *)

val install : unit -> unit
(** Puts [Zeroed_buffer] in the place of the library's [Buffer], for all code of the program. Needs
    the table of globals. *)
