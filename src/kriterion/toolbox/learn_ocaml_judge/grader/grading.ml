let code_ast : Parsetree.structure ref = ref []
let results : Report.t option ref = ref None
let timeout : int option ref = ref None
let report_progress : (string -> unit) ref = ref ignore
let seed = ref 0
