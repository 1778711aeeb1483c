"""Thinking time per turn of each Connect-6 player in a journal of `trivium-match`.

    tools/bench connect6-times match.db

The time of a turn is that of both its stones. Stones of the opening have no time. Prints the mean,
the mean without the longest turn, and the longest turn. Exit status 0: done; 1: failed; 2: bad
usage.
"""

import argparse
import collections

from workshop import matches
from workshop.command_line import file
from workshop.connect6 import is_black
from workshop.programs import Failed

OPTIONS = [
    file("journal", "journal of a match with complete games of Connect-6", "JOURNAL"),
]


def turn_seconds(game: dict) -> dict[str, list[float]]:
    """Returns the seconds of each turn, by player.

    A stone of the opening is a word; any other a list of the word and, if known, microseconds.
    """
    turns: dict[int, float] = {}
    for number, move in enumerate(game["game"]["moves"]):
        if not isinstance(move, str):
            turn = (number + 1) // 2
            turns[turn] = turns.get(turn, 0.0) + (move[1] / 1e6 if len(move) > 1 else 0.0)
    seconds = collections.defaultdict(list)
    for turn, taken in turns.items():
        seconds[game["engines"][0 if is_black(2 * turn) else 1]].append(taken)
    return seconds


def run(options: argparse.Namespace) -> bool:
    """Prints a line for each player."""
    seconds = collections.defaultdict(list)
    for game in matches.games_of(options.journal):
        for player, turns in turn_seconds(game).items():
            seconds[player] += turns
    if not seconds:
        raise Failed(f"{options.journal}: no turn was thought about")
    for player, turns in sorted(seconds.items()):
        rest = (sum(turns) - max(turns)) / max(len(turns) - 1, 1)
        print(f"{player}: {len(turns)} turns, {sum(turns) / len(turns):.3f} s a turn, "
              f"{rest:.3f} s without the longest, {max(turns):.2f} s")
    return True
