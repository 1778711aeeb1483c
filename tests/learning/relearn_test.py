#!/usr/bin/env python3
"""tools/relearn with stages of a few tiny games: every option is one that the learner has, every stage finds what it needs.

    relearn_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN
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

# Stands in for the learner: notes what it was asked for, and asks the learner itself for less. With FAIL_AT=NAME it fails at that stage.
LEARNER = """#!/usr/bin/env python3
import os, pathlib, sys
words = sys.argv[1:]
stage = pathlib.Path(words[words.index("--out") + 1]).stem
with open(os.environ["STAGES"], "a") as stages:
    print(stage, file=stages)
if stage == os.environ.get("FAIL_AT"):
    sys.exit(1)
for option, few in {"--generations": 2, "--generation-games": 3}.items():
    if option in words:
        words[words.index(option) + 1] = str(few)
if "--nodes" in words:
    words[words.index("--nodes") + 1] = str(int(words[words.index("--nodes") + 1]) // 20)
if "--from-games" not in words:
    words += ["--most-plies", "30"]
os.execv(os.environ["LEARN"], [os.environ["LEARN"], *words])
"""


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


class Tree:
    """As much of a source tree as tools/relearn touches."""

    def __init__(self, root):
        self.root = root
        self.stages_file = root / "stages"
        learner = root / "build/release/bin/trivium-learn"
        for file in (root / "tools/relearn", learner):
            file.parent.mkdir(parents=True)
        shutil.copy(SOURCE / "tools/relearn", root / "tools")
        (root / "tools/setup.sh").write_text(SETUP)
        learner.write_text(LEARNER)
        learner.chmod(0o755)

    def change(self, old, new):
        """Another word in tools/relearn."""
        script = self.root / "tools/relearn"
        text = script.read_text()
        check(old in text, f"tools/relearn has {old}")
        script.write_text(text.replace(old, new, 1))

    def relearn(self, *arguments, fail_at=""):
        """Runs it; returns what came of it and the stages that were begun."""
        self.stages_file.write_text("")
        environment = os.environ | {"LEARN": str(LEARN), "STAGES": str(self.stages_file), "FAIL_AT": fail_at}
        done = subprocess.run([self.root / "tools/relearn", *arguments], capture_output=True, text=True, timeout=120, env=environment)
        return done, self.stages_file.read_text().split()


def main():
    with tempfile.TemporaryDirectory() as name:
        tree = Tree(pathlib.Path(name))
        check(tree.relearn()[0].returncode == 2, "no folder is bad usage")
        told, begun = tree.relearn("--help")
        check(told.returncode == 0 and "tools/relearn FOLDER" in told.stdout and not begun, f"--help only tells: {told.stdout}")

        done, stages = tree.relearn(tree.root / "at_once")
        check(done.returncode == 0, f"every stage succeeds: {done.stderr}")
        check(len(stages) > 1 and len(set(stages)) == len(stages), f"each stage runs once: {stages}")
        weights = pathlib.Path(done.stdout.splitlines()[-1])
        check(weights == tree.root / "at_once" / f"{stages[-1]}.safetensors" and weights.exists(), f"the last line names them: {weights}")

        failed, begun = tree.relearn(tree.root / "resumed", fail_at=stages[2])
        check(failed.returncode != 0 and failed.stdout == "" and begun == stages[:3], f"it ends where a stage fails: {begun}")
        done, begun = tree.relearn(tree.root / "resumed")
        check(done.returncode == 0 and begun == stages, f"and goes on there, having looked at what is done: {begun}")
        check((tree.root / "resumed" / weights.name).read_bytes() == weights.read_bytes(), "to the same bytes")

        folder = tree.root / "resumed"
        games = {file: file.stat().st_mtime_ns for file in folder.glob("*.games/*")}
        done, begun = tree.relearn(folder)
        check(done.returncode == 0 and begun == stages, f"every stage is looked at again: {begun}")
        check(games and games == {file: file.stat().st_mtime_ns for file in folder.glob("*.games/*")}, "no game is played again")
        check((folder / weights.name).read_bytes() == weights.read_bytes(), "and the weights are the same")
        for old, new, stage in (("--alpha 8 ", "--alpha 9 ", "nothing"), ("--lambda 0.95", "--lambda 0.9", "material"),
                                ("--nodes 1500", "--nodes 1400", "again")):
            tree.change(old, new)
            told, begun = tree.relearn(folder)
            check(told.returncode != 0 and begun[-1] == stage, f"{new} ends at {stage}: {begun}")
            check(f"stage {stage} has failed" in told.stderr and f"{stage}.run" in told.stderr, f"{new} is refused: {told.stderr}")
            tree.change(new, old)


main()
