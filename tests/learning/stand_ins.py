"""Stand-ins for the programs that tools/relearn runs, in a folder that TRIVIUM names."""
import os
import pathlib
import subprocess

# Notes its words in $RECORD, and prints and writes what the next stage needs.
RECORDER = r'''#!/bin/sh
name=${0##*/} words=" $* "
{ printf '%s\037' "$name" "$@"; echo; } >>"$RECORD"
case "$words" in *" $FAIL_AT "*) echo "as the test wants it" >&2; exit 1 ;; esac
report= games= outs=
while [ $# -gt 0 ]; do
  case $1 in
    --report) report=$2 ;;
    --keep-games) games=$2 ;;
    --out | -pgnout) outs="$outs $2" ;;
  esac
  shift
done
case "$name$words" in
  stockfish*) echo "Stockfish 15.1 by the Stockfish developers" ;;
  *" strength-measure "*)
    echo "games: 3 of 4" >&2
    echo "900 20 1 0.5 1 40 extrapolated"
    echo "1300 20 1 0.5 1 40 anchored"
    echo "1700 20 1 0.5 1 40 anchored"
    for level in 1 2 3 4 5 6 7 8 9; do echo "| $level | $level | x |"; done ;;
  *" --judge "*) echo "held out 30 games 500 states log-evidence -4.25" >&2 ;;
  *" connect6 match "*) echo '{"score": 0.5, "score_low": 0.4, "score_high": 0.6}' ;;
  *" connect6 records "*)
    echo "300 games, 4500 stones; left out: 1 duplicate" >&2 ;;
  *" connect6 selfplay "*)
    mkdir -p "$report"
    echo "9 games, 480 states, 1 duplicate left out
results   Black 50.0 %, White 40.0 %, drawn 10.0 %
openings  9 of 7 stones differ: 100.0 %
stones    mean 53.3; half up to 43" >"$report/games.txt" ;;
esac
[ -z "$games" ] || mkdir -p "$games"
for out in $outs; do
  if [ -d "$out" ]; then out=$out/${out##*/}.safetensors; echo "$out"; fi
  echo made >"$out"
done
'''

# Asks the program itself, named by $LEARN, for the words that shorten() gives.
SHORTENER = '''#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
{shorten}
os.execv(os.environ["LEARN"], [os.environ["LEARN"], *words])
'''


class Relearning:
    """A folder with stand-ins, in which tools/relearn is run."""

    def __init__(self, root: pathlib.Path, source: pathlib.Path, program: str, learn=""):
        self.root, self.source, self.learn = root, source, learn
        self.record = root / "record"
        self.plant(program)

    def plant(self, program: str) -> None:
        """Makes `program` all programs."""
        (self.root / "bin").mkdir(exist_ok=True)
        for name in ("trivium", "trivium-learn", "trivium-match", "stockfish"):
            file = self.root / "bin" / name
            file.write_text(program)
            file.chmod(0o755)

    def run(self, script: str, *words: object, **variables: str) -> subprocess.CompletedProcess:
        """Runs a script of tools/."""
        self.record.write_text("")
        return subprocess.run(
            [self.source / "tools" / script, *map(str, words)], capture_output=True, text=True,
            timeout=600, check=False,  # a guard, far above what an idle machine needs
            env={**os.environ, "TRIVIUM": str(self.root / "bin/trivium"), "LEARN": str(self.learn),
                 "PATH": f"{self.root}/bin:{os.environ['PATH']}", "RECORD": str(self.record),
                 "FAIL_AT": "no-such-word", **variables})

    def begun(self) -> list[list[str]]:
        """Returns the words of what the last run ran, with its folder left out."""
        text = self.record.read_text().replace(f"{self.root}/out/", "")
        lines = text.replace(str(self.root), "ROOT").splitlines()
        return [words for line in lines if (words := line.split("\037")[:-1])[0] != "stockfish"]
