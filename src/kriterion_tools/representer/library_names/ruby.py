"""Names of members of Ruby's library: a receiver of unknown type may be a library's.

The public methods of Ruby 3.1's core classes, Set, Date and Time, without operators and a few that
hardly any program calls and many define, such as Date#start.
"""

_METHODS = """
abs abs2 add add? all all? allbits? angle any any? anybits? append arg arity ascii_only? asctime
assoc at backtrace backtrace_locations begin between between? binding bit_length bsearch
bsearch_index bytes bytesize byteslice call capitalize capitalize! captures casecmp casecmp?
casefold? cause ceil center chain chars chomp chomp! chop chop! chr chunk chunk_while clamp class
classify clear clone close codepoints coerce collect collect! collect_concat combination compact
compact! compare_by_identity compare_by_identity? concat conj conjugate count cover? ctime current
curry cwday cweek cwyear cycle day day_fraction deconstruct deconstruct_keys default default_proc
define_singleton_method delete delete! delete? delete_at delete_if delete_prefix delete_prefix!
delete_suffix delete_suffix! denominator deq detect difference dig digits disjoint? display div
divide divmod downcase downcase! downto drop drop_while dst? dup each each_byte each_char
each_codepoint each_cons each_entry each_grapheme_cluster each_index each_key each_line each_pair
each_slice each_value each_with_index each_with_object eager empty? encode encode! encoding end
end_with? enq entries enum_for eql? equal? even? except exclude_end? extend fdiv feed fetch
fetch_values fill filter filter! filter_map find find_all find_index finite? first fixed_encoding?
flat_map flatten flatten! floor force_encoding format freeze friday? frozen? full_message gcd
gcdlcm getbyte getc getgm getlocal gets getutc gmt? gmt_offset gmtime gmtoff grapheme_clusters
gregorian gregorian? grep grep_v group_by gsub gsub! has_key? has_value? hash hex hour httpdate
id2name imag imaginary include? index infinite? inject insert inspect instance_eval instance_exec
instance_of? instance_variable_defined? instance_variable_get instance_variable_set
instance_variables integer? intern intersect? intersection invert is_a? isdst iso8601 itself
jisx0301 join julian julian? keep_if key key? keys kind_of? lambda? last lazy lcm leap? length
lines ljust localtime lock lookup lstrip lstrip! magnitude map map! marshal_dump marshal_load
match match? match_length max max_by mday member? merge merge! message method methods min min_by
minmax minmax_by minute modulo mon monday? month name named_captures names nan? negative? new
new_start next next! next_day next_float next_month next_values next_year nil? nobits? none?
nonzero? nsec numerator object_id oct odd? offset one? open ord original_name pack partition peek
peek_values permutation pop positive? post_match pow pre_match pred prepend pretty_print
pretty_print_cycle prev_day prev_float prev_month prev_year print printf private_methods product
proper_subset? proper_superset? protected_methods public_method public_methods public_send push
putc puts quo rand random_number rassoc rationalize read readlines real real? rect rectangular
reduce regexp rehash reject reject! remainder remove remove_instance_variable repeated_combination
repeated_permutation replace respond_to? reverse reverse! reverse_each rewind rfc2822 rfc3339
rfc822 rindex rjust rotate rotate! round rpartition rstrip rstrip! ruby2_keywords sample saturday?
scan scrub scrub! sec second seek select select! send set_backtrace setbyte shift shuffle shuffle!
singleton_class singleton_method singleton_method_added singleton_methods size slice slice!
slice_after slice_before slice_when sort sort! sort_by sort_by! source_location split sqrt squeeze
squeeze! start_with? step store strftime string strip strip! sub sub! subsec subset? subtract succ
succ! sum sunday? super_method superset? swapcase swapcase! synchronize take take_while tally tap
then thursday? times to_a to_ary to_c to_date to_datetime to_enum to_f to_h to_hash to_i to_int
to_proc to_r to_s to_set to_str to_sym to_time tr tr! tr_s tr_s! transform_keys transform_keys!
transform_values transform_values! transpose truncate tuesday? tv_nsec tv_sec tv_usec unbind
unicode_normalize unicode_normalize! unicode_normalized? union uniq uniq! unlock unpack unpack1
unshift upcase upcase! update upto usec utc utc? utc_offset valid_encoding? value? values
values_at wday wednesday? week with_index with_object write xmlschema yday year yield yield_self
zero? zip zone
"""
METHODS = frozenset(_METHODS.split())

FIELDS: frozenset[str] = frozenset()
