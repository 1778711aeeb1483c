"""Value of the techniques of the chess search: matches of the engine against itself without each.

The engine plays against itself without a technique, at equal nodes. Openings are the 1,000 of
tools/ladder.d/chess_balanced.epd, each played with both colors. At equal nodes an opening gives the
same game every time, so more than two games of each opening are an error. Equal nodes do not depend
on the load of the machine, but ignore the time that a technique costs. Matches are stored in a
folder, and the same command resumes them (a changed engine needs another folder). Some techniques
do the work of others, so groups of them are also left out together.

Prints wins, draws and losses of the whole engine, Elo with 95 % intervals from pairs of games, and
normalized Elo. A technique whose interval is below zero weakens the engine. Exit status 0: all
matches were played; 1: not so; 2: bad usage.
"""

import argparse

from workshop import matches
from workshop.books import BALANCED, most_games
from workshop.command_line import number, option, path, threads
from workshop.programs import ROOT, BadUsage, Failed, find

# Parameters of `trivium uci --search` that turn a technique off. Without late move reductions
# futility, history and exchange pruning change too, because they use the depth that a move would be
# reduced to. Double extensions, multicut and negative extensions follow from the search that finds
# a move singular, so without singular extensions there are none of these: "singular" is all
# extensions.
WITHOUT = {
    "aspiration": "aspiration_from_depth=0",
    "reverse futility": "reverse_futility_depth=0",
    "null move": "null_move_depth=0",
    "internal reductions": "internal_reduction_depth=0",
    "probcut": "probcut_depth=0",
    "move count": "move_count_depth=0",
    "futility": "futility_depth=0",
    "history pruning": "history_pruning_depth=0",
    "exchange pruning": "quiet_exchange_depth=0,capture_exchange_depth=0",
    "singular": "singular_depth=0",
    "double extensions": "double_extension_most=0",
    "multicut": "multicut=0",
    "negative extensions": "negative_extension=0",
    "late move reductions": "reduction_depth=0",
    "deeper and shallower": "deeper_margin=0",
    "continuation history": "continuation_history=0",
    "capture history": "capture_history=0",
    "refutations": "refutations=0",
    "corrections": "correction_pawns=0,correction_pieces=0,correction_moves=0",
}
GROUPS = {
    "all pruning of nodes": ["reverse futility", "null move", "probcut"],
    "all pruning of moves": ["move count", "futility", "history pruning", "exchange pruning"],
    "all reductions": ["internal reductions", "late move reductions", "deeper and shallower"],
}
WITHOUT |= {name: ",".join(map(WITHOUT.get, group)) for name, group in GROUPS.items()}
# A history that never grows does not order moves. This turns off the histories of continuations
# and captures, and the butterfly history, which has no switch.
WITHOUT["all histories"] = "history_most=0,refutations=0"

OPTIONS = [
    option("techniques", nargs="*", metavar="TECHNIQUE",
           help=f"techniques (default: all of {', '.join(WITHOUT)})"),
    number("--count", 1000, "number of games of each match, at most two for each opening", 0,
           old=("--games",)),
    number("--nodes", 8000, "nodes per move"),
    path("--openings", "book of openings (EPD)", default=BALANCED),
    number("--seed", 1, "random seed of the order of openings", 0),
    threads("number of games at once", "--concurrency"),
    path("--folder", "folder for the matches", "DIR", default=ROOT / "build" / "bench-search"),
]


def play(technique: str, options: argparse.Namespace) -> dict:
    """Plays the missing games of a match; returns its pairing. Throws Failed."""
    program = find()
    words = ["-engine", "name=whole", f"cmd={program}", "args=uci",
             "-engine", "name=without", f"cmd={program}",
             f"args=uci --search {WITHOUT[technique]}",
             "-each", "proto=uci", f"nodes={options.nodes}", "option.Hash=16",
             "-rounds", options.count // 2, "-games", 2, "-seed", options.seed,
             "-concurrency", options.concurrency,
             "-openings", f"file={options.openings}", "format=epd", "order=random"]
    return matches.play(words, options.folder / f"{technique.replace(' ', '_')}.db")


def row(technique: str, pairing: dict) -> str:
    """Returns a row of the table."""
    counts = [pairing[kind] for kind in ("wins", "draws", "losses")]
    elo, interval = matches.elo_text(pairing, digits=1)
    normalized, _ = matches.elo_text(pairing, "normalised_elo", digits=1)
    columns = " ".join(f"{count:5}" for count in counts)
    return (f"{technique:22} {sum(counts):6}  {columns}   {elo:>7} {interval:18}   "
            f"{normalized:>10}")


def run(options: argparse.Namespace) -> bool:
    """Plays and prints; returns whether all games were played."""
    if unknown := [name for name in options.techniques if name not in WITHOUT]:
        raise BadUsage(f"no technique {unknown[0]!r}; there are {', '.join(WITHOUT)}")
    try:
        most = most_games(options.openings)
    except OSError as fault:
        raise BadUsage(f"--openings {options.openings}: {fault.strerror}") from fault
    if not 2 <= options.count <= most or options.count % 2:
        raise BadUsage(f"--count must be even and at most {most}, two for each opening of "
                       f"{options.openings}")
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"{find()}, {options.nodes} nodes a move, seed {options.seed}; the whole engine against "
          "itself without")
    print(f"{'technique':22} {'games':>6}  {'won':>5} {'drawn':>5} {'lost':>5}   {'Elo':>7} "
          f"{'(95 %)':18}   normalized", flush=True)
    all_played = True
    for technique in options.phases.counted("techniques", options.techniques or WITHOUT):
        try:
            print(row(technique, play(technique, options)), flush=True)
        except Failed as fault:
            all_played = False
            print(f"{technique:22} stopped: {str(fault).splitlines()[-1]}", flush=True)
    return all_played
