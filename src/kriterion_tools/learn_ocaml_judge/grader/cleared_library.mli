(** Buffers whose memory is cleared.

    A buffer contains memory that has not been written to. No function returns it, but comparing and
    hashing buffers depend on it. [Zeroed_buffer] is the library's own source, compiled by [build]
    with a [Bytes.create] that returns zeros, so both have the same representation. *)

val install : unit -> unit
(** Replaces the library's [Buffer] by [Zeroed_buffer] for all code of the program. Needs the table
    of globals. *)
