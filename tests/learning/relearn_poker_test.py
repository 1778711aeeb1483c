#!/usr/bin/env python3
"""tools/relearn-poker with a few deals and no buckets, and tools/bench poker on what it made.

    relearn_poker_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN
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
build_packages=()
need_packages() { :; }
build() { :; }
say() { printf '%s\\n' "$*" >&2; }
"""

# Stands in for the learner: asks the learner itself for a hundred-thousandth of the deals, in short batches, with one bucket a round.
LEARNER = """#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
for option in ("--iterations", "--also-at"):
    if option in words:
        words[words.index(option) + 1] = str(int(words[words.index(option) + 1]) // 100000)
words[words.index("--counts") + 1] = "169,1,1,1" if "strategy.safetensors" in words else "1,1,1,1"
words[words.index("--batch") + 1] = "500"
os.execv(os.environ["LEARN"], [os.environ["LEARN"], *words, "--epoch", "1000"])
"""


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def relearn(root, *words):
    return subprocess.run([root / "tools/relearn-poker", *words], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"LEARN": str(LEARN)})


def plant(root):
    learner = root / "build/release/bin/trivium-learn"
    for file in (root / "tools/relearn-poker", learner):
        file.parent.mkdir(parents=True)
    shutil.copy(SOURCE / "tools/relearn-poker", root / "tools")
    (root / "tools/setup.sh").write_text(SETUP)
    learner.write_text(LEARNER)
    learner.chmod(0o755)


def main():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        plant(root)
        for words in ([], ["limit"], ["chess", "folder"], ["limit", "folder", "more"]):
            check(relearn(root, *words).returncode == 2, f"{words} is bad usage")
        told = relearn(root, "--help")
        check(told.returncode == 0 and "tools/relearn-poker limit|nolimit FOLDER" in told.stdout, f"--help tells: {told.stdout}")
        for game in ("limit", "nolimit"):
            folder = root / game
            done = relearn(root, game, folder)
            check(done.returncode == 0, f"{game} is learned: {done.stderr}")
            weights = pathlib.Path(done.stdout.splitlines()[-1])
            check(weights == folder / "strategy.safetensors", f"the last line names the weights: {done.stdout}")
            files = sorted(path.name.split("-")[0] for path in folder.glob("*.safetensors"))
            check(files == ["blind.safetensors", "strategy", "strategy.safetensors"], f"with those it is measured against: {files}")
            before = weights.read_bytes()
            again = relearn(root, game, folder)
            check(again.returncode == 0 and weights.read_bytes() == before, f"once more gives the same bytes: {again.stderr}")
        few = ["--hands", "40", "--quarter-hands", "4", "--lbr-hands", "20"]
        bench = subprocess.run([SOURCE / "tools/bench.d/poker", "nolimit", root / "nolimit", *few],
                               capture_output=True, text=True, timeout=120, env=os.environ | {"TRIVIUM": str(LEARN.parent / "trivium")})
        check(bench.returncode in (0, 1) and bench.stdout.count("against") == 5 and bench.stdout.count("Hyperborean") == 4,
              f"tools/bench poker measures them: {bench.stdout}{bench.stderr}")


main()
