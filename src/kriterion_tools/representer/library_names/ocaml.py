"""Names of members of OCaml's library: a receiver of unknown type may be a library's."""

_METHODS = """
abs add add_char add_string append assoc assoc_opt bind bindings blit capitalize_ascii cardinal
cat choose chop_suffix chr clear code combine compare compare_length_with compare_lengths concat
concat_map cons contains contents copy create diff disjoint elements empty ends_with equal escaped
exists exists2 fast_sort fill filter filter_map find find_all find_opt flatten float_of_int fold
fold_left fold_left2 fold_right fold_right2 for_all for_all2 from_val get get_or hash hd head
index index_from index_opt init inter is_empty is_none is_some iter iter2 iteri join keys last
length lowercase_ascii make map map2 mapi max max_elt mem mem_assoc merge min min_elt nth nth_opt
of_int of_list of_seq of_string ok partition peek pop pred print push reduce remove replace reset
rev rev_append rev_map rindex set singleton sort sort_uniq split split_on_char sqrt stable_sort
starts_with sub subset succ sum tail take tl to_int to_list to_seq to_string top transfer trim
unfold union uniq update uppercase_ascii value values
"""
METHODS = frozenset(_METHODS.split())

FIELDS: frozenset[str] = frozenset()
