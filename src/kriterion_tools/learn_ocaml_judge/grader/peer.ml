exception Gone of string

let input = ref Unix.stdin
let output = ref Unix.stdin

let connect ~input:from ~output:into =
  input := from;
  output := into

let gone reason = raise (Gone reason)
let length_bytes = 4
let max_bytes = 2 * Wire.max_bytes

let rec retry work =
  match work () with
  | result -> result
  | exception Unix.Unix_error (EINTR, _, _) -> retry work
  | exception Unix.Unix_error (error, _, _) -> gone (Unix.error_message error)

let send writer =
  let text = Wire.contents writer in
  let message = Bytes.create (length_bytes + String.length text) in
  Bytes.set_int32_le message 0 (Int32.of_int (String.length text));
  Bytes.blit_string text 0 message length_bytes (String.length text);
  let rec write from =
    if from < Bytes.length message then
      write (from + retry (fun () -> Unix.write !output message from (Bytes.length message - from)))
  in
  write 0

(* Large enough to read most messages at once. *)
let buffer = Bytes.create (1 lsl 16)

let first = ref 0
let last = ref 0

let fill () =
  first := 0;
  last := retry (fun () -> Unix.read !input buffer 0 (Bytes.length buffer));
  if !last = 0 then gone "it has ended"

(* The buffer grows only as bytes arrive, so that the sender of a false length gains nothing. *)
let read_exactly length =
  let text = Buffer.create (min length (Bytes.length buffer)) in
  let rec add missing =
    if missing > 0 then begin
      if !first = !last then fill ();
      let got = min missing (!last - !first) in
      Buffer.add_subbytes text buffer !first got;
      first := !first + got;
      add (missing - got)
    end
  in
  add length;
  Buffer.contents text

let receive () =
  let length = Int32.to_int (String.get_int32_le (read_exactly length_bytes) 0) in
  if length < 0 || length > max_bytes then gone "a message is too long";
  Wire.reader (read_exactly length)
