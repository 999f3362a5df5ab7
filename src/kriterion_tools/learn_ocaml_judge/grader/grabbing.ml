type t = { descriptor : Unix.file_descr; settle : unit -> unit; mutable begins : int list }

let settle formatter channel () =
  Format.pp_print_flush formatter ();
  flush channel

let stdout =
  { descriptor = Unix.stdout; settle = settle Format.std_formatter Stdlib.stdout; begins = [] }

let stderr =
  { descriptor = Unix.stderr; settle = settle Format.err_formatter Stdlib.stderr; begins = [] }

let size output =
  output.settle ();
  (Unix.fstat output.descriptor).st_size

let grab output = output.begins <- size output :: output.begins

let read_from output start =
  let length = max 0 (size output - start) in
  let bytes = Bytes.create length in
  let rec fill at =
    let got = if at < length then Unix.read output.descriptor bytes at (length - at) else 0 in
    if got > 0 then fill (at + got)
  in
  ignore (Unix.lseek output.descriptor start SEEK_SET);
  fill 0;
  Bytes.to_string bytes

let release output =
  let start, rest = match output.begins with [] -> (0, []) | start :: rest -> (start, rest) in
  let text = read_from output start in
  Unix.ftruncate output.descriptor start;
  output.begins <- rest;
  text
