"""Names of members of Ruby's library: a receiver of unknown type may be a library's."""

_METHODS = """
abs add add? all all? any any? append arity assoc at between bsearch bytes call capitalize casecmp
ceil center chars chomp chop chr clamp clear close codepoints collect collect_concat combination
compact compact! compare_by_identity concat count cover? current curry cweek cycle day default
delete delete! delete_at delete_if denominator deq detect difference dig digits disjoint? div
divmod downcase downcase! downto drop drop_while dup each each_char each_cons each_entry
each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object
empty? end_with? enq entries eql? even? except fdiv fetch fetch_values fill filter filter_map find
find_all find_index first flat_map flatten floor format freeze friday? gcd getc gets group_by gsub
gsub! has_key? has_value? hex hour include? index inject insert inspect integer? intersect?
intersection invert join keep_if key key? keys last lazy lcm length lines ljust lock lookup lstrip
map map! match match? max max_by member? merge merge! min min_by minmax minute modulo month name
negative? new next none? numerator odd? one? open ord pack partition permutation pop positive? pow
pred prepend print printf product push putc puts rand rassoc rationalize read readlines reduce
reject reject! remove replace reverse reverse! reverse_each rewind rindex rjust rotate round
rpartition rstrip sample scan second seek select select! send shift shuffle size slice slice!
slice_when sort sort! sort_by sort_by! split sqrt squeeze start_with? step store strftime strip
strip! sub sub! subset? subtract succ sum superset? swapcase synchronize take take_while tally tap
then times to_a to_date to_f to_h to_i to_r to_s to_set to_sym tr tr_s transform_keys
transform_values transpose truncate union uniq uniq! unlock unpack unshift upcase upcase! update
upto value? values values_at wday week write yday year yield_self zero? zip
"""
METHODS = frozenset(_METHODS.split())

FIELDS: frozenset[str] = frozenset()
