type secrets = { descriptor : Unix.file_descr; start : int }

let fail_as_damaged () = failwith "the bundle of files is damaged"

let read_exactly descriptor length =
  let bytes = Bytes.create length in
  let rec fill at =
    if at < length then begin
      let got = Unix.read descriptor bytes at (length - at) in
      if got = 0 then fail_as_damaged ();
      fill (at + got)
    end
  in
  fill 0;
  Bytes.unsafe_to_string bytes

(* Read byte by byte: reading ahead would put the secret files into this process's memory. *)
let read_line descriptor =
  let line = Buffer.create 20 in
  let rec add () =
    match read_exactly descriptor 1 with
    | "\n" -> Buffer.contents line
    | byte ->
      Buffer.add_string line byte;
      add ()
  in
  add ()

let read_head descriptor =
  match read_line descriptor with
  | "-" -> None
  | line -> (
    match String.index_opt line ' ' with
    | None -> fail_as_damaged ()
    | Some blank -> (
      let name = String.sub line (blank + 1) (String.length line - blank - 1) in
      match int_of_string_opt (String.sub line 0 blank) with
      | Some length when length >= 0 -> Some (name, length)
      | _ -> fail_as_damaged ()))

let read descriptor =
  let rec files () =
    match read_head descriptor with
    | None -> []
    | Some (name, length) ->
      let text = read_exactly descriptor length in
      (name, text) :: files ()
  in
  let files = files () in
  (files, { descriptor; start = Unix.lseek descriptor 0 SEEK_CUR })

let secret { descriptor; start } wanted =
  ignore (Unix.lseek descriptor start SEEK_SET);
  let rec search () =
    match read_head descriptor with
    | None -> None
    | Some (name, length) when name = wanted -> Some (read_exactly descriptor length)
    | Some (_, length) ->
      ignore (Unix.lseek descriptor length SEEK_CUR);
      search ()
  in
  search ()

let close { descriptor; _ } = Unix.close descriptor
