"""Java's imports: drop unused ones, and name what a star stands for."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# All public types of packages that solutions import with a star.
_PACKAGES = {
    "java.util": (
        "AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList "
        "AbstractSet ArrayDeque ArrayList Arrays Base64 BitSet Calendar Collection Collections "
        "Comparator ConcurrentModificationException Currency Date Deque Dictionary "
        "DoubleSummaryStatistics DuplicateFormatFlagsException EmptyStackException EnumMap EnumSet "
        "Enumeration EventListener EventListenerProxy EventObject "
        "FormatFlagsConversionMismatchException Formattable FormattableFlags Formatter "
        "FormatterClosedException GregorianCalendar HashMap HashSet Hashtable HexFormat "
        "IdentityHashMap IllegalFormatArgumentIndexException IllegalFormatCodePointException "
        "IllegalFormatConversionException IllegalFormatException IllegalFormatFlagsException "
        "IllegalFormatPrecisionException IllegalFormatWidthException IllformedLocaleException "
        "InputMismatchException IntSummaryStatistics InvalidPropertiesFormatException Iterator "
        "LinkedHashMap LinkedHashSet LinkedList List ListIterator ListResourceBundle Locale "
        "LongSummaryStatistics Map MissingFormatArgumentException MissingFormatWidthException "
        "MissingResourceException NavigableMap NavigableSet NoSuchElementException Objects "
        "Observable Observer Optional OptionalDouble OptionalInt OptionalLong PrimitiveIterator "
        "PriorityQueue Properties PropertyPermission PropertyResourceBundle Queue Random "
        "RandomAccess ResourceBundle Scanner SequencedCollection SequencedMap SequencedSet "
        "ServiceConfigurationError ServiceLoader Set SimpleTimeZone SortedMap SortedSet "
        "Spliterator Spliterators SplittableRandom Stack StringJoiner StringTokenizer TimeZone "
        "Timer TimerTask TooManyListenersException TreeMap TreeSet UUID "
        "UnknownFormatConversionException UnknownFormatFlagsException Vector WeakHashMap"
    ),
    "java.util.function": (
        "BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer "
        "DoubleBinaryOperator DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier "
        "DoubleToIntFunction DoubleToLongFunction DoubleUnaryOperator Function IntBinaryOperator "
        "IntConsumer IntFunction IntPredicate IntSupplier IntToDoubleFunction IntToLongFunction "
        "IntUnaryOperator LongBinaryOperator LongConsumer LongFunction LongPredicate LongSupplier "
        "LongToDoubleFunction LongToIntFunction LongUnaryOperator ObjDoubleConsumer ObjIntConsumer "
        "ObjLongConsumer Predicate Supplier ToDoubleBiFunction ToDoubleFunction ToIntBiFunction "
        "ToIntFunction ToLongBiFunction ToLongFunction UnaryOperator"
    ),
    "java.util.stream": (
        "BaseStream Collector Collectors DoubleStream Gatherer Gatherers IntStream LongStream "
        "Stream StreamSupport"
    ),
    "java.util.regex": "MatchResult Matcher Pattern PatternSyntaxException",
    "java.math": "BigDecimal BigInteger MathContext RoundingMode",
    "java.time": (
        "Clock DateTimeException DayOfWeek Duration Instant InstantSource LocalDate LocalDateTime "
        "LocalTime Month MonthDay OffsetDateTime OffsetTime Period Year YearMonth ZoneId "
        "ZoneOffset ZonedDateTime"
    ),
}
_NAMES = {package: frozenset(names.split()) for package, names in _PACKAGES.items()}
_TYPES = frozenset(
    {"class_declaration", "interface_declaration", "enum_declaration", "record_declaration"}
)


def unify_imports(node: Node, _: SolutionWords) -> Node:
    """Drop unused and repeated imports, and replace stars by the types that are used."""
    imports = [child for child in node.children if child.kind == "import_declaration"]
    if not imports:
        return node
    others = [child for child in node.children if child.kind != "import_declaration"]
    used: set[str] = set()
    own: set[str] = set()
    for child in others:
        for part in child.walk():
            if part.text is not None:
                used.add(part.text)
            elif part.kind in _TYPES and (declared := part.child("name")) is not None:
                own.add(declared.text or "")
    explicit = {_get_path(each).rpartition(".")[2] for each in imports}
    kept: dict[tuple[str, ...], Node] = {}
    for each in imports:
        path = _get_path(each)
        package, name = path.rpartition(".")[::2]
        is_static = len(each.children) > 1
        if name == "*" and not is_static and package in _NAMES:
            for used_name in sorted(_NAMES[package] & used - own - explicit):
                full = f"{package}.{used_name}"
                kept[(full,)] = Node("import_declaration", children=[leaf("path", full)])
        elif name == "*" or (name in used and (is_static or package != "java.lang")):
            kept[tuple(part.text or "" for part in each.children)] = each
    place = node.children.index(imports[0])
    before = [child for child in node.children[:place] if child.kind != "import_declaration"]
    node.children = [*before, *kept.values(), *others[len(before) :]]
    return node


def _get_path(node: Node) -> str:
    return node.children[-1].text or ""
