let continues c = Char.code c land 0xC0 = 0x80

let begun_before line column =
  let count = ref 0 in
  String.iteri (fun i c -> if i < column && not (continues c) then incr count) line;
  !count

(* A start inside a character moves to the start of the character, an end to its end. *)
let ending line column = begun_before line column

let beginning line column =
  let is_within = column < String.length line && continues line.[column] in
  begun_before line column - if is_within then 1 else 0

let in_characters text (place : Compiler.place) =
  let lines = Array.of_list (String.split_on_char '\n' text) in
  let line number = if number <= Array.length lines then lines.(number - 1) else "" in
  { place with
    column = max 0 (beginning (line place.line) place.column);
    end_column = ending (line place.end_line) place.end_column }
