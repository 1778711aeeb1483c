"""Finds the losing turn in each lost game of a player in a journal of `trivium-match`, by proofs.

    tools/bench connect6-losses match.db --player Trivium

The losing turn (in the output: the last free turn) is the earliest turn of the player from which on
`trivium solve connect6` proves, after each of its turns, that the opponent wins by continuous
threats. A proof searches at most --nodes positions. Prints the number of stones before that turn,
the turns of the win, whether double threats are enough for it, and whether the player itself had a
proved win that it did not play.

Then the engine is asked for that turn again, with --seconds. Its answer is "same", "again" (another
turn that loses to a proof) or "holds" (a turn after which no win is proved). Exit status 0: done;
1: failed; 2: bad usage.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import statistics

from workshop import matches
from workshop.command_line import file, number, option, path, real
from workshop.connect6 import cell, is_black, solve
from workshop.engines import GtpEngine
from workshop.programs import BadUsage, find
from workshop.stages import write_csv

THOUGHT = 600  # maximum time in seconds of a turn of --turn-nodes
COLUMNS = ["game", "colour", "stones", "before", "turns", "doubles", "own", "instead", "moves"]

OPTIONS = [
    file("journal", "journal of one match with complete games of Connect-6", "JOURNAL"),
    option("--player", default="Trivium", metavar="NAME", help="player whose losses are examined"),
    number("--nodes", 100_000, "maximum number of positions of a proof"),
    real("--seconds", 5, "time for the turn that is searched again"),
    number("--turn-nodes", None, "positions for that turn, instead of a time"),
    option("--words", default="", help="options for that engine, as trivium gtp takes them"),
    number("--jobs", 1, "number of games at once"),
    path("--csv", "write a line for each game, with its moves"),
]


def lost_games(journal: pathlib.Path, player: str) -> tuple[list[tuple], list[str]]:
    """Returns the games lost by six in a row, and the names of all players.

    A game is its number, whether the player is black, and the stones of the opening and of all.
    """
    games, players = [], set()
    for game in matches.games_of(journal):
        players.update(game["engines"])
        if player not in game["engines"]:
            continue
        seat = game["engines"].index(player)
        if game["points"][seat] == 0 and game["ending"] == "rules":
            listed = game["game"]["moves"]
            moves = [cell(move if isinstance(move, str) else move[0]) for move in listed]
            book = sum(isinstance(move, str) for move in listed)
            games.append((game["number"], seat == 0, book, moves))
    return games, sorted(players)


def win(options: argparse.Namespace, moves: list[str], *flags: str) -> int | None:
    """Returns the turns of a proved win of the side to move, which begins a turn; else None."""
    found = solve(moves, options.nodes, *flags)
    return found["turns"] if found["status"] == "proved" else None


def turn_again(options: argparse.Namespace, moves: list[str], black: bool) -> list[str]:
    """Returns the two stones that the engine now places."""
    limit = f"time_settings 0 {options.seconds / 2} 1"
    with GtpEngine(f"{find()} gtp {options.words}", {}) as engine:
        engine.ask(f"trivium-nodes {options.turn_nodes}" if options.turn_nodes else limit)
        engine.set_up(moves)
        return [cell(engine.ask(f"genmove {'b' if black else 'w'}", THOUGHT + options.seconds))
                for _ in range(2)]


def last_free_turn(options: argparse.Namespace, black: bool, book: int,
                   moves: list[str]) -> tuple[int | None, int | None]:
    """Returns the number of stones before the losing turn and the turns of the win after it.

    Both are None if no win is proved after the player's last turn, or if that belongs to the
    opening.
    """
    own = [begin for begin in [0, *range(1, len(moves), 2)] if is_black(begin) == black]
    found: tuple[int | None, int | None] = (None, None)
    for begin in reversed([begin for begin in own if max(begin, 1) >= book]):
        turns = win(options, moves[: begin + 2])
        if turns is None:
            break
        found = (begin, turns)
    return found


def analyze(options: argparse.Namespace, game: tuple) -> dict:
    """Returns a row of the table."""
    number, black, book, moves = game
    begin, turns = last_free_turn(options, black, book, moves)
    row = {"game": number, "colour": "black" if black else "white", "stones": len(moves),
           "before": begin, "turns": turns, "moves": ",".join(moves)}
    if begin is None:
        return row
    row["doubles"] = win(options, moves[: begin + 2], "--singles", "0")
    row["own"] = win(options, moves[:begin])
    instead = turn_again(options, moves[:begin], black)
    if sorted(instead) == sorted(moves[begin : begin + 2]):
        row["instead"] = "same"
    else:
        row["instead"] = "holds" if win(options, moves[:begin] + instead) is None else "again"
    return row


def report(options: argparse.Namespace, rows: list[dict]) -> None:
    """Prints the table."""
    found = [row for row in rows if row["before"] is not None]
    print(f"{options.journal}: {len(rows)} games lost by {options.player}; proofs of at most "
          f"{options.nodes} positions")
    print(f"  no proof after any turn of its own: {len(rows) - len(found)}")
    if not found:
        return
    before, stones = (statistics.median(row[key] for row in found) for key in ("before", "stones"))
    print(f"  stones before the last free turn: median {before:g}; of the game: {stones:g}")
    print("  the player itself had a win that is proved: "
          f"{sum(row['own'] is not None for row in found)}")
    print(f"  {'turns of the win':<18}{'games':>6}{'by double threats':>20}")
    for turns in sorted({row["turns"] for row in found}):
        group = [row for row in found if row["turns"] == turns]
        print(f"  {turns:<18}{len(group):>6}{sum(row['doubles'] is not None for row in group):>20}")
    again = collections.Counter(row["instead"] for row in found)
    limit = (f"{options.turn_nodes} positions" if options.turn_nodes else f"{options.seconds:g} s")
    print(f"  asked again with {limit} a turn: {again['same']} the same turn, {again['again']} "
          f"another that loses to a proof, {again['holds']} one after which no win is proved")


def run(options: argparse.Namespace) -> bool:
    """Analyzes and prints."""
    games, players = lost_games(options.journal, options.player)
    if options.player not in players:
        raise BadUsage(f"{options.journal}: '{options.player}' plays in none of its games; "
                       f"its players: {', '.join(players) or 'none'}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        analyzed = pool.map(lambda game: analyze(options, game), games)
        rows = list(options.phases.counted("games", analyzed, len(games)))
    report(options, rows)
    if options.csv:
        write_csv(options.csv, COLUMNS, rows)
    return True
