"""Rules of the source tree that a compiler does not check.

Arrows: every include of ours follows the table of arrows in ARCHITECTURE.md, which lists every
folder with sources, has no unused arrow, and has only arrows to rows above.
Sizes: a folder has at most MAX_SOURCES sources and headers, one of a learner MAX_OF_LEARNER. Tests
mirror the tree and have no limit.
Headers: each opens with a comment, has `#pragma once` and no `using namespace`. Those of a learner
are in the namespace of its folder.
Tests: every file NAME_test.cpp, .py or .sh is listed in a CMakeLists.txt that tests/CMakeLists.txt
reaches, so that none is forgotten.

    tree_test.py ROOT             check a tree
    tree_test.py --self-test      check the checker on small trees with one fault each
"""
import collections
import pathlib
import re
import sys
import tempfile

TOPS = ("models", "engine", "protocols", "learning", "tools", "tests")
MAX_SOURCES = 30
MAX_OF_LEARNER = 25

TABLE = "the table of arrows in ARCHITECTURE.md"
SECTION = re.compile(r"^## Arrows\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\|(.+)\|(.+)\|$", re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")
LOOP = re.compile(r"foreach\((\w+) IN ITEMS\s+([^)]*)\)(.*?)endforeach\(\)", re.DOTALL)
SUBDIRECTORY = re.compile(r"add_subdirectory\((\S+?)\)")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
FOREIGN = ("doctest/", "boost/", "fmt/", "nlohmann/", "CLI/", "rapidcheck")


class Arrows:
    """The table of arrows, and the arrows in use.

    A row names one folder or several, and what their files may include: folders, single files,
    "nothing" or "anything above". Folders of one row may include each other. `FOLDER/*` stands
    for all folders below that have no row.
    """

    def __init__(self, text):
        section = SECTION.search(text)
        self.rows = []  # (folders, targets; None: anything above)
        for folders, targets in ROW.findall(section[1] if section else ""):
            if NAME.search(folders):
                allowed = None if "anything above" in targets else NAME.findall(targets)
                self.rows.append((NAME.findall(folders), allowed))
        self.row_of = {name: row for row, (names, _) in enumerate(self.rows) for name in names}
        self.seen = set()  # names of folders that have sources
        self.used = set()  # (number of the row, target)

    def find(self, path):
        """Returns the number of the row for `path`, or None; marks its folder as seen."""
        folder = pathlib.PurePosixPath(path).parent
        for name in (str(folder), *(f"{above}/*" for above in folder.parents)):
            if name in self.row_of:
                self.seen.add(name)
                return self.row_of[name]
        return None

    def allows(self, source, included):
        """True if the row `source` may include the file `included` of another folder."""
        targets = self.rows[source][1]
        if targets is None:
            return self.find(included) <= source
        if self.find(included) == source:
            return True
        for target in (included, pathlib.PurePosixPath(included).parent.as_posix()):
            if target in targets:
                self.used.add((source, target))
                return True
        return False

    def faults(self):
        if not self.rows:
            yield f"{TABLE} is missing"
        for number, (folders, targets) in enumerate(self.rows):
            for folder in folders:
                if folder not in self.seen and not folder.endswith("/*"):
                    yield f"{TABLE} lists {folder}, which has no sources"
            for target in targets or []:
                row = self.row_of.get(target, self.find(target))
                if row is None or row >= number:
                    yield f"{TABLE}: from {folders[0]} to {target} does not point to a row above"
                elif (number, target) not in self.used:
                    yield f"{TABLE}: nothing uses the arrow from {folders[0]} to {target}"


def arrow_faults(arrows, name, text):
    source = arrows.find(name)
    if source is None:
        yield f"{name}: its folder has no row in {TABLE}"
        return
    folder = pathlib.PurePosixPath(name).parent
    for included in INCLUDE.findall(text):
        if included.startswith(FOREIGN) or pathlib.PurePosixPath(included).parent == folder:
            continue
        if arrows.find(included) is None:
            yield f'{name}: includes "{included}": not a path from the root of the tree'
        elif not arrows.allows(source, included):
            yield f'{name}: {folder} may not include "{included}"'


def size_faults(names):
    sizes = collections.Counter(pathlib.PurePosixPath(name).parent.as_posix() for name in names)
    for folder, size in sorted(sizes.items()):
        limit = MAX_OF_LEARNER if folder.startswith("learning") else MAX_SOURCES
        if not folder.startswith("tests") and size > limit:
            yield f"{folder}: has {size} sources and headers; the limit is {limit}"


def header_faults(name, text):
    if not text.startswith("//"):
        yield f"{name}: opens without saying what it is"
    if "#pragma once" not in text:
        yield f"{name}: no #pragma once"
    if re.search(r"^\s*using namespace", text, re.MULTILINE):
        yield f"{name}: using namespace in a header"
    top, learner, *_ = name.split("/")
    namespace = "trivium::learning" + ("" if learner == "harness" else f"::{learner}")
    opening = re.compile(rf"^namespace {namespace}(::\w+)* {{", re.MULTILINE)
    if top == "learning" and not opening.search(text):
        yield f"{name}: is not in the namespace {namespace}"


def repeat_loops(text):
    """Replaces each foreach(NAME IN ITEMS ...) by its body, once for each item."""
    return LOOP.sub(lambda loop: "".join(loop[3].replace(f"${{{loop[1]}}}", item)
                                         for item in loop[2].split()), text)


def listed_files(folder):
    """Returns the paths of all words in CMakeLists.txt of `folder` and the folders it adds."""
    path = folder / "CMakeLists.txt"
    if not path.exists():
        return
    text = repeat_loops(re.sub(r"#.*", "", path.read_text(encoding="utf-8")))
    yield from (folder / word for word in re.split(r"[\s()]+", text))
    for subfolder in SUBDIRECTORY.findall(text):
        yield from listed_files(folder / subfolder)


def unlisted_tests(root):
    listed = set(listed_files(root / "tests"))
    for path in sorted((root / "tests").rglob("*_test.*")):
        if path.suffix in (".cpp", ".py", ".sh") and path not in listed:
            name = path.relative_to(root).as_posix()
            yield f"{name}: no CMakeLists.txt lists it, so it never runs"


def faults(root):
    paths = [path for top in TOPS for path in sorted((root / top).rglob("*"))]
    names = [path.relative_to(root).as_posix() for path in paths if path.suffix in (".h", ".cpp")]
    table = root / "ARCHITECTURE.md"
    arrows = Arrows(table.read_text(encoding="utf-8") if table.exists() else "")
    yield from unlisted_tests(root)
    yield from size_faults(names)
    for name in names:
        text = (root / name).read_text(encoding="utf-8")
        yield from arrow_faults(arrows, name, text)
        if name.endswith(".h"):
            yield from header_faults(name, text)
    yield from arrows.faults()


CORE = "| `engine/core` | nothing |\n"
RULES = "| `engine/reversi/rules` | `engine/core` |\n"
REVERSI = "| `engine/reversi` | `engine/reversi/rules` |\n"
FORMAT = "| `models/format` | `engine/core/a.h` |\n"
LEARNER = "| `learning/elo` | nothing |\n"
TESTS = "| `tests`, `tests/*` | anything above |\n"
HEADER = "// What.\n#pragma once\n"


def header(*included):
    return HEADER + "".join(f'#include "{path}"\n' for path in included)


def self_test():
    script = "trivium_script_test(${topic} SCRIPT ${topic}_test.py)"
    to_core, to_rules = header("engine/core/a.h"), header("engine/reversi/rules/a.h")
    # Rows after those of core and rules; files beside one of each; the faults.
    cases = [
        ("", {}),
        (REVERSI, {"engine/reversi/a.h": to_rules}),
        (REVERSI, {"engine/reversi/a.h": header("engine/reversi/rules/a.h", "engine/core/a.h")},
         'engine/reversi may not include "engine/core/a.h"'),
        ("| `engine/reversi`, `engine/reversi/search` | `engine/reversi/rules` |\n",
         {"engine/reversi/a.h": header("engine/reversi/search/a.h"),
          "engine/reversi/search/a.h": header("engine/reversi/a.h", "engine/reversi/rules/a.h")}),
        ("| `engine/reversi` | nothing |\n",
         {"engine/reversi/a.h": HEADER, "engine/reversi/rules/b.h": header("engine/reversi/a.h")},
         'engine/reversi/rules may not include "engine/reversi/a.h"'),
        ("| `engine/reversi` | `engine/shogi` |\n| `engine/shogi` | `engine/reversi` |\n",
         {"engine/reversi/a.h": header("engine/shogi/a.h"),
          "engine/shogi/a.h": header("engine/reversi/a.h")},
         "from engine/reversi to engine/shogi does not point to a row above"),
        (REVERSI, {"engine/reversi/a.h": HEADER}, "nothing uses the arrow from engine/reversi"),
        (REVERSI, {}, "lists engine/reversi, which has no sources", "nothing uses the arrow"),
        ("", {"engine/reversi/a.h": HEADER}, "engine/reversi/a.h: its folder has no row"),
        ("", {"engine/reversi/rules/b.cpp": '#include "a.h"\n'}, "not a path from the root"),
        (FORMAT, {"models/format/a.h": to_core, "engine/core/b.h": HEADER}),
        (FORMAT, {"models/format/a.h": header("engine/core/a.h", "engine/core/b.h"),
                  "engine/core/b.h": HEADER},
         'models/format may not include "engine/core/b.h"'),
        ("| `tools` | anything above |\n" + TESTS,
         {"tools/a.h": to_core, "tests/a.h": HEADER,
          "tests/x/y/a.h": header("tests/a.h", "tools/a.h")}),
        ("| `tools` | anything above |\n" + TESTS,
         {"tools/a.h": header("tests/a.h"), "tests/a.h": HEADER},
         'tools may not include "tests/a.h"'),
        ("", {"engine/core/b.h": "#pragma once\n"}, "opens without saying"),
        ("", {"engine/core/b.h": "// What.\n"}, "no #pragma once"),
        ("", {"engine/core/b.h": HEADER + "using namespace std;\n"}, "using namespace"),
        ("", {f"engine/core/b{i}.cpp": "" for i in range(MAX_SOURCES - 1)}),
        ("", {f"engine/core/b{i}.cpp": "" for i in range(MAX_SOURCES)}, "the limit is"),
        (LEARNER, {f"learning/elo/b{i}.cpp": "" for i in range(MAX_OF_LEARNER)}),
        (LEARNER, {f"learning/elo/b{i}.cpp": "" for i in range(MAX_OF_LEARNER + 1)},
         "the limit is"),
        (LEARNER, {"learning/elo/a.h": HEADER + "namespace trivium::learning::elo {\n}\n"}),
        (LEARNER, {"learning/elo/a.h": HEADER + "namespace trivium::learning {\n}\n"},
         "is not in the namespace trivium::learning::elo"),
        (TESTS, {"tests/CMakeLists.txt": "add_subdirectory(a)\n",
                 "tests/a/CMakeLists.txt": "trivium_test(x\n  SOURCES b/x_test.cpp y_test.cpp)\n",
                 "tests/a.h": HEADER, "tests/a/b/x_test.cpp": "", "tests/a/y_test.cpp": ""}),
        (TESTS, {"tests/CMakeLists.txt": "add_subdirectory(a)\n",
                 "tests/a/CMakeLists.txt": "trivium_test(x SOURCES x_test.cpp)\n",
                 "tests/a.h": HEADER, "tests/a/x_test.cpp": "", "tests/b/x_test.cpp": ""},
         "tests/b/x_test.cpp: no CMakeLists.txt lists it"),
        (TESTS, {"tests/b/CMakeLists.txt": "trivium_test(x SOURCES x_test.cpp)\n",
                 "tests/a.h": HEADER, "tests/b/x_test.cpp": ""},
         "tests/b/x_test.cpp: no CMakeLists.txt lists it"),
        ("", {"tests/CMakeLists.txt": "# x_test.py\n", "tests/x_test.py": ""},
         "tests/x_test.py: no CMakeLists.txt lists it"),
        ("", {"tests/CMakeLists.txt": f"foreach(topic IN ITEMS a\n  b)\n{script}\nendforeach()\n",
              "tests/a_test.py": "", "tests/b_test.py": ""}),
        ("", {"tests/CMakeLists.txt": f"foreach(topic IN ITEMS b)\n{script}\nendforeach()\n"
                                      "trivium_test(a SOURCES a.cpp)\n",
              "tests/a_test.py": "", "tests/b_test.py": ""},
         "tests/a_test.py: no CMakeLists.txt lists it"),
    ]
    for rows, files, *expected in cases:
        files = {"engine/core/a.h": HEADER, "engine/reversi/rules/a.h": to_core,
                 "ARCHITECTURE.md": f"## Arrows\n{CORE}{RULES}{rows}\n## Other\n", **files}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            found = list(faults(pathlib.Path(folder)))
        if len(found) != len(expected) or not all(map(str.__contains__, found, expected)):
            sys.exit(f"self-test: {files}: expected {expected}, found {found}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every include follows the arrows")
    sys.exit(bool(found))


main()
