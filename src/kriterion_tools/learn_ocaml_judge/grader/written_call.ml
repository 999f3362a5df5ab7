(* Whether one pair of brackets or quotes encloses the whole text. *)
let is_enclosed text =
  let last = String.length text - 1 in
  let rec end_of_string position =
    if position > last then position
    else
      match text.[position] with
      | '"' -> position
      | '\\' -> end_of_string (position + 2)
      | _ -> end_of_string (position + 1)
  in
  let rec closes_at_end depth position =
    let next depth position =
      if depth = 0 then position = last else closes_at_end depth (position + 1)
    in
    position <= last
    &&
    match text.[position] with
    | '(' | '[' | '{' -> next (depth + 1) position
    | ')' | ']' | '}' -> next (depth - 1) position
    | '"' -> next depth (end_of_string (position + 1))
    | '\'' when position + 2 <= last && text.[position + 2] = '\'' -> next depth (position + 2)
    | _ -> depth > 0 && next depth position
  in
  closes_at_end 0 0

let is_atom text =
  let is_blank character = character = ' ' || character = '\n' in
  not (text <> "" && text.[0] = '-') && not (String.exists is_blank text)

let argument text = if is_atom text || is_enclosed text then text else "(" ^ text ^ ")"

let text name witness args =
  let reader = { Arguments.read = (fun ty value -> argument (Printing.text ty value)) } in
  let words = Arguments.map reader witness args in
  let line = String.concat " " (name :: words) in
  if String.length line <= 80 && not (String.contains line '\n') then line
  else String.concat "\n  " (name :: words)
