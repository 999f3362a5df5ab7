let continues c = Char.code c land 0xC0 = 0x80

(* Counts the characters of a line that start before a byte. *)
let count_before line column =
  let count = ref 0 in
  String.iteri (fun i c -> if i < column && not (continues c) then incr count) line;
  !count

(* An end inside a character moves to the end of the character, a start to its start. *)
let end_character line column = count_before line column

let start_character line column =
  let is_within = column < String.length line && continues line.[column] in
  count_before line column - if is_within then 1 else 0

let in_characters text (place : Compiler.place) =
  let lines = Array.of_list (String.split_on_char '\n' text) in
  let line number = if number <= Array.length lines then lines.(number - 1) else "" in
  { place with
    column = max 0 (start_character (line place.line) place.column);
    end_column = end_character (line place.end_line) place.end_column }
