#!/usr/bin/env python3
"""The rules of the source tree that a compiler does not check.

Arrows: every include of ours must follow the table below (design in ARCHITECTURE.md); anything else fails, cycles included.
Headers: each opens with a comment, has `#pragma once` and no `using namespace`.
Tests: every file NAME_test.cpp, .py or .sh is listed in a CMakeLists.txt that tests/CMakeLists.txt reaches, so that none is left out.

    tree_test.py ROOT             check a tree
    tree_test.py --self-test      check the checker on small trees with one fault each
"""
import pathlib
import re
import sys
import tempfile

# target folder -> folders whose headers it may include, itself left out. A folder is the longest prefix listed here.
ARROWS = {
    "models/format": ["engine/core"],
    "engine/core": [],
    "engine/bandits": ["engine/core"],
    "engine/nn": ["models/format"],
    "engine/chess/rules": ["engine/core"],
    "engine/connect6/rules": ["engine/core"],
    "engine/poker/rules": ["engine/core"],
    "engine/chess": ["engine/chess/rules", "engine/core", "models/format"],
    "engine/connect6": ["engine/connect6/rules", "engine/core", "models/format", "engine/bandits"],
    "engine/poker": ["engine/poker/rules", "engine/core", "models/format", "engine/nn"],
    "protocols/line": ["engine/core"],
    "protocols/client": ["protocols/line", "engine/core", "engine/chess/rules", "engine/connect6/rules", "engine/poker/rules"],
    "protocols/uci": ["protocols/line", "engine/core"],
    "protocols/uci/chess": ["protocols/uci", "protocols/line", "engine/core", "models/format", "engine/chess", "engine/chess/rules"],
    "protocols/gtp": ["protocols/line", "engine/core", "models/format"],
    "protocols/gtp/connect6": ["protocols/gtp", "protocols/line", "engine/core", "models/format", "engine/connect6", "engine/connect6/rules"],
    "protocols/acpc": ["protocols/line", "engine/core", "models/format", "engine/poker", "engine/poker/rules"],
    "protocols/server": ["protocols/uci", "protocols/gtp", "protocols/acpc", "protocols/line", "engine/core"],
    "learning/harness": ["models/format", "engine/core"],
}
GAMES = ["chess", "connect6", "poker"]
GAME_FOLDERS = [f"engine/{game}{part}" for game in GAMES for part in ("", "/rules")]
for learner in ["bandits", "published", "outcome", "tdleaf", "choice", "btmm", "cfr", "poker_cnn", "measure"]:
    ARROWS[f"learning/{learner}"] = ["learning/harness", "models/format", "engine/core", "engine/bandits", "engine/nn", *GAME_FOLDERS]
ARROWS["learning/outcome"].append("learning/btmm")  # its files of games
ARROWS["learning/cfr"].append("learning/measure")  # exact best response, public trees
ARROWS["learning/poker_cnn"].append("learning/measure")  # deals, logs
ARROWS["learning/poker_cnn/torch"] = [*ARROWS["learning/poker_cnn"], "learning/poker_cnn"]
# trivium-match is a program of several libraries.
MATCH_PARTS = {
    "setup": [],
    "describe": ["setup"],
    "journal": ["setup"],
    "board": ["setup", "journal"],
    "poker": ["setup", "journal"],
    "standings": ["setup", "journal"],
    "check": [],
    "view": ["setup", "describe", "journal", "standings"],
    "run": ["setup", "journal", "board", "poker", "standings", "view"],
}
MATCH_OUTSIDE = ["protocols/client", "protocols/line", "protocols/acpc", "learning/harness", "learning/measure", "models/format", "engine/core",
                 *GAME_FOLDERS]
ARROWS["learning"] = []
ARROWS["tools/manual"] = []
for part, others in MATCH_PARTS.items():
    ARROWS[f"tools/match/{part}"] = [*MATCH_OUTSIDE, "tools/manual", *(f"tools/match/{other}" for other in others)]
ARROWS["tools"] = [folder for folder in ARROWS]
ARROWS["tests"] = [folder for folder in ARROWS]

LOOP = re.compile(r"foreach\((\w+) IN ITEMS\s+([^)]*)\)(.*?)endforeach\(\)", re.DOTALL)
SUBDIRECTORY = re.compile(r"add_subdirectory\((\S+?)\)")
# models/format stands below everything but these: values and text helpers that include nothing of ours themselves.
BELOW_FORMAT = ["engine/core/input_file.h", "engine/core/result.h", "engine/core/text.h"]
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
FOREIGN = ("doctest/", "boost/", "fmt/", "nlohmann/", "CLI/", "rapidcheck")


def folder_of(path):
    """The target folder that `path` (relative, posix) belongs to, or None."""
    fits = [folder for folder in ARROWS if path == folder or path.startswith(folder + "/")]
    return max(fits, key=len) if fits else None


def arrow_faults(name, text):
    source = folder_of(name)
    if source is None:
        yield f"{name}: lies in no folder of the arrow table"
        return
    for included in INCLUDE.findall(text):
        if included.startswith(FOREIGN):
            continue
        target = folder_of(included)
        if target is None:
            yield f'{name}: includes "{included}": not a path from the root of the tree'
        elif target != source and target not in ARROWS[source]:
            yield f'{name}: {source} may not include {target} ("{included}")'
        elif source == "models/format" and target == "engine/core" and included not in BELOW_FORMAT:
            yield f'{name}: {source} may include only {", ".join(BELOW_FORMAT)} of {target} ("{included}")'


def header_faults(name, text):
    if not text.startswith("//"):
        yield f"{name}: opens without saying what it is"
    if "#pragma once" not in text:
        yield f"{name}: no #pragma once"
    if re.search(r"^\s*using namespace", text, re.MULTILINE):
        yield f"{name}: using namespace in a header"


def cycle_faults():
    """The table itself must be acyclic."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            yield f"the arrow table has a cycle: {' -> '.join(path + [folder])}"
            return
        if folder in done:
            return
        path.append(folder)
        for target in ARROWS[folder]:
            yield from visit(target)
        path.pop()
        done.add(folder)

    for folder in ARROWS:
        if folder not in ("tools", "tests"):  # nothing may include these two
            yield from visit(folder)


def repeat_loops(text):
    """Replaces each foreach(NAME IN ITEMS ...) by its body, once for each item."""
    return LOOP.sub(lambda loop: "".join(loop[3].replace(f"${{{loop[1]}}}", item) for item in loop[2].split()), text)


def listed_files(folder):
    """Paths of all words in the CMakeLists.txt of `folder` and of the folders that it adds."""
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
            yield f"{path.relative_to(root).as_posix()}: no CMakeLists.txt lists it, so it never runs"


def faults(root):
    yield from cycle_faults()
    yield from unlisted_tests(root)
    for top in ("models", "engine", "protocols", "learning", "tools", "tests"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            name = path.relative_to(root).as_posix()
            text = path.read_text(encoding="utf-8")
            yield from arrow_faults(name, text)
            if path.suffix == ".h":
                yield from header_faults(name, text)


def self_test():
    good = "// What.\n#pragma once\n"
    script = 'trivium_script_test(${topic} SCRIPT ${topic}_test.py)'
    trees = [
        ({"tests/CMakeLists.txt": "add_subdirectory(a)\n", "tests/a/CMakeLists.txt": "trivium_test(x\n  SOURCES b/x_test.cpp y_test.cpp)\n",
          "tests/a/b/x_test.cpp": "", "tests/a/y_test.cpp": ""}, None),
        ({"tests/CMakeLists.txt": "add_subdirectory(a)\n", "tests/a/CMakeLists.txt": "trivium_test(x SOURCES x_test.cpp)\n",
          "tests/a/x_test.cpp": "", "tests/b/x_test.cpp": ""}, "tests/b/x_test.cpp: no CMakeLists.txt lists it"),
        ({"tests/b/CMakeLists.txt": "trivium_test(x SOURCES x_test.cpp)\n", "tests/b/x_test.cpp": ""}, "tests/b/x_test.cpp: no CMakeLists.txt"),
        ({"tests/CMakeLists.txt": "# x_test.cpp\n", "tests/x_test.cpp": ""}, "tests/x_test.cpp: no CMakeLists.txt lists it"),
        ({"tests/CMakeLists.txt": f"foreach(topic IN ITEMS a\n  b)\n{script}\nendforeach()\n", "tests/a_test.py": "", "tests/b_test.py": ""}, None),
        ({"tests/CMakeLists.txt": f"foreach(topic IN ITEMS b)\n{script}\nendforeach()\ntrivium_test(a SOURCES a.cpp)\n",
          "tests/a_test.py": "", "tests/b_test.py": ""}, "tests/a_test.py: no CMakeLists.txt lists it"),
    ]
    cases = [
        ("engine/chess/rules/a.h", good + '#include "engine/core/rng.h"\n', None),
        ("engine/chess/rules/a.h", good + '#include "engine/chess/search.h"\n', "may not include engine/chess"),
        ("engine/core/a.h", good + '#include "models/format/a.h"\n', "may not include models/format"),
        ("models/format/a.h", good + '#include "engine/core/text.h"\n', None),
        ("models/format/a.h", good + '#include "engine/core/rng.h"\n', "may include only"),
        ("engine/chess/a.h", good + '#include "engine/connect6/a.h"\n', "may not include engine/connect6"),
        ("engine/chess/a.h", good + '#include "protocols/uci/a.h"\n', "may not include protocols/uci"),
        ("protocols/uci/chess/a.h", good + '#include "engine/chess/a.h"\n', None),
        ("protocols/uci/a.h", good + '#include "engine/chess/a.h"\n', "may not include engine/chess"),
        ("protocols/uci/a.h", good + '#include "protocols/uci/chess/a.h"\n', "may not include protocols/uci/chess"),
        ("learning/outcome/a.h", good + '#include "protocols/line/a.h"\n', "may not include protocols/line"),
        ("engine/chess/a.cpp", '#include "rng.h"\n', "not a path from the root"),
        ("engine/chess/a.h", "#pragma once\n", "opens without saying"),
        ("engine/chess/a.h", "// What.\n", "no #pragma once"),
        ("engine/chess/a.h", good + "using namespace std;\n", "using namespace"),
        ("engine/go/a.h", good, "in no folder"),
        ("tests/engine/forgotten_test.cpp", "// What.\n", "never runs"),
        ("tests/tools/forgotten_test.py", "", "never runs"),
    ]
    for files, expected in [*trees, *(({name: text}, expected) for name, text, expected in cases)]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            found = list(faults(pathlib.Path(folder)))
        fits = not found if expected is None else len(found) == 1 and expected in found[0]
        if not fits:
            sys.exit(f"self-test: {files}: expected {expected!r}, found {found}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every include follows the arrows")
    sys.exit(bool(found))


main()
