"""The submissions of the crowd, and their expected verdicts."""

FILES = {
    "solution/solution.py": "correct",
    "submissions/wrong-answer.py": "wrong",
    "submissions/syntax-error.py": "compilation error",
    "submissions/exception.py": "runtime error",
}
