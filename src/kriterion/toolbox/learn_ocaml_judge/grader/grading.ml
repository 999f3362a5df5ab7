let code_ast : Parsetree.structure ref = ref []
let results : Report.t option ref = ref None
let set_progress : (string -> unit) ref = ref ignore
let call_seconds : float option ref = ref None
