#!/usr/bin/env python3
"""tools/relearn-poker-cnn with a few hands, and tools/bench cnn-matches with what it made.

    relearn_poker_cnn_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(sys.argv[1]).resolve()
LEARN = pathlib.Path(sys.argv[2]).resolve()

# Stands in for tools/setup.sh: nothing to install, nothing to build.
SETUP = """
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_packages=() torch_packages=()
need_packages() { :; }
configure() { :; }
build() { :; }
say() { printf '%s\\n' "$*" >&2; }
"""

# Stands in for the learner: asks the learner itself for a five-thousandth of the hands, in one epoch.
LEARNER = """#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
for option in ("--hands", "--train-hands", "--test-hands"):
    if option in words:
        words[words.index(option) + 1] = str(int(words[words.index(option) + 1]) // 5000)
if "--epochs" in words:
    words[words.index("--epochs") + 1] = "1"
os.execv(os.environ["LEARN"], [os.environ["LEARN"], *words])
"""


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def relearn(root, *words):
    return subprocess.run([root / "tools/relearn-poker-cnn", *words], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"LEARN": str(LEARN)})


def plant(root):
    learner = root / "build/release/bin/trivium-learn"
    for file in (root / "tools/relearn-poker-cnn", learner):
        file.parent.mkdir(parents=True)
    shutil.copy(SOURCE / "tools/relearn-poker-cnn", root / "tools")
    (root / "tools/setup.sh").write_text(SETUP)
    learner.write_text(LEARNER)
    learner.chmod(0o755)


def learned(root, game):
    folder = root / game
    done = relearn(root, game, folder)
    check(done.returncode == 0, f"{game} is learned: {done.stderr}")
    weights = pathlib.Path(done.stdout.splitlines()[-1])
    check(weights == folder / "network.safetensors", f"the last line names the weights: {done.stdout}")
    before = weights.read_bytes()
    again = relearn(root, game, folder)
    check(again.returncode == 0 and weights.read_bytes() == before, f"once more gives the same bytes: {again.stderr}")
    shutil.rmtree(folder / "run")
    check(relearn(root, game, folder).returncode == 0 and weights.read_bytes() == before, "learned from nothing too")
    return weights


def measured(root, weights):
    """Matches of a network that knows nothing yet: only the figures are looked at."""
    folder = root / "matches"
    command = [SOURCE / "tools/bench.d/cnn-matches", "limit", folder, "--network", weights, "--players", "random", "call", "--also", "twin=call",
               "--deals", "20", "--rounds", "2"]
    told = lambda *more: subprocess.run([*command, *more], capture_output=True, text=True, timeout=120,
                                        env=os.environ | {"TRIVIUM": str(LEARN.parent / "trivium")})
    done = told()
    lows = {line.split()[0]: float(line.split("all-in")[1].split("(")[1].split()[0]) for line in done.stdout.splitlines() if "80 hands   raw" in line}
    check(sorted(lows) == ["call", "random", "twin"], f"three matches are told: {done.stdout}{done.stderr}")
    check(done.returncode == (0 if lows["random"] > 0 and lows["call"] > 0 else 1), f"the exit status is the verdict: {done.stdout}")
    call, twin = ([line for line in (folder / f"{name}.log").read_text().splitlines() if line.startswith("STATE")] for name in ("call", "twin"))
    check([line.replace("call", "twin") for line in call] == twin, "all matches have the same cards and dice")
    check((folder / "curve.svg").read_text().count('class="line ') == 3, "and a picture")
    check(sorted(told().stdout.splitlines()) == sorted(done.stdout.splitlines()), "once more tells the same")
    for words, status in ((["--name", "call"], 2), (["--also", "call=call"], 2), (["--also", "call"], 2), (["--also", "other=nobody"], 3)):
        check(told(*words).returncode == status, f"{words}: {status}")


def main():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        plant(root)
        for words in ([], ["limit"], ["chess", "folder"], ["limit", "folder", "more"]):
            check(relearn(root, *words).returncode == 2, f"{words} is bad usage")
        told = relearn(root, "--help")
        check(told.returncode == 0 and "tools/relearn-poker-cnn limit|nolimit FOLDER" in told.stdout, f"--help tells: {told.stdout}")
        learned(root, "nolimit")
        measured(root, learned(root, "limit"))


main()
