"""Every code of a diagnostic, with its English texts; `{…}` stands for what differs.

A code is never renamed, and never used for another kind of trouble: programs and translations go by
it. A text that is `{reason}` alone is worded by what reads the file.
"""

from collections.abc import Mapping

from kriterion.authoring.diagnostics.learn_ocaml_codes import LEARN_OCAML_CODES
from kriterion.authoring.diagnostics.violation_codes import VIOLATION_CODES

CODES: Mapping[str, tuple[str, ...]] = {
    **LEARN_OCAML_CODES,
    **VIOLATION_CODES,
    "build.cannot-grade": ("cannot be graded: {fault}",),
    "build.invalid-id": (
        "has no page: another exercise's page is a file where it needs a directory",
        "has no page: its id {fault}",
    ),
    "build.nested-exercise": ("is not published: it is a nested exercise",),
    "build.not-graded": ("was not graded, so the exercise has no maximum score",),
    "build.page-clash": ("cannot be written: another page is a file where it needs a directory",),
    "build.random-points": (
        "earns {least} to {most} points, depending on random samples, so no max-score is stored",
    ),
    "build.solution-fails": ("fails the exercise's own tests ({status}: {summary})",),
    "build.too-deep": (
        "is not published: it is nested more than {maximum_depth} directories deep",
        "is not published: it links to a directory that contains it",
    ),
    "build.too-many-files": (
        "has more than {maximum_files} files to publish; the rest is not published",
    ),
    "build.unreadable-file": ("is not published: {error}",),
    "clone.empty": ("the repository is empty: push a commit first",),
    "clone.failed": ("git could not clone the repository",),
    "clone.files-too-large": ("the files in the repository exceed {most} bytes",),
    "clone.git-error": ("git reports: {what}",),
    "clone.key-refused": (
        "the Git host does not know the deploy key; add it there, for reading only",
    ),
    "clone.login-refused": (
        "the Git host refuses the access token: it has expired, or may not read this repository",
    ),
    "clone.login-required": (
        "the Git host asks for a login: the repository is private, or does not exist; enter an "
        "access token that may read it",
    ),
    "clone.no-branch": ("branch {name} does not exist",),
    "clone.other-host-key": (
        "the Git host shows another ssh key than the one that is known here: it was replaced, or "
        "somebody else answers; an administrator of the server must compare the new key with "
        "the published one",
    ),
    "clone.timeout": ("git took too long; try again, or make the repository smaller",),
    "clone.token-unreadable": (
        "the stored access token cannot be read with this site's key; enter it again",
    ),
    "clone.too-deep": ("directories in the repository are nested more than {most} levels deep",),
    "clone.too-large": ("the repository is larger than {most} bytes",),
    "clone.too-many-directories": ("the repository contains more than {most} directories",),
    "clone.too-many-files": ("the repository contains more than {most} files",),
    "comment-library.too-many-comments": (
        "has more than {maximum_comments} comments; the rest is ignored",
    ),
    "comment.bare-percent": (
        "contains a % that does not start a placeholder",
        "contains a % that does not start a placeholder (other lines: {more})",
    ),
    "comment.empty": ("has no text for students",),
    "comment.hidden-heading": (
        "heading '# {content}' is not displayed: level 1 is only for the title",
    ),
    "comment.invalid-placeholder": ("{found} is not a valid placeholder",),
    "comment.invalid-pointer": ("is not a valid pointer: it {fault}",),
    "comment.lost-text": (
        "contains a fence that does not enclose code",
        "contains a fence that does not enclose code (other lines: {more})",
        "contains a link without an address",
        "contains a link without an address (other lines: {more})",
    ),
    "comment.missing": ("does not exist",),
    "comment.missing-for-pointer": ("comment {pointer} does not exist",),
    "comment.no-title": ("has no title for authors to find it by",),
    "comment.placeholder-case": (
        "%{{name}} differs from the parameter {parameter} in case: case-sensitive hosts insert "
        "nothing",
    ),
    "comment.placeholder-in-title": (
        "%{{name}} is used only in the title, which is not displayed",
    ),
    "comment.translation-extra-placeholder": (
        "uses %{{name}}, which the English text does not use",
    ),
    "comment.translation-lacks-placeholder": (
        "does not use %{{name}}, which the English text uses",
    ),
    "comment.translation-of-nothing": ("has no English original",),
    "comment.unknown-placeholder": ("no parameter supplies %{{name}}",),
    "comment.unreachable-file": ("cannot be reached by any pointer",),
    "comment.unused": ("is not used by any known tool",),
    "comment.unused-parameter": ("parameter {name} of {pointer} is not used in the comment",),
    "comment.wording": ("uses words that comments should avoid (line in parentheses): {words}",),
    "description.missing-media": ("{target} does not exist",),
    "description.too-long": (
        "has more than {maximum_characters} characters, so its links are not checked",
    ),
    "directory.empty": ("{place} is empty",),
    "directory.missing": ("{place} is not a directory that can be read here",),
    "directory.not-allowed": (
        "{place} is not in a directory that repositories may be read from here",
    ),
    "dodona.activity.no-description": ("there is no description in Dutch or English",),
    "dodona.activity.no-name": ("there is no name in Dutch or English",),
    "dodona.config.broken-dirconfig": (
        "makes {number} exercises below it unusable: {exercises}",
        "makes an exercise below it unusable: {exercise}",
    ),
    "dodona.config.doubtful-key": (
        "{key} is not a key that Kriterion knows, and the judge may not read it",
    ),
    "dodona.config.duplicate-token": (
        "is also the token of {others}, so none of them is recognized by it after a move",
    ),
    "dodona.config.invalid-label": ("must be a string, not {label}",),
    "dodona.config.invalid-limit": (
        "must be a positive number of bytes, not {value}",
        "must be a positive number of seconds, not {value}",
    ),
    "dodona.config.invalid-token": ("must have 1 to {most} printable characters, not {token}",),
    "dodona.config.memory-limit-clamped": (
        "is out of range: {clamped} bytes are used instead of {limit}",
    ),
    "dodona.config.misplaced-key": ("nothing reads {key} beside {evaluation}",),
    "dodona.config.misspelt-key": ("nothing reads the key {key}",),
    "dodona.config.time-limit-too-long": ("must be at most a day, not {limit} seconds",),
    "dodona.config.unknown-access": ("{word} is unknown and counts as 'private'",),
    "dodona.config.unknown-type": ("{word} is unknown and counts as 'exercise'",),
    "dodona.config.unread-dirconfig": ("is ignored because it is beside a {config}",),
    "dodona.config.unread-key": ("the judge {handler} does not read the key {key}",),
    "dodona.config.wrong-type": (
        "must be a list, not {value}",
        "must be a string, not {value}",
        "must be an object, not {value}",
        "must be true or false, not {value}",
    ),
    "dodona.description.hidden-by-html": (
        "is not displayed because another description is in HTML",
    ),
    "dodona.description.no-language": ("has no language in its name",),
    "dodona.solution.too-long": (
        "is truncated to {maximum_solution_bytes} bytes, the limit for a submission",
    ),
    "dodona.solution.too-many": (
        "is ignored, as are all later solutions: only the first {maximum_solutions} of {number} "
        "are read",
    ),
    "doctor.analyzer.missing-linter": (
        "not installed: {linters}; few rules",
        "not installed: {linters}",
    ),
    "doctor.comments.more-findings": ("{reason}",),
    "doctor.comments.no-directory": (
        "{library} is not a directory",
        "{folder} is not a directory of {address}",
    ),
    "doctor.comments.no-texts": ("{place} has no texts: no file in it ends in .md",),
    "doctor.core-dumps.program": (
        "each crash starts a program as root, outside the sandbox: {program}",
    ),
    "doctor.core-dumps.unreadable": ("{file}: {reason}",),
    "doctor.engine": ("{reason}",),
    "doctor.image.refused": (", which is not on this machine, so nothing runs in it",),
    "doctor.image.unmapped": (
        ", which is not mapped: a container engine runs it",
        ", which is not mapped: runs see the file system of this machine",
    ),
    "doctor.image.unreadable": ("{reason}",),
    "doctor.image.unusable": ("{reason}",),
    "doctor.judge": ("{reason}",),
    "doctor.network": ("{reason}",),
    "doctor.sample.failed": ("{reason}",),
    "doctor.sample.more-violations": ("{more} more violations are not listed",),
    "doctor.sample.none": (
        "not tried: there are no sample tests in that language",
        "not tried: there is no sample of that language",
    ),
    "doctor.sandbox": ("{reason}",),
    "doctor.settings": ("{reason}",),
    "doctor.tool": ("{reason}",),
    "doctor.tool.crash": ("{reason}",),
    "doctor.tool.missing-program": (
        "the script mentions {name}, which is not found in the image {image}",
    ),
    "doctor.tool.no-comments": (
        "no library contains the texts of its comments, so students see no comments",
    ),
    "doctor.tool.unknown-kind": ("{named}: its name does not say what kind of tool it is",),
    "doctor.tool.unreadable-script": ("{reason}",),
    "exercise.cannot-judge": ("cannot be judged: {fault}",),
    "exercise.cannot-submit": ("cannot be submitted: {reason}",),
    "exercise.directory-too-large": (
        "contains more than {maximum_bytes} bytes; no run receives it",
    ),
    "exercise.duplicate-name": ("{names} is also the name of {later}",),
    "exercise.fewer-points": ("declares {declared} points, but the solution earns only {earned}",),
    "exercise.judge-failed": ("the judge failed: {feedback}",),
    "exercise.judge-not-installed": (
        "judge {handler} is not installed on this site: {needed}",
        "the default judge of this repository is not installed: {needed}",
    ),
    "exercise.judge-unusable": (
        "the judge cannot be run: {fault}: {those}",
        "the judge of {exercises} cannot be run: {fault}",
    ),
    "exercise.no-expectations": ("has no {file_name} with the expected status of each file",),
    "exercise.no-judge": (
        "no judge is named, and this machine has no default judge: {exercises}",
        "no judge is named, and this repository has no default judge: "
        "{number} exercises have no tests; "
        "submissions are only analyzed and represented, if a tool supports their language",
        "no judge is named, and this repository has no default judge: it has no tests; "
        "submissions are only analyzed and represented, if a tool supports their language",
    ),
    "exercise.no-network": (
        "requests the network, but the image {name} does not allow it here: {exercises}",
    ),
    "exercise.no-solution": ("has no model solution",),
    "exercise.no-test-runner": (
        "there is no test runner for {language} here: {exercises} exercises have tests that cannot "
        "be run; submissions are only analyzed and represented, if a tool supports their language",
        "no test runner for {language} here knows these exercises, so no solution is run: "
        "{exercises}",
        "is in no track, so its test runner is unknown: {exercises}",
    ),
    "exercise.not-accepted": ("is judged correct but not accepted",),
    "exercise.outside-repository": ("is not in {root}",),
    "exercise.shared-state": (
        "a submission can change state of the prelude that the solution uses: {shared_state}",
    ),
    "exercise.solution-not-tried": (
        "is not run: it belongs to no solution with all files ({files})",
        "is not run: the solution {solution} has another suffix",
    ),
    "exercise.submission-not-tried": ("is not run: {file_name} does not mention it",),
    "exercise.template-too-large": (
        "the files to edit have {size} bytes in total; a submission may have {maximum_bytes}: "
        "{names}",
        "the boilerplate{language} has {size} bytes; a submission may have {maximum_bytes}",
    ),
    "exercise.too-many-files": ("contains more than {maximum_files} files; no run receives it",),
    "exercise.too-many-trials": (
        "has more than {most} solutions and known-wrong submissions; the others are not run",
    ),
    "exercise.unexpected-points": (
        "earns {earned} points instead of the expected {points}",
        "earns no points instead of the expected {points}",
    ),
    "exercise.unexpected-status": ("{reason}",),
    "exercise.unknown-judge": ("judge {handler} is unknown on this machine: {exercises}",),
    "exercism.approaches.duplicate-slug": ("{slug} is already the slug of another approach",),
    "exercism.approaches.invalid-slug": (
        "must be a non-empty string, not {slug}",
        "must consist of letters, digits, _ and -, not be {slug}",
    ),
    "exercism.approaches.invalid-tag": ("{tag} {fault}",),
    "exercism.approaches.wrong-type": (
        "must be a list of tags, not {value}",
        "must be a list, not {listed}",
        "must be a string, not {value}",
        "must be a tag, not {tag}",
        "must be an object, not {item}",
    ),
    "exercism.config.foreign-file": ("{name} is not in the exercise's directory",),
    "exercism.config.invalid-file-name": ("must be a file name, not {name}",),
    "exercism.config.invalid-version": (
        "must be a whole number from 1 to {largest_version}, not {version}",
    ),
    "exercism.config.wrong-type": (
        "must be a list of names, not {value}",
        "must be an object, not {value}",
    ),
    "exercism.material.invalid-file-name": ("is ignored: its name is not plain text",),
    "exercism.material.too-many-files": (
        "contains more than {maximum_files} files; the rest is ignored",
    ),
    "exercism.material.unreadable-file": ("is ignored: it {error}",),
    "expectations.duplicate-file": ("{name} is listed twice",),
    "expectations.invalid-points": ("must be a whole number of points, not {text}",),
    "expectations.invalid-yaml": ("{reason}",),
    "expectations.missing-file": ("{name} does not exist beside it",),
    "expectations.no-status": ("no status is given",),
    "expectations.not-a-mapping": ("must map files to statuses",),
    "expectations.unknown-key": ("{key} is not a known key",),
    "expectations.unknown-status": ("{word} is not a status that a judge gives",),
    "expectations.wrong-type": ("must be {wanted}, not {found}",),
    "file.invalid-name": ("has a name that is not plain text",),
    "file.invalid-utf8": (
        "byte {byte} is not valid UTF-8",
        "is not valid UTF-8",
    ),
    "file.missing": ("does not exist",),
    "file.unreadable": ("{reason}",),
    "git-address.credentials": (
        "remove the username and password: they would be stored and displayed",
    ),
    "git-address.host-not-allowed": ("{host} is not one of the allowed hosts: {hosts}",),
    "git-address.internal-host": (
        '{host} is on the internal network; to allow it, set git_hosts = ["{host}"] in '
        "kriterion.toml",
    ),
    "git-address.invalid": ("this is not a valid URL",),
    "git-address.invalid-characters": (
        "a URL can contain only letters, digits and punctuation, no spaces",
    ),
    "git-address.invalid-host": (
        "write the host as a plain name such as example.org, not as {host}",
    ),
    "git-address.no-host": ("include the host, for example https://example.org/exercises.git",),
    "git-address.not-encrypted": (
        "use https://, so that nobody can change the content in transit",
    ),
    "git-address.not-https": ("only https:// URLs can be cloned",),
    "git-address.not-https-or-ssh": ("only https:// and ssh:// URLs can be cloned",),
    "git-address.port": ("the port must be a number from 1 to 65535",),
    "git-address.query": ("remove the part that starts with ? or #",),
    "git-address.ssh-path": ("a path can contain only letters, digits and _ . / + ~ -",),
    "git-address.ssh-user": ("write ssh URLs with the user of the Git host, such as git@{host}",),
    "git-address.too-long": ("a URL can have at most {most} characters",),
    "git-address.unknown-host": ("host {host} was not found, or the network is down",),
    "git-address.unknown-host-key": (
        "the ssh key of {host} is not known here; an administrator of the server must add it to "
        "the file that ssh_known_hosts in kriterion.toml names",
    ),
    "image.missing-directory": (
        "image {name} needs {directory}, which is not a directory",
        "image {name} needs {place}, which is not a directory",
    ),
    "image.refused": (
        "image {name} is not on this machine, so nothing is judged in it: {exercises}",
        "image {name} is not on this machine: {those}",
    ),
    "image.unmapped": (
        "image {name} is not mapped here, so its kind is {kind}",
        "image {name} is not mapped here, so its kind is {kind}: {exercises}",
    ),
    "image.unreadable": ("{reason}",),
    "json.byte-order-mark": ("starts with a byte order mark",),
    "json.comments": ("contains comments, which JSON does not allow",),
    "json.duplicate-key": (
        "key {key} and {others} others occur twice; the last value counts",
        "key {key} occurs twice; the last value counts",
    ),
    "json.empty": ("is empty",),
    "json.half-surrogate": ("contains half of a surrogate pair",),
    "json.invalid-number": ("{name} is not a number in JSON",),
    "json.not-an-object": ("must contain an object, not {value}",),
    "json.not-utf8": ("is not valid UTF-8",),
    "json.number-too-large": (
        "number {digits} does not fit into 64 bits",
        "number {digits} is too large",
    ),
    "json.syntax": ("is not valid JSON: {reason}",),
    "json.too-deep": ("is nested more than {maximum_depth} levels deep",),
    "judge.cannot-run": ("cannot be run: {fault}",),
    "judge.cannot-start": ("cannot start in the image {image}: {why}",),
    "judge.config.invalid-limit": (
        "must be a positive number of bytes, not {value}",
        "must be a positive number of seconds, not {value}",
    ),
    "judge.config.missing": ("is missing: it is optional here, but Dodona requires it",),
    "judge.config.wrong-type": (
        "must be a string, not {configuration}",
        "must be true or false, not {configuration}",
    ),
    "judge.image": (
        "image {image} is not mapped here, so its kind is {kind}",
        "image {image} is not on this machine: the judge is not run",
    ),
    "judge.invalid-first-line": ("{reason}",),
    "judge.killed-no-output": (
        "killed after {killed_after} of {duration} s, it had written nothing, so a student sees "
        "nothing; it starts to write after {first_output} s",
    ),
    "judge.killed-partial-output": (
        "killed after {killed_after} of {duration} s, it had written {written} of {total} bytes, "
        "which a student sees",
    ),
    "judge.missing-part": ("cannot start in the image {image}: {missing}",),
    "judge.missing-program": ("calls {program}, which is not found in the image {image}",),
    "judge.more-violations": ("{number} more violations are not listed",),
    "judge.no-interpreter": ("its interpreter {interpreter} is not in the image {image}",),
    "judge.no-sample-judgement": (
        "gives no judgement on a generated exercise, which is normal for a judge that needs its "
        "own kind of exercise: {why}",
    ),
    "judge.not-executable": ("is not executable",),
    "judge.open-levels": ("the output ends before its {level} is closed",),
    "judge.sample-failed": ("the sample run failed: {why}",),
    "judge.sample-status": ("judges the solution {file} as '{status}'",),
    "judge.stderr": ("{size} bytes, which are displayed only if the judge fails: {last_line}",),
    "learn-ocaml.description.hidden": ("is not displayed because {file} takes precedence",),
    "learn-ocaml.description.missing": ("has no description",),
    "learn-ocaml.exercise.invalid-path": ("cannot be the path of an exercise: it {fault}",),
    "learn-ocaml.exercise.missing-file": (
        "does not exist and counts as empty",
        "does not exist, so submissions cannot be graded",
    ),
    "learn-ocaml.exercise.misspelt-file": ("does not exist, so submissions cannot be graded",),
    "learn-ocaml.exercise.no-meta": ("is not an exercise because it has no {meta}",),
    "learn-ocaml.exercise.no-title": (
        "there is no title: the directory's name is displayed, but learn-ocaml displays none",
        "there is no title: the one in {title} is displayed, but learn-ocaml displays none",
    ),
    "learn-ocaml.exercise.unlisted": (
        "is not in {index}: teachers can use it, but students and builds do not see it",
    ),
    "learn-ocaml.generated-table": (
        "is ignored: the table is generated from each exercise's meta.json",
    ),
    "learn-ocaml.grading.dangling-link": (
        "is a broken link, so it is missing when submissions are graded",
    ),
    "learn-ocaml.grading.invalid-dependency": ("{name} {fault}",),
    "learn-ocaml.grading.link-outside": (
        "is a link out of the exercise, so it is missing when submissions are graded",
    ),
    "learn-ocaml.grading.unreadable-file": (
        "{error}, so it is missing when submissions are graded",
    ),
    "learn-ocaml.identifier.duplicate": ("{identifier} is also the identifier of {first}",),
    "learn-ocaml.identifier.missing": ("has no identifier",),
    "learn-ocaml.invalid-id": ("is ignored: its name {fault}",),
    "learn-ocaml.lessons.no-index": ("does not exist, so all lessons are listed, by file name",),
    "learn-ocaml.link.broken": (
        "{target} is the identifier of {number} exercises: ambiguous",
        "exercise {target} does not exist",
        "is a link from the exercise to itself",
    ),
    "learn-ocaml.link.cycle": ("requires exercises that require it: {others}",),
    "learn-ocaml.points.zero": (
        "the maximum is 0, so no solution can earn points and there is no percentage",
    ),
    "learn-ocaml.skill.spelling": (
        "the skill {skill} (uses: {number}) is elsewhere spelled {usual_spelling} (uses: {others})",
    ),
    "learn-ocaml.skill.untrained": ("no exercise trains the skill {skill}",),
    "learn-ocaml.source.invalid-token": ("is not valid OCaml: {what}",),
    "learn-ocaml.test.unknown-name": ("{name} is not defined",),
    "learn-ocaml.unread-file": (
        "nothing reads {unread}",
        "nothing reads {unread} and {number} other files",
    ),
    "machine.failed": ("this machine failed: {fault}",),
    "pointers.invalid": ("{pointer} is not a valid pointer: it {fault}",),
    "pointers.too-many": (
        "is too long: only {maximum_bytes} bytes and {maximum_emitted} lines are read",
    ),
    "repository.link-loop": ("is a link to a directory that contains it",),
    "repository.no-exercises": ("contains no exercises: no {config} was found",),
    "repository.no-space": (
        "the repositories of one teacher may take {most} of this site's disk together, and the "
        "other repositories of this owner take {used}: make this one smaller, remove one, or "
        "ask an administrator for more",
    ),
    "repository.too-deep": ("is nested more than {maximum_depth} directories deep",),
    "repository.too-many-directories": (
        "has too many directories: only the first {maximum_directories} are read",
    ),
    "rules.invalid": ("{reason}",),
    "site.settings": ("{reason}",),
    "snippet.busy": ("Too many people are running code right now. Try again in a moment.",),
    "snippet.no-compiler": ("OCaml is not installed on the server, so code cannot be run.",),
    "snippet.server-failed": ("Something went wrong on the server. Try again in a moment.",),
    "snippet.still-running": ("Your previous code is still running. Wait until it finishes.",),
    "snippet.too-long": ("The code is too long to run.",),
    "run.filter-kill": (
        "system-call filter: killed the command of the run; the system call is unknown",
        "system-call filter: {who} made the system call {call} of {architecture}{made_for} and was"
        " ended; foreign_architectures = true of its image allows programs for i386",
    ),
    "run.memory-kill": (
        "processes killed at the memory limit of {limit_bytes} bytes: {kills}",
        "processes killed at the memory limit of {limit_bytes} bytes: {kills}"
        " (peak: {peak_bytes} bytes)",
    ),
    "run.network-refused": (
        "the exercise or its judge asks for the network (network_enabled), and the image {image}"
        ' does not allow it; [images."{image}"] of kriterion.toml can set network = true',
    ),
    "run.unsupported-program": (
        "system-call filter: {who} made the system call {call} of {architecture}{made_for} and was"
        " ended; foreign_architectures = true of its image allows programs for i386",
    ),
    "settings.directory-without-rootfs": ("{place}.directory: only a rootfs has one",),
    "settings.invalid": ("{reason}",),
    "settings.invalid-manual": ("{place}.manual: {manual} must be a web address",),
    "settings.invalid-reference": (
        "{place}.reference: {reference} is not a reference to an image",
    ),
    "settings.invalid-value": ("{place}: {reason}",),
    "settings.invalid-variable": ("{reason}",),
    "settings.no-data-directory": (
        "user {uid} has no home directory, and no data directory is set",
    ),
    "settings.not-toml": ("{file}: is not valid TOML: {reason}",),
    "settings.not-utf-8": ("{file} line {line}: is not UTF-8 text",),
    "settings.one-uid": (
        "{file} sandbox.uid: one uid for all runs is not supported: each run gets its own",
    ),
    "settings.reference-without-engine": ("{place}.reference: only an image of an engine has one",),
    "settings.rootfs-without-directory": ("{place}: a rootfs needs its directory",),
    "settings.tool-without-place": (
        "{place}: needs a directory, or an image that contains the tool",
    ),
    "settings.unknown-default-judge": ("{file} default_judge: there is no [judges.{name}]",),
    "settings.unknown-renderer": ("{place}.renderer: {reason}",),
    "settings.unknown-runner": ("{place}.runner: {reason}",),
    "settings.unreadable": ("{file}: cannot be read: {reason}",),
    "submission.attempts-used": ("all {count} attempts at this exercise are used",),
    "submission.binary": ("the file is binary, not text; submit the source code",),
    "submission.exercise-unavailable": ("this exercise is currently unavailable",),
    "submission.files-too-large": (
        "the files are too large: {size} bytes together; the limit is {most}",
    ),
    "submission.invalid-name": ("the file name “{name}” {fault}",),
    "submission.no-file": ("there is no file to submit",),
    "submission.not-accepted": ("this activity does not accept submissions",),
    "submission.not-utf-8": ("line {line} is not valid UTF-8; save the file as UTF-8",),
    "submission.one-file-only": ("this exercise accepts only one file",),
    "submission.series-closed": ("this series no longer accepts submissions",),
    "submission.too-large": ("the file is too large: {size} bytes; the limit is {most}",),
    "submission.too-many-files": ("at most {count} files can be submitted",),
    "submission.too-many-waiting": (
        "{count} of your submissions are still waiting to be assessed; wait for one of them "
        "to finish",
    ),
    "submission.utf-16": ("the file is encoded as UTF-16; save it as UTF-8",),
    "suite.invalid": ("{reason}",),
    "suite.invalid-configuration": ("{reason}",),
    "suite.missing": ("does not exist",),
    "suite.not-checked": ("its test suite could not be checked within the limits",),
    "suite.unknown-language": (
        "the judge 'suite' does not know the programming language {language}",
    ),
    "suite.unreadable": ("cannot be read: {what}",),
    "text.loaded-from-elsewhere": (
        "{target} is not displayed: it would be loaded from another site",
    ),
    "text.missing-file": ("{target} does not exist",),
    "text.removed": (
        "{what} is removed",
        "the script {target} is not run",
    ),
    "text.too-long": ("is too large to be processed and is displayed as plain text",),
    "tool.cannot-run": ("cannot be run: {fault}",),
    "tool.dockerfile.missing-entrypoint": ("starts {script}, but {name} does not exist",),
    "tool.dockerfile.no-entrypoint": ("has no ENTRYPOINT, but hosts pass only arguments",),
    "tool.dockerfile.no-from": ("has no FROM, so no image can be built from it",),
    "tool.dockerfile.workdir": ("sets the working directory to {directory}, not {place}",),
    "tool.invalid-first-line": ("{reason}",),
    "tool.missing-program": ("calls {program}, which is not found in the image {image}",),
    "tool.more-violations": ("{number} more violations are not listed",),
    "tool.no-dockerfile": ("does not exist: Exercism builds the tool's image from it",),
    "tool.no-metadata": ("is not written, so its version is 1",),
    "tool.no-representation": ("the sample solution has no representation: {value}",),
    "tool.no-sample": (
        "is not run: its language is unknown",
        "is not run: there is no sample in the language {language}",
    ),
    "tool.no-tags": ("is not written, so solutions get no tags and approaches are not recognised",),
    "tool.not-executable": ("is not executable, so hosts start it through sh",),
    "tool.sample-failed": ("the sample run ended with: {ending}",),
    "tool.sample-not-passed": ("the sample solution does not pass its tests: {reason}",),
    "tool.script-elsewhere": ("is not at {path}, where Exercism's tools have it",),
    "tool.unknown-kind": ("is not run: its kind is unknown",),
    "track.concept-missing": ("the concept {slug} has no directory {directory}",),
    "track.concept-not-taught": (
        "no concept exercise teaches {name}",
        "no concept exercise teaches {name} (required {number} times)",
    ),
    "track.concept-taught-twice": ("{value} is already taught by {slug}",),
    "track.cycle": ("requires itself: {slugs}",),
    "track.deprecated-links": ("is deprecated but has {key}",),
    "track.duplicate-file": ("{value} is also listed as {earlier}",),
    "track.duplicate-item": ("{value} is listed twice",),
    "track.duplicate-slug": (
        "{slug} is also the slug of an earlier concept",
        "{slug} is listed twice",
        "{slug} is listed twice: as a {earlier} and as a {kind} exercise",
    ),
    "track.duplicate-uuid": ("is also the UUID of {owner}",),
    "track.exercise-missing": ("directory {directory} does not exist",),
    "track.exercise.author-twice": ("{value} is also listed as an author",),
    "track.exercise.broken-link": ("{target} is a relative link, which does not work on a page",),
    "track.exercise.empty-text": (
        "is empty, so {slug} has no text",
        "is empty, so students have no text",
    ),
    "track.exercise.foreign-file": ("{value} is not in the exercise's directory",),
    "track.exercise.invalid-address": ("must be a URL, not {value}",),
    "track.exercise.long-snippet": (
        "has {count} lines, but a card displays only {maximum_snippet_lines}",
    ),
    "track.exercise.missing-file": ("{value} does not exist",),
    "track.exercise.missing-text": (
        "does not exist, so {slug} has no text",
        "does not exist, so students have no text",
    ),
    "track.exercise.no-approaches-config": ("has no config.json, so nothing in it is displayed",),
    "track.exercise.no-config": ("has no {config}",),
    "track.exercise.no-files": ("lists no {kind} file",),
    "track.exercise.no-snippet": ("does not exist, so its card displays no code",),
    "track.exercise.too-many-files": ("lists {number} files; the limit is {maximum_files}",),
    "track.exercise.unlisted-text": ("is not listed in {file}, so it is not displayed",),
    "track.exercise.unreadable-file": ("{value} {fault}",),
    "track.foregone-exercise": ("{slug} is listed as foregone, but the track has this exercise",),
    "track.invalid-slug": ("must be a slug, not {value}",),
    "track.invalid-tag": ("{value} {fault}",),
    "track.invalid-uuid": ("must be a UUID of version 4, not {value}",),
    "track.invalid-value": (
        "indent_style must be 'space' or 'tab'",
        "must be {low}, not {value}",
        "must be a number of seconds, not {value}",
        "must be a whole number from {low} to {high}, not {value}",
        "must be one of {statuses}, not {value}",
    ),
    "track.lacking-documents": ("has no {lacking}, which Exercism's website displays",),
    "track.lacking-files": ("has no {lacking}",),
    "track.link": ("is a link, which hosts do not follow",),
    "track.missing-key": (
        "has no 'average_run_time'",
        "has no 'exercises'",
        "has no 'files'",
        "has no 'online_editor'",
        "has no 'status'",
        "has no {key}",
    ),
    "track.missing-uuid": ("has no 'uuid'",),
    "track.more-findings": ("{number} more findings are not listed",),
    "track.much-practised": (
        "is practised by {number} exercises; at most {most_practised} should practise it",
    ),
    "track.no-config": ("does not exist",),
    "track.no-tags": ("requires no tag, so it never matches",),
    "track.requires-itself": ("{value} is taught by this exercise itself",),
    "track.text-too-long": ("has {number} characters; the limit is {longest}",),
    "track.too-many-exercises": (
        "has more than {maximum_exercises} exercises; the rest is not checked",
    ),
    "track.unknown-concept": (
        "concept {name} does not exist",
        "concept {name} does not exist (used {number} times)",
    ),
    "track.unknown-key": ("is not a known key",),
    "track.unknown-placeholder": ("%{{found}} is not a known placeholder",),
    "track.unlisted": ("is not listed in {track_config}, so it is not offered to students",),
    "track.wrong-kind": ("is listed as a {kind} exercise but is a {other} exercise",),
    "track.wrong-type": (
        "must be a list, not {value}",
        "must be a string, not {value}",
        "must be an object, not {value}",
        "must be true or false, not {value}",
    ),
    "translation.no-boilerplate": ("there is a description in '{language}' but no boilerplate",),
    "translation.no-description": ("there is a name in '{language}' but no description",),
    "translation.no-name": ("there is a description in '{language}' but no name",),
    "upload.broken": ("the archive is damaged: {how}",),
    "upload.compression": (
        "the archive uses an unsupported compression method; create an ordinary zip file",
    ),
    "upload.damaged": ("the archive is damaged",),
    "upload.duplicate-name": ("the archive contains {name} twice",),
    "upload.empty": ("the archive is empty",),
    "upload.encrypted": ("the archive is encrypted",),
    "upload.files-too-large": ("the files in the archive exceed {most} bytes",),
    "upload.header-too-long": ("the archive contains a file header that is too long",),
    "upload.invalid-name": ("the archive contains a file with an invalid name: {name}",),
    "upload.listing-too-long": ("the archive's list of files is too long",),
    "upload.lzma": ("the archive is compressed with LZMA; create a zip or tar.gz file instead",),
    "upload.name-not-utf-8": ("the archive contains a file name that is not valid UTF-8: {name}",),
    "upload.name-too-long": ("the archive contains a file name that is too long: {name}…",),
    "upload.not-an-archive": ("the file is not a zip or tar archive",),
    "upload.outside-archive": ("the archive contains a file outside its own directory: {name}",),
    "upload.too-deep": ("directories in the archive are nested more than {most} levels deep",),
    "upload.too-many-directories": ("the archive contains more than {most} directories",),
    "upload.too-many-files": ("the archive contains more than {most} files",),
}
