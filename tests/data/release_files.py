#!/usr/bin/env python3
"""Writes a small file of each kind that the programs of a release write, for tests/data/VERSION.

    release_files.py BIN_DIR FOLDER

FOLDER is tests/data/VERSION. Files that are written by hand stay if they exist; a missing one is
copied from the folder of the previous release. All other files and README.md are written anew.
tests/tools/compatibility_test.py of later releases reads the files.
"""
import contextlib
import gzip
import json
import pathlib
import shlex
import shutil
import subprocess
import sys

HAND = "written by hand"
HAND_WRITTEN = {
    "bandit-arms.json": "instance for trivium-lab bandits",
    "bandit-tree.json": "instance for trivium-lab bandits",
    "games/win.csv": "record with a forced win, for `win.proof`",
    "journals/corner_player.py": "engine of `unfinished.db`",
    "models/chess/default.json": "weight files in use",
    "models/connect6/default.json": "weight files in use",
    "models/poker/default.json": "weight files in use",
    "patterns.txt": "pattern set",
    "serve.json": "configuration with every key",
    "serve.token": "token of a listener",
}
# Files by the command that writes them: (command, {file: kind}). A command runs in FOLDER after
# those above it. The README names the command at its first file.
COMMANDS = (
    ("trivium-learn connect6 records --data connect6_games.csv --out games/records.c6",
     {"games/records.c6": "games of Connect-6"}),
    ("trivium solve connect6 --record games/win.csv --proof win.proof",
     {"win.proof": "proof of a forced win"}),
    ("trivium-learn chess selfplay --weights nothing --count 4 --nodes 60 --most-plies 40 --tree 3 "
     "--games-file games/selfplay.tdleaf --out games/selfplay.pgn",
     {"games/selfplay.tdleaf": "games of chess with searched lines",
      "games/selfplay.pgn": "the same games as PGN"}),
    ("trivium-learn chess tdleaf --steps 2 --generation-games 2 --nodes 60 --most-plies 30 "
     "--only pawn knight --checkpoint checkpoints/tdleaf --out tdleaf.safetensors",
     {"checkpoints/tdleaf/tdleaf.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn chess tdleaf --data labels.epd --steps 20 --held-out 0 "
     "--out models/chess/chess.linear.safetensors",
     {"models/chess/chess.linear.safetensors": "chess.linear with a model of results"}),
    ("trivium-learn chess style --data games/selfplay.pgn --attributes material,centre --ridge 1 "
     "--held-out 0 --checkpoint checkpoints/choice --out models/chess/chess.choice.safetensors",
     {"models/chess/chess.choice.safetensors": "chess.choice",
      "checkpoints/choice/choice.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn chess style --data games/selfplay.pgn --attributes material,centre --ridge 1 "
     "--held-out 0 --search-nodes 20 --out models/chess/chess.choice-search.safetensors",
     {"models/chess/chess.choice-search.safetensors": "chess.choice of a player that searches"}),
    ("trivium-learn chess style-classes --data games/style.pgn --attributes material,mobility "
     "--held-out 0.2 --validation 0.3 --ridge 0.1 --prior-moves 50 "
     "--checkpoint checkpoints/classes --out models/chess/chess.choice-classes.safetensors",
     {"models/chess/chess.choice-classes.safetensors": "chess.choice with classes",
      "checkpoints/classes/choice_classes.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn chess strength-measure --levels rungs.safetensors --data strength.pgn "
     "--anchor anchor=1500 --out models/chess/chess.strength.safetensors",
     {"models/chess/chess.strength.safetensors": "chess.strength"}),
    ("trivium book make --data games/style.pgn --plies 4 --min-games 2 --out book.bin",
     {"book.bin": "opening book"}),
    ("trivium-learn connect6 patterns --data games/records.c6 --pattern-set patterns.txt --steps 2 "
     "--checkpoint checkpoints/btmm --out models/connect6/connect6.btmm.safetensors",
     {"models/connect6/connect6.btmm.safetensors": "connect6.btmm",
      "checkpoints/btmm/btmm.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn connect6 selfplay --weights models/connect6/connect6.btmm.safetensors "
     "--count 40 --size 10 --longest 100 --sharpness 2 --checkpoint checkpoints/selfplay "
     "--out games/selfplay.c6",
     {"games/selfplay.c6": "games of Connect-6",
      "checkpoints/selfplay/self_play.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn connect6 value --data games/records.c6 --counts-only --held-out 0 "
     "--checkpoint checkpoints/outcome --out models/connect6/connect6.value-counts.safetensors",
     {"models/connect6/connect6.value-counts.safetensors": "connect6.value without patterns",
      "checkpoints/outcome/outcome.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn connect6 value --data games/records.c6 --held-out 0 "
     "--out models/connect6/connect6.value.safetensors",
     {"models/connect6/connect6.value.safetensors": "connect6.value with patterns"}),
    ("trivium-learn connect6 draws --data games/selfplay.c6 "
     "--weights models/connect6/connect6.value-counts.safetensors "
     "--patterns models/connect6/connect6.btmm.safetensors --nodes 5 --held-out 0 "
     "--checkpoint checkpoints/draws --out models/connect6/connect6.value-draws.safetensors",
     {"models/connect6/connect6.value-draws.safetensors": "connect6.value with draws",
      "checkpoints/draws/draws.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn poker cfr-exact --game kuhn --variant cfr+ --steps 100 "
     "--checkpoint checkpoints/exact",
     {"checkpoints/exact/cfr_exact.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn poker cfr-sample --game leduc --steps 200 --batch 100 --cards ranks "
     "--checkpoint checkpoints/sample",
     {"checkpoints/sample/cfr_sampled.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn poker cfr-buckets --counts 2,2,2,2 --boards 2 --holdings 4 --flop-holdings 40 "
     "--flops 1 --out models/poker/poker.buckets.safetensors",
     {"models/poker/poker.buckets.safetensors": "poker.buckets"}),
    ("trivium-learn poker cfr --game limit --steps 100 --batch 100 --counts 1,1,1,1 "
     "--checkpoint checkpoints/train --out models/poker/poker.strategy-limit.safetensors",
     {"models/poker/poker.strategy-limit.safetensors": "poker.strategy, limit",
      "checkpoints/train/cfr_sampled.checkpoint.safetensors": "checkpoint"}),
    ("trivium-learn poker cfr --game nolimit --betting all --steps 100 --batch 100 "
     "--counts 1,1,1,1 --out models/poker/poker.strategy-nolimit.safetensors",
     {"models/poker/poker.strategy-nolimit.safetensors": "poker.strategy, no-limit"}),
    ("trivium-learn poker selfplay --game kuhn --policy one=call --policy two=random --count 20 "
     "--out games/hands.log", {"games/hands.log": "STATE lines"}),
    ("trivium-match -name chess -engine proto=internal name=a nodes=400 "
     "-engine proto=internal name=b nodes=5 -rounds 2 -maxmoves 30 -resign movecount=2 score=400 "
     "-seed 1 -concurrency 1 -journal journals/chess.db -pgnout games/chess.pgn "
     "-save-config tournament.json",
     {"journals/chess.db": "journal of a tournament", "games/chess.pgn": "games of a tournament",
      "tournament.json": "description of a tournament"}),
    ("trivium-match -name connect6 -game connect6 -boardsize 13 "
     "-engine proto=internal name=a nodes=400 -engine proto=internal name=b nodes=1 -rounds 1 "
     "-seed 1 -concurrency 1 -journal journals/connect6.db -pgnout games/connect6.sgf",
     {"journals/connect6.db": "journal of a tournament",
      "games/connect6.sgf": "games of a tournament"}),
    ("trivium-match -name poker -game kuhn -hands 6 "
     "-engine proto=internal name=a option.policy=call "
     "-engine proto=internal name=b option.policy=random -seed 1 -concurrency 1 "
     "-journal journals/poker.db -pgnout games/poker.log",
     {"journals/poker.db": "journal of a tournament", "games/poker.log": "hands of a tournament"}),
)
UNFINISHED = ("trivium-match -name unfinished -game connect6 -boardsize 6 "
              "-engine name=a cmd=./corner_player.py proto=gtp "
              "-engine name=b cmd=./corner_player.py proto=gtp -each st=5 -seed 1 -rounds 1 "
              "-journal unfinished.db")
DEALT = "trivium-dealer dealt kuhn 4 1 one two -T -f"
# What the inputs of the commands are made of.
RUNGS = "trivium-learn chess strength-rungs --count 3 --least-nodes 4 --most-nodes 16 " \
        "--out rungs.safetensors"
PAWNS = ("4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1", "4k3/ppppp3/8/8/8/8/PPPP4/4K3 w - - 0 1",
         "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPPPP2/4K3 b - - 0 1",
         "4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", "1n2k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1",
         "1n2k3/pp6/8/8/8/8/PPPPP3/4K3 w - - 0 1")
RESULTS = (("1-0", "1-0", "1-0", "1-0", "1/2-1/2", "0-1"), ("0-1", "0-1", "0-1", "0-1", "1/2-1/2",
                                                           "1-0"),
           ("1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2", "0-1"))
OUTCOMES = (0, 1, 2, 0, 0, 1, 2)  # which of RESULTS the games of each position have
MATCHES = (("Trivium 100", "Trivium 200", "wldl"), ("Trivium 200", "Trivium 300", "lldw"),
           ("Trivium 100", "Trivium 300", "llwl"), ("Trivium 200", "anchor", "wdlw"))
GAMES = {"w": ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "1-0"), "l": ("f3 e5 g4 Qh4#", "0-1"),
         "d": ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2")}  # by the result for White
OPENINGS = (
    ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8", "1-0"),
    ("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7", "1/2-1/2"),
    ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Kh1 Nc6", "0-1"))
README = """# Files of Trivium {version}

One small file of each kind that {version} wrote or read. `tests/tools/compatibility_test.py` reads
them with the present programs. Do not change them. Files that end in `.gz` are compressed
here only; the test unpacks them first. `tests/data/release_files.py` made this folder with the
programs that print `{stated}`.

The commands were run in this folder. Of their inputs, `connect6_games.csv` is in `tests/data`;
`labels.epd`, `rungs.safetensors` and `strength.pgn` are not kept, since the script makes them. The
kind `poker.cnn` is missing, since its files have 580 KB.

| file | kind | command |
|---|---|---|
"""


class Writer:
    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.rows = {}

    def words(self, command):
        """Returns the words of a command with the path of its program."""
        program, *rest = shlex.split(command)
        return [str(self.programs / program), *rest]

    def run(self, command, within="."):
        subprocess.run(self.words(command), cwd=self.folder / within, check=True,
                       stdout=subprocess.DEVNULL)

    def write_inputs(self):
        """Writes the files that the commands read. Only games/style.pgn is kept."""
        labels = [f'{" ".join(position.split()[:4])} c9 "{result}";'
                  for position, outcome in zip(PAWNS, OUTCOMES, strict=True)
                  for result in RESULTS[outcome]]
        (self.folder / "labels.epd").write_text("\n".join(labels * 250) + "\n")
        played = [f'[White "{white}"]\n[Black "{black}"]\n[Result "{GAMES[result][1]}"]\n\n'
                  f"{' '.join(GAMES[result])}\n"
                  for white, black, results in MATCHES for result in results]
        (self.folder / "strength.pgn").write_text("\n".join(played))
        games = [f'[Result "{result}"]\n\n{" ".join(opening.split()[:plies])} {result}\n'
                 for opening, result in OPENINGS for plies in range(7, 19)]
        (self.folder / "games" / "style.pgn").write_text("\n".join(games * 4))
        self.rows["games/style.pgn"] = ("openings that several games share",
                                        "written by the script")
        shutil.copy(self.folder.parent / "connect6_games.csv", self.folder)
        self.run(RUNGS)

    def write_parameters(self):
        """Writes a value of --search with every parameter of a game."""
        for game in ("chess", "connect6"):
            listed = subprocess.run(self.words(f"trivium parameters {game} --json"), check=True,
                                    capture_output=True, text=True).stdout
            words = ",".join(f"{entry['name']}={entry['value']}" for entry in json.loads(listed))
            (self.folder / f"search-{game}.txt").write_text(words + "\n")
            self.rows[f"search-{game}.txt"] = (
                "value of `--search`: every parameter, with its default",
                f"from `trivium parameters {game} --json`")

    def deal(self):
        """Plays the match of the dealer's files."""
        with contextlib.ExitStack() as stack:
            dealer = stack.enter_context(subprocess.Popen(
                self.words(DEALT), cwd=self.folder / "journals", stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True))
            for port, policy in zip(dealer.stdout.readline().split(), ("call", "random"),
                                    strict=True):
                stack.enter_context(subprocess.Popen(self.words(
                    f"trivium acpc 127.0.0.1 {port} --game kuhn --policy {policy}"),
                    stderr=subprocess.DEVNULL))
        if dealer.returncode:
            raise SystemExit(f"trivium-dealer failed with status {dealer.returncode}")
        self.rows["journals/dealt.tlog"] = (
            "transactions of the dealer", f"`{DEALT}` (players: `trivium acpc --game kuhn --policy "
            "call` and `random`, in `journals`)")
        self.rows["journals/dealt.log"] = ("log of the dealer",
                                           "written with `journals/dealt.tlog`")

    def write_files(self):
        self.write_inputs()
        for command, files in COMMANDS:
            self.run(command)
            first = next(iter(files))
            for file, kind in files.items():
                self.rows[file] = (kind, f"`{command}`" if file == first else
                                   f"written with `{first}`")
        self.run(UNFINISHED, "journals")
        self.rows["journals/unfinished.db"] = (
            "journal of a tournament that more rounds continue", f"`{UNFINISHED}` (in `journals`)")
        self.deal()
        self.write_parameters()

    def tidy(self):
        """Deletes what the table does not have, and compresses what becomes much smaller."""
        for file in sorted(path for path in self.folder.rglob("*") if path.is_file()):
            name = str(file.relative_to(self.folder))
            if name not in self.rows:
                file.unlink()
                continue
            content = file.read_bytes()
            packed = gzip.compress(content, mtime=0)
            if file.suffix in (".db", ".pgn", ".safetensors") and len(content) > 7000 and \
                    len(packed) < len(content) // 2:
                file.unlink()
                file.with_name(file.name + ".gz").write_bytes(packed)
                self.rows[name + ".gz"] = self.rows.pop(name)

    def write_readme(self):
        stated = subprocess.run(self.words("trivium --version"), check=True, capture_output=True,
                                text=True).stdout.strip()
        table = "".join(f"| {name} | {kind} | {maker} |\n"
                        for name, (kind, maker) in sorted(self.rows.items()))
        (self.folder / "README.md").write_text(
            README.format(version=self.folder.name, stated=stated) + table)


def release(name):
    """Returns the version that a folder of tests/data is named by, as numbers."""
    return tuple(map(int, name.split(".")))


def place_hand_written(folder):
    """Deletes all other files; copies missing ones from the folder of the previous release."""
    others = [path.name for path in folder.parent.glob("[0-9]*.*")
              if path.name != folder.name and release(path.name) < release(folder.name)]
    previous = folder.parent / max(others, key=release)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            with contextlib.suppress(OSError):  # not empty
                path.rmdir()
        elif str(path.relative_to(folder)) not in HAND_WRITTEN:
            path.unlink()
    for name in HAND_WRITTEN:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if not (folder / name).exists():
            shutil.copy(previous / name, folder / name)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    programs, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    place_hand_written(folder)
    writer = Writer(programs, folder)
    writer.rows = {name: (kind, HAND) for name, kind in HAND_WRITTEN.items()}
    writer.write_files()
    writer.tidy()
    writer.write_readme()


if __name__ == "__main__":
    main()
