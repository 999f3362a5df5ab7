open Report
open Json

let encode_text text display = Object [ ("text", String text); ("display", String display) ]

let of_inline = function
  | Text text -> Object [ ("text", String text) ]
  | Code text -> encode_text text "code"
  | Output text -> encode_text text "output"
  | Break -> Object []

(* Readers take a result of 0 for a failure, so 0 is never written. *)
let of_status = function
  | Success 0 | Informative -> String "informative"
  | Penalty 0 | Failure -> String "failure"
  | Success points -> Int points
  | Penalty points -> Int (-points)
  | Warning -> String "warning"
  | Important -> String "important"

let of_text text = List (List.map of_inline text)

let rec of_item = function
  | Section (title, contents) -> Object (of_section title contents)
  | SectionMin (title, contents, minimum) ->
      Object (of_section title contents @ [ ("minscore", Int minimum) ])
  | Message (text, status) -> Object [ ("message", of_text text); ("result", of_status status) ]

and of_section title contents =
  [ ("section", of_text title); ("contents", of_items contents) ]

and of_items items = List (List.map of_item items)

let of_report report = of_items (Report_limits.within report)
