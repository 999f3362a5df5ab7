"""What the crowd hands in, and what becomes of it."""

FILES = {
    "solution/solution.py": "correct",
    "submissions/wrong-answer.py": "wrong",
    "submissions/syntax-error.py": "compilation error",
    "submissions/exception.py": "runtime error",
}
