"""Names of members of C++'s library: a receiver of unknown type may be a library's."""

_METHODS = """
accumulate add all any append assign at back begin bucket c_str capacity cbegin cend clear close
compare contains copy count count_if crbegin crend data detach emplace emplace_back emplace_front
emplace_hint empty end ends_with equal equal_range erase error exchange extract fail fetch_add
fill find find_first_not_of find_first_of find_if find_last_of flip flush front get getline good
has_value hash imag insert join joinable key_comp length load lock lower_bound match max max_size
merge min next none notify_all notify_one open owns_lock pop pop_back pop_front position precision
prefix prev push push_back push_front put rbegin read ready real release remove remove_if rend
replace reserve reset resize reverse rfind rotate seekg set shrink_to_fit size sort splice
starts_with store str substr suffix swap tellg test to_string to_ulong top transform try_emplace
try_lock unique unlock upper_bound use_count value value_or wait what width write
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
first second
"""
FIELDS = frozenset(_FIELDS.split())
