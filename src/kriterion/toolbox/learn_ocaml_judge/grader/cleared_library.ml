(* Both units have the same interface, so their values have the same places. *)
let values_of unit_name = Symtable.get_global_value (Ident.create_persistent unit_name)

let install () =
  let replaced = values_of "Stdlib__Buffer" and replacement = values_of "Zeroed_buffer" in
  if Obj.size replaced <> Obj.size replacement then failwith "Cleared_library.install";
  for i = 0 to Obj.size replaced - 1 do
    Obj.set_field replaced i (Obj.field replacement i)
  done
