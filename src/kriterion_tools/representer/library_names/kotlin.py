"""Names of members of Kotlin's library: a receiver of unknown type may be a library's."""

_METHODS = """
add addAll addBefore addFirst addLast all also and any append appendLine apply asIterable
asReversed asSequence associate associateBy associateTo associateWith average capitalize ceil
chars chunked clear code coerceAtLeast coerceAtMost coerceIn compareTo component1 component2
contains containsAll containsKey containsValue copyOf copyOfRange count dec delete digitToInt
digitToIntOrNull distinct distinctBy div drop dropLast dropLastWhile dropWhile eachCount element
elementAt elementAtOrNull endsWith entries equals fill filter filterIndexed filterIsInstance
filterKeys filterNot filterNotNull filterValues find findAll findLast first firstOrNull flatMap
flatten floor fold foldIndexed foldRight forEach forEachIndexed format get getAndIncrement getKey
getOrDefault getOrElse getOrNull getOrPut getValue groupBy groupingBy hasNext hashCode ifBlank
ifEmpty inc incrementAndGet indexOf indexOfFirst indexOfLast insert intersect intersection inv
invoke isBlank isDigit isEmpty isLetter isLetterOrDigit isLowerCase isNotBlank isNotEmpty
isNullOrBlank isNullOrEmpty isUpperCase isWhitespace iterator join joinToString keys last
lastIndexOf lastOrNull let lines lock lowercase lowercaseChar map mapIndexed mapIndexedNotNull
mapKeys mapNotNull mapTo mapValues matchEntire matches max maxBy maxByOrNull maxOf maxOrNull merge
min minBy minByOrNull minOf minOrNull minus minusAssign mod next nextInt none not offer onEach or
ordinal padEnd padStart partition peek plus plusAssign plusDays poll pollFirst pollLast pop
previous print println push put putAll putIfAbsent random rangeTo readLine reduce reduceIndexed
rem remove removeAll removeAt removeFirst removeFirstOrNull removeIf removeLast removeLastOrNull
removePrefix removeRange removeSuffix repeat replace replaceFirst replaceFirstChar retainAll
reverse reversed run runningFold second set setLength setValue shl shr shuffled signal single
singleOrNull slice sort sortBy sortByDescending sortDescending sortWith sorted sortedBy
sortedByDescending sortedWith split start startsWith step stop subList substring substringAfter
substringBefore subtract sum sumBy sumOf swap take takeIf takeLast takeUnless takeWhile third
times to toArray toByte toChar toCharArray toDouble toFloat toInt toIntOrNull toList toLong
toLowerCase toMap toMutableList toMutableMap toMutableSet toRegex toSet toShort toSortedMap
toString toTypedArray toUpperCase trim trimEnd trimIndent trimMargin trimStart unaryMinus union
unlock until update uppercase uppercaseChar use value values wait windowed withIndex withLock xor
zip zipWithNext
"""
METHODS = frozenset(_METHODS.split())

_FIELDS = """
code dayOfMonth endInclusive entries first indices key keys lastIndex length month name ordinal
second size start third value values year
"""
FIELDS = frozenset(_FIELDS.split())
