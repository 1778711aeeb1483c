"""The rules of prose that a script can check.

Words: documents, sources and tests do not use private words, old words and pronouns for programs; a
plain technical word exists for each. Text in `backquotes` in Markdown is a quotation, and names in
files (draws_foretold.csv) are data.
Width: lines of scripts and of Markdown end at column 100; in Markdown tables, links, images,
comments for tests, code and single words may be wider. clang-format checks C++. Data and golden
files are not read.

    prose_test.py ROOT              check a tree
    prose_test.py ROOT --count      print the number of findings of each pattern, and by folder
    prose_test.py --self-test       check the checker
"""
import collections
import pathlib
import re
import sys

PATTERNS = (r"\bforetell", r"(?<![\w.])foretold", r"\bheed", r"\bso many\b", "gone on with",
            r"\bper cent\b", "believed of", r"(?<![-\w.])told\b", "reckon", r"\bwho is\b",
            r"\bwho has\b", "people's games", r"\b(?:he|him|his)\b(?! et al)", "kMost", "kLargest",
            "kLongest", "kFewest")
MAX_WIDTH = 100
WORDS = re.compile("|".join(f"({pattern})" for pattern in PATTERNS), re.IGNORECASE)
ENDINGS = {".h", ".cpp", ".py", ".sh", ".cmake", ".md", ".txt"}
FORMATTED = {".h", ".cpp"}
PLACES = ("engine", "learning", "models", "protocols", "tools", "tests", "docs")
NOT_READ = ("tests/data", "tests/golden", "tests/tree/prose_test.py")
QUOTED = re.compile(r"`[^`]*`")


def is_read(path, root):
    """Returns whether the file has text in English."""
    name = path.relative_to(root).as_posix()
    if name.startswith(NOT_READ) or "__pycache__" in name:
        return False
    is_script = not path.suffix and name.startswith("tools/")
    return path.is_file() and (path.suffix in ENDINGS or is_script)


def files(root):
    """Returns the files of the tree with text in English."""
    found = list(root.glob("*.md"))
    for place in PLACES:
        found += (root / place).rglob("*")
    return sorted(path for path in found if is_read(path, root))


def findings(text, markdown):
    """Yields line number and number of the pattern of each finding."""
    for number, line in enumerate(text.splitlines(), 1):
        if markdown:
            line = QUOTED.sub("", line)
        for found in WORDS.finditer(line):
            yield number, found.lastindex - 1


def wide_lines(text, markdown):
    """Yields the numbers of the lines that end after the last column and may not."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        one_word = " " not in line.strip()
        free = fenced or one_word or line.startswith(("|", "<", "    ")) or "](" in line
        if len(line) > MAX_WIDTH and not (markdown and free):
            yield number


def check(root):
    """Prints each finding and returns how many there are."""
    count = 0
    for path in files(root):
        text = path.read_text(encoding="utf-8")
        for number, pattern in findings(text, path.suffix == ".md"):
            print(f"{path.relative_to(root)}:{number}: pattern {PATTERNS[pattern]}")
            count += 1
        if path.suffix not in FORMATTED:
            for number in wide_lines(text, path.suffix == ".md"):
                print(f"{path.relative_to(root)}:{number}: wider than {MAX_WIDTH} columns")
                count += 1
    return count


def print_counts(root):
    """Prints the number of each pattern, and by folder."""
    patterns, folders = collections.Counter(), collections.Counter()
    for path in files(root):
        text = path.read_text(encoding="utf-8")
        for _, pattern in findings(text, path.suffix == ".md"):
            patterns[PATTERNS[pattern]] += 1
            folders["/".join(path.relative_to(root).parts[:2])] += 1
    for counter in (patterns, folders):
        for name, number in counter.most_common():
            print(f"{number:6} {name}")
        print()


def self_test():
    """Returns the number of wrong answers."""
    cases = (("is told\n", False, [(1, PATTERNS.index(r"(?<![-\w.])told\b"))]),
             ("a\nHe plays\n", False, [(2, PATTERNS.index(r"\b(?:he|him|his)\b(?! et al)"))]),
             ("the history of this\n", False, []),
             ("a key `told`\n", True, []),
             ("a key draws_told, a rule score-told\n", False, []),
             ("He et al. (2015)\n", False, []),
             ("a key `told`\n", False, [(1, PATTERNS.index(r"(?<![-\w.])told\b"))]))
    faults = sum(list(findings(text, markdown)) != expected for text, markdown, expected in cases)
    wide = "x " * MAX_WIDTH
    table = f"a\n{wide}\n| {wide} |\n```\n{wide}\n```\n{wide}\n"
    faults += list(wide_lines(table, True)) != [2, 7]
    faults += list(wide_lines(table, False)) != [2, 3, 5, 7]
    return faults


def main(arguments):
    if arguments == ["--self-test"]:
        return 1 if self_test() else 0
    root = pathlib.Path(arguments[0]).resolve()
    if arguments[1:] == ["--count"]:
        print_counts(root)
        return 0
    return 1 if check(root) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
