type t = Int of int | String of string | List of t list | Object of (string * t) list

let continuation_bytes first =
  match first with
  | '\xC2' .. '\xDF' -> 1
  | '\xE0' .. '\xEF' -> 2
  | '\xF0' .. '\xF4' -> 3
  | _ -> 0

(* The second byte excludes overlong forms, surrogates and code points above U+10FFFF (RFC 3629,
   section 4). *)
let may_follow first second =
  match first with
  | '\xE0' -> '\xA0' <= second && second <= '\xBF'
  | '\xED' -> '\x80' <= second && second <= '\x9F'
  | '\xF0' -> '\x90' <= second && second <= '\xBF'
  | '\xF4' -> '\x80' <= second && second <= '\x8F'
  | _ -> '\x80' <= second && second <= '\xBF'

(* How many bytes from [start] may begin one character, and whether that character is complete. *)
let character text start =
  let wanted = continuation_bytes text.[start] in
  let rec follow found =
    if found = wanted then (1 + found, true)
    else
      let position = start + 1 + found in
      let before = if found = 0 then text.[start] else '\x80' in
      if position < String.length text && may_follow before text.[position] then follow (found + 1)
      else (1 + found, false)
  in
  if wanted = 0 then (1, false) else follow 0

let add_string buffer text =
  let rec add position =
    if position < String.length text then
      match text.[position] with
      | '"' -> add_as "\\\"" position
      | '\\' -> add_as "\\\\" position
      | '\n' -> add_as "\\n" position
      | '\x00' .. '\x1F' as control ->
        add_as (Printf.sprintf "\\u%04x" (Char.code control)) position
      | '\x20' .. '\x7F' as plain ->
        Buffer.add_char buffer plain;
        add (position + 1)
      | _ ->
        let length, whole = character text position in
        if whole then Buffer.add_substring buffer text position length
        else Buffer.add_utf_8_uchar buffer Uchar.rep;
        add (position + length)
  and add_as escape position =
    Buffer.add_string buffer escape;
    add (position + 1)
  in
  Buffer.add_char buffer '"';
  add 0;
  Buffer.add_char buffer '"'

let add_separated buffer add values =
  let add_next index value =
    if index > 0 then Buffer.add_char buffer ',';
    add value
  in
  List.iteri add_next values

let rec add_value buffer = function
  | Int number -> Buffer.add_string buffer (string_of_int number)
  | String text -> add_string buffer text
  | List values ->
    Buffer.add_char buffer '[';
    add_separated buffer (add_value buffer) values;
    Buffer.add_char buffer ']'
  | Object members ->
    Buffer.add_char buffer '{';
    add_separated buffer (add_member buffer) members;
    Buffer.add_char buffer '}'

and add_member buffer (key, value) =
  add_string buffer key;
  Buffer.add_char buffer ':';
  add_value buffer value

let to_string value =
  let buffer = Buffer.create 4096 in
  add_value buffer value;
  Buffer.contents buffer
