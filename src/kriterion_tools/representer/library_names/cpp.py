"""Names of members of C++'s library: a receiver of unknown type may be a library's.

They are those of strings, containers, streams, paths, times, threads and random numbers of C++20.
"""

_METHODS = """
accumulate acos acosh add addressof advance all allocate allocate_shared_for_overwrite and_then
any append apply as_bytes as_writable_bytes asin asinh assign async at atan atan2 atanh back
back_inserter bad bad_optional_access bad_variant_access base before_begin begin beta boolalpha
bucket bucket_count bucket_size c_encoding c_str call_once capacity cbefore_begin cbegin cend
clear close code compare compare_exchange_strong compare_exchange_weak compare_three_way complex
concat condition_variable conj const_pointer construct construct_at contains copy copyfmt cosh
count count_if crbegin crend cshift current_exception data day days deallocate dec
default_error_condition defaultfloat denorm_min densities destroy detach directory_entry
disable_recursion_pending discard duration eback egptr emit_on_flush emplace emplace_after
emplace_back emplace_front emplace_hint empty enable_shared_from_this end endl ends ends_with
entropy eof epptr epsilon equal equal_range equivalent erase erase_after error error_code
error_condition exceptions exchange exists extension extract fabs fail fetch_add fetch_and
fetch_or fetch_sub fetch_xor file_size file_status filename fill fill_n find find_first_not_of
find_first_of find_if find_last_not_of find_last_of first fixed flags flip flush flush_emit format
forward_list from_sys front gcount generate generate_canonical generic_string generic_u16string
generic_u32string generic_u8string generic_wstring get get_allocator get_deleter get_future get_id
get_if getline getloc good gptr hard_link_count hardware_concurrency has_extension has_filename
has_parent_path has_relative_path has_root_directory has_root_name has_root_path has_stem
has_value hash hex hexfloat holds_alternative hours ignore imag imbue increment index infinity
init insert insert_after insert_or_assign intervals is_absolute is_am is_block_file
is_character_file is_constant_evaluated is_directory is_fifo is_leap is_lock_free is_negative
is_open is_other is_pm is_regular_file is_relative is_socket is_symlink isctype iso_encoding
iterator iword join joinable key_comp key_eq key_equal kill_dependency last last_write_time length
lexically_normal lexically_proximate lexically_relative lexicographical_compare_three_way load
load_factor local_days lock log10 lookup_classname lookup_collatename lower_bound lowest
make_preferred mark_count match match_results matched max max_bucket_count max_element
max_load_factor max_size mean memory_order merge message min min_element minutes month name narrow
native native_handle next noboolalpha noemit_on_flush none norm noshowbase noshowpoint noshowpos
noskipws notify_all notify_all_at_thread_exit notify_one nounitbuf nouppercase now oct ok open
options or_else overflow owner_before owns_lock packaged_task param parent_path path pbackfail
pbase peek permissions pointer_to polar pop pop_back pop_front pop_heap position pptr precision
prefix prev priority_queue probabilities pubimbue pubsync push push_back push_front push_heap put
putback pword quoted rbegin rdbuf rdstate read readsome ready real recursion_pending refresh
regex_match regex_replace regex_search register_callback rehash relative_path release remove
remove_all remove_filename remove_if remove_prefix remove_suffix rend replace replace_extension
replace_filename reserve reset resize resize_and_overwrite rethrow_exception reverse rfind
root_directory root_name root_path rotate sbumpc scientific seconds seed seekg seekoff seekp
seekpos sentry set set_exception set_exception_at_thread_exit set_rdbuf set_value
set_value_at_thread_exit setbuf setf setg setp setstate sgetc share shared_from_this shared_future
shift short showbase showmanyc showpoint showpos shrink_to_fit signbit sinh size size_bytes skipws
sort splice splice_after sputbackc starts_with status stem stod stof stoi stol stold stoll
stop_requested store stoul stoull str streamsize sub_match subseconds subspan substr suffix sum
swap swap_ranges symlink_status sync sync_with_stdio tanh tellg tellp test test_and_set tie
time_point time_since_epoch to_address to_array to_duration to_string to_ullong to_ulong
to_wstring tolower top transform transform_primary translate translate_nocase try_emplace try_lock
try_lock_for try_lock_until type uncaught_exception underflow unget unique unitbuf unlock unsetf
upper_bound uppercase use_count value value_comp value_or valueless_by_exception wait wait_for
wait_until weak_from_this weekday weekday_indexed weekday_last what widen width write wstring
xalloc xsgetn xsputn year yield zero
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
ec first matched ptr quot rem second tm_hour tm_isdst tm_mday tm_min tm_mon tm_sec tm_wday tm_yday
tm_year tv_nsec tv_sec
"""
FIELDS = frozenset(_FIELDS.split())

# Types that solutions extend most → their members.
_EXCEPTIONS = (
    "exception runtime_error logic_error invalid_argument domain_error out_of_range length_error "
    "range_error overflow_error underflow_error bad_alloc"
)
TYPES = {
    prefix + name: frozenset({"what"}) for name in _EXCEPTIONS.split() for prefix in ("", "std.")
}
