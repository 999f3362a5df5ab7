"""Names of members of Rust's library: a receiver of unknown type may be a library's."""

_METHODS = """
abs add all and and_hms and_then any append args as_bytes as_deref as_mut as_ref as_slice as_str
back back_mut binary_search borrow borrow_mut bytes call ceil chain char_indices chars checked_add
checked_div checked_mul checked_pow checked_rem checked_sub chunks clear clone cloned cmp collect
concat contains contains_key copied count cycle day dedup dedup_by_key default difference div
div_euclid downgrade drain drop elapsed ends_with entry enumerate eq eq_ignore_ascii_case
escape_debug exists expect extend extend_from_slice fill filter filter_map find find_map first
first_mut flat_map flatten floor flush fmt fold for_each from from_digit front front_mut ge get
get_mut get_or_insert get_or_insert_with gt hash hour insert insert_str inspect intersection into
into_bytes into_inner into_iter into_keys into_values is_alphabetic is_alphanumeric is_ascii
is_ascii_alphabetic is_ascii_digit is_ascii_lowercase is_ascii_punctuation is_ascii_uppercase
is_char_boundary is_digit is_disjoint is_empty is_err is_lowercase is_none is_numeric is_ok
is_some is_subset is_superset is_uppercase is_whitespace iter iter_mut join keys last last_mut le
leading_zeros len lines lock lt make_ascii_lowercase make_ascii_uppercase map map_err map_while
match_indices matches max max_by max_by_key min min_by min_by_key minute month mul ne neg new next
next_back not notify_all notify_one nth ok ok_or ok_or_else or or_default or_else or_insert
or_insert_with parse partial_cmp partition peek peek_mut peekable pop pop_back pop_front position
pow powf powi product push push_back push_front push_str range read read_line recv reduce rem
rem_euclid remove repeat replace replace_range replace_with replacen reserve resize retain rev
reverse rfind rotate_left rotate_right round rposition rsplit saturating_add saturating_mul
saturating_sub scan second send set signum sort sort_by sort_by_key sort_unstable sort_unstable_by
spawn splice split split_at split_first split_last split_off split_once split_whitespace splitn
sqrt starts_with step_by strip_prefix strip_suffix sub sum swap swap_remove swap_with
symmetric_difference take take_while to_ascii_lowercase to_ascii_uppercase to_bytes to_digit
to_lowercase to_owned to_string to_uppercase to_vec total_cmp transpose trim trim_end
trim_end_matches trim_matches trim_start trim_start_matches trunc truncate try_from try_into union
unwrap unwrap_or unwrap_or_default unwrap_or_else unzip update upgrade values values_mut wait
windows with_capacity wrapping_add wrapping_mul wrapping_sub write write_all write_str year zip
"""
METHODS = frozenset(_METHODS.split())

FIELDS: frozenset[str] = frozenset()
