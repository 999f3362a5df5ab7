type inline = Text of string | Break | Code of string | Output of string

type text = inline list

type status = Success of int | Penalty of int | Failure | Warning | Informative | Important

type item =
  | Section of text * t
  | SectionMin of text * t * int
  | Message of text * status

and t = item list

type report = t

let of_status = function
  | Success points -> (points, false)
  | Penalty points -> (-points, true)
  | Failure -> (0, true)
  | Warning | Informative | Important -> (0, false)

(* Written with continuations, because a report may be nested deeper than the stack allows. *)
let rec add_items items ((points, failed) as so_far) continue =
  let add_part contents minimum rest =
    add_items contents (0, false) (fun (part, part_failed) ->
        add_items rest (points + max part minimum, failed || part_failed) continue)
  in
  match items with
  | [] -> continue so_far
  | Section (_, contents) :: rest -> add_part contents min_int rest
  | SectionMin (_, contents, minimum) :: rest -> add_part contents minimum rest
  | Message (_, status) :: rest ->
    let part, part_failed = of_status status in
    add_items rest (points + part, failed || part_failed) continue

let sum report = add_items report (0, false) Fun.id

let result report =
  let points, failed = sum report in
  (max points 0, failed)

let scale ?(penalties = true) factor report =
  let lost points = if penalties then points * factor else points in
  let rec scale_item = function
    | Section (title, contents) -> Section (title, List.map scale_item contents)
    | SectionMin (title, contents, minimum) ->
      SectionMin (title, List.map scale_item contents, lost minimum)
    | Message (text, Success points) -> Message (text, Success (points * factor))
    | Message (text, Penalty points) -> Message (text, Penalty (lost points))
    | Message (_, (Failure | Warning | Informative | Important)) as same -> same
  in
  List.map scale_item report

let success ~points ~message = Message ([ Text message ], Success points)

let failure ~message = Message ([ Text message ], Failure)

let warning ~message = Message ([ Text message ], Warning)

let message ~message = Message ([ Text message ], Important)

let info ~message = Message ([ Text message ], Informative)

let section ~title contents = Section ([ Text title ], contents)
