open Outcometree

(* The toplevel names its predefined printers by identifiers that differ only in their stamps.
   Resetting the stamps lets [remove_predefined] make the same identifiers again. *)
let () = Ident.reinit ()

module Printer = Topcommon.MakeEvalPrinter (Topeval.EvalBase)

let () = Ident.reinit ()

let predefined_printers =
  let printer_of show = fun _depth -> Printer.Zero (fun value -> show (Obj.obj value)) in
  Predef.
    [ (path_int, printer_of (fun n -> Oval_int n));
      (path_char, printer_of (fun c -> Oval_char c));
      (path_float, printer_of (fun x -> Oval_float x));
      (path_int32, printer_of (fun n -> Oval_int32 n));
      (path_nativeint, printer_of (fun n -> Oval_nativeint n));
      (path_int64, printer_of (fun n -> Oval_int64 n)) ]

(* Try this many stamps: other releases may have more predefined printers. *)
let max_printers = 20

let remove_predefined () =
  let try_remove _ =
    match Printer.remove_printer (Pident (Ident.create_local "printer")) with
    | () -> true
    | exception Not_found -> false
  in
  List.length (List.filter Fun.id (List.init max_printers try_remove))

let () =
  if remove_predefined () <> List.length predefined_printers then
    failwith "the compiler's predefined printers are not the expected ones";
  let install (path, printer) =
    Printer.install_generic_printer (Pident (Ident.create_local "printer")) path printer
  in
  List.iter install (List.rev predefined_printers)

let print = Printer.print_value
let install = Printer.install_printer

type printer = Format.formatter -> Obj.t -> unit
type generic = Zero of printer | Succ of (printer -> generic)

let install_generic path constructor generic =
  let rec convert = function
    | Zero printer -> Printer.Zero printer
    | Succ apply -> Printer.Succ (fun argument -> convert (apply argument))
  in
  Printer.install_generic_printer' path constructor (convert generic)
