let code_ast : Parsetree.structure ref = ref []
let results : Report.t option ref = ref None
let set_progress : (string -> unit) ref = ref ignore
let call_seconds : float option ref = ref None

module type SESSION = sig
  val code_ast : Parsetree.structure
  val timeout : int option
end

let session () : (module SESSION) =
  (module struct
    let code_ast = !code_ast
    let timeout = Option.map int_of_float !call_seconds
  end)
