(* Errors *)

type place = { file : string; line : int; column : int; end_line : int; end_column : int }
type error = { message : string; place : place option }

exception Error of error

let place_of (loc : Location.t) =
  let column (at : Lexing.position) = at.pos_cnum - at.pos_bol in
  if loc.loc_start.pos_cnum < 0 then None
  else
    Some
      { file = loc.loc_start.pos_fname;
        line = loc.loc_start.pos_lnum;
        column = column loc.loc_start;
        end_line = loc.loc_end.pos_lnum;
        end_column = column loc.loc_end }

(* The secondary parts of a compiler's report often point to other places. *)
let aside (message : Location.msg) =
  match place_of message.loc with
  | None -> Release_syntax.message_text message
  | Some place -> Printf.sprintf "line %d: %s" place.line (Release_syntax.message_text message)

let error_of_report (report : Location.report) =
  let message = String.concat "\n" (Release_syntax.message_text report.main :: List.map aside report.sub) in
  { message = String.trim message; place = place_of report.main.loc }

let error_of_exn exn =
  let known message = Some { message; place = None } in
  match exn with
  | Error error -> Some error
  | Stack_overflow -> known "the code is nested too deeply"
  | Misc.Fatal_error -> known "the compiler gives up on this code"
  | Topcommon.Undefined_global name -> known (Printf.sprintf "%s has no value here" name)
  | exn -> (
    match Location.error_of_exn exn with
    | Some (`Ok report) -> Some (error_of_report report)
    | Some `Already_displayed | None -> None)

(* The compiler has bugs, so any exception it raises for a text is an error of that text. Lack of
   memory is not. *)
let compiling work =
  try work () with
  | Out_of_memory as exn -> raise exn
  | exn -> (
    match error_of_exn exn with
    | Some error -> raise (Error error)
    | None ->
      let message = "the compiler fails on this code: " ^ Printexc.to_string exn in
      raise (Error { message; place = None }))

(* Texts to parse trees *)

let byte_order_mark = "\xEF\xBB\xBF"

let without_byte_order_mark text =
  if String.starts_with ~prefix:byte_order_mark text then
    String.sub text 3 (String.length text - 3)
  else text

(* A directive [# 1 "name"] changes the line numbers that follow it, but not the offsets. So compute
   the place from the offsets. *)
let in_text ~file text =
  let starts = ref [ 0 ] in
  String.iteri (fun i c -> if c = '\n' then starts := (i + 1) :: !starts) text;
  let starts = Array.of_list (List.rev !starts) in
  let rec line_at offset low high =
    if high - low <= 1 then low
    else
      let middle = (low + high) / 2 in
      if starts.(middle) <= offset then line_at offset middle high else line_at offset low middle
  in
  let position (at : Lexing.position) =
    if at.pos_cnum < 0 then at
    else
      let line = line_at at.pos_cnum 0 (Array.length starts) in
      { at with pos_fname = file; pos_lnum = line + 1; pos_bol = starts.(line) }
  in
  fun (loc : Location.t) ->
    { loc with loc_start = position loc.loc_start; loc_end = position loc.loc_end }

let has_line_directive text =
  List.exists (String.starts_with ~prefix:"#") (String.split_on_char '\n' text)

let relocating relocate =
  { Ast_mapper.default_mapper with location = (fun _ loc -> relocate loc) }

let relocate_report relocate (report : Location.report) =
  let relocate_message (message : Location.msg) = { message with Location.loc = relocate message.loc } in
  { report with main = relocate_message report.main; sub = List.map relocate_message report.sub }

let parse_with ~file text parse move =
  let text = without_byte_order_mark text in
  let lexbuf = Lexing.from_string text in
  Location.init lexbuf file;
  let relocate = in_text ~file text in
  match parse lexbuf with
  | tree ->
    Bytes.fill lexbuf.lex_buffer 0 (Bytes.length lexbuf.lex_buffer) ' ';
    if has_line_directive text then compiling (fun () -> move (relocating relocate) tree)
    else tree
  | exception exn -> (
    match Location.error_of_exn exn with
    | Some (`Ok report) -> raise (Error (error_of_report (relocate_report relocate report)))
    | Some `Already_displayed | None -> compiling (fun () -> raise exn))

let implementation ~file text =
  parse_with ~file text Parse.implementation (fun mapper -> mapper.structure mapper)

let interface ~file text =
  parse_with ~file text Parse.interface (fun mapper -> mapper.signature mapper)

let script ~file text =
  let move (mapper : Ast_mapper.mapper) = function
    | Parsetree.Ptop_def structure -> Parsetree.Ptop_def (mapper.structure mapper structure)
    | Parsetree.Ptop_dir _ as directive -> directive
  in
  parse_with ~file text Parse.use_file (fun mapper -> List.map (move mapper))
