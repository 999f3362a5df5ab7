open Report

(* The largest report of the public exercises is 84 kB of JSON, nested three deep. *)
let text_bytes = 1 lsl 16

let report_bytes = 1 lsl 22

let depth = 40

(* Counted for each item or piece of text besides its characters. This allows at most 16,384 of
   them, even if all are empty. *)
let frame_bytes = 256

let is_continuation byte = Char.code byte land 0xC0 = 0x80

let shorten text =
  let rec boundary position =
    if position > text_bytes - 4 && is_continuation text.[position] then boundary (position - 1)
    else position
  in
  if String.length text <= text_bytes then text
  else
    let kept = boundary text_bytes in
    Printf.sprintf "%s… (%d more bytes)" (String.sub text 0 kept) (String.length text - kept)

let shorten_inline = function
  | Text text -> Text (shorten text)
  | Code text -> Code (shorten text)
  | Output text -> Output (shorten text)
  | Break -> Break

let size_of_inline = function
  | Text text | Code text | Output text -> frame_bytes + String.length text
  | Break -> frame_bytes

let left_out items =
  let points, failed = sum items in
  let message status = Message ([ Text "Parts left out of this report." ], status) in
  let left_out_text =
    Printf.sprintf "This report is too long: from here on, %d items of this part are left out."
      (List.length items)
  in
  let carried =
    match (points, failed) with
    | 0, false -> []
    | points, false -> [ message (Success points) ]
    | 0, true -> [ message Failure ]
    | points, true when points < 0 -> [ message (Penalty (-points)) ]
    | points, true -> [ message (Success points); message Failure ]
  in
  Message ([ Text left_out_text ], Important) :: carried

let within report =
  let room = ref report_bytes in
  let take text =
    let rec keep = function
      | inline :: rest when !room > 0 ->
        let inline = shorten_inline inline in
        room := !room - size_of_inline inline;
        inline :: keep rest
      | [] -> []
      | _ :: _ -> [ Text "…" ]
    in
    room := !room - frame_bytes;
    keep text
  in
  let rec items level = function
    | [] -> []
    | all when !room <= 0 || level > depth -> left_out all
    | item :: rest ->
      let item = within_limits level item in
      item :: items level rest
  and within_limits level = function
    | Message (text, status) -> Message (take text, status)
    | Section (title, contents) ->
      let title = take title in
      Section (title, items (level + 1) contents)
    | SectionMin (title, contents, minimum) ->
      let title = take title in
      SectionMin (title, items (level + 1) contents, minimum)
  in
  items 1 report
