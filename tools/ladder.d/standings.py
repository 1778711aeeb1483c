"""Table of scores and the time left, from the journal of a ladder."""

import json
import os
import re
import subprocess

from workshop.matches import elo_text
from workshop.measure import NORMAL_95

MOVES = 55  # moves of a side in a chess game, to estimate the time left before any game has ended


def environment():
    """Returns the environment of trivium-match, in which programs find the weights beside them."""
    return {name: value for name, value in os.environ.items() if name != "TRIVIUM_MODELS"}


def ask_journal(home, opponent, *words):
    """Returns the status that trivium-match prints for an opponent; "" before the first game."""
    command = [home / "bin" / "trivium-match", *words, home / "games.db",
               "--tournament", opponent["name"]]
    done = subprocess.run(command, capture_output=True, text=True, env=environment())
    return done.stdout if done.returncode == 0 else ""


def standings(home, opponent):
    status = ask_journal(home, opponent, "status", "--json")
    return json.loads(status) if status else {"games": 0, "engines": [], "pairings": []}


def guess_seconds(ladder):
    """Returns the estimated seconds of a game before any has ended; None for other clocks."""
    limit = ladder["rules"].get("each", {}).get("tc", "")
    clock = re.fullmatch(r"(?:(\d+):)?([\d.]+)(?:\+([\d.]+))?", limit)
    if not clock:
        return None
    minutes, seconds, increment = (float(part or 0) for part in clock.groups())
    return 2 * (60 * minutes + seconds + MOVES * increment)


def work_left(home, ladder, chosen, concurrency):
    """Returns the number of games left and the estimated seconds, None if they are not known."""
    left, seconds = {}, {}
    for opponent in chosen:
        exported = ask_journal(home, opponent, "export", "--format", "json")
        games = [json.loads(line) for line in exported.splitlines()]
        left[opponent["name"]] = max(0, opponent["games"] - len(games))
        durations = [game["game"]["duration"] / 1e6 for game in games if "game" in game]
        if durations:
            seconds[opponent["name"]] = sum(durations) / len(durations)
    usual = sum(seconds.values()) / len(seconds) if seconds else guess_seconds(ladder)
    if not usual:
        return sum(left.values()), None
    total = sum(count * seconds.get(name, usual) for name, count in left.items())
    return sum(left.values()), total / concurrency


def points_of(elo, otherwise):
    """Returns the score in [0, 1] of a difference of `elo`; `otherwise` if that is infinite."""
    return otherwise if elo is None else 1 / (1 + 10 ** (-elo / 400))


def result(home, opponent):
    """Returns the current results against an opponent, by names of figures."""
    status = standings(home, opponent)
    faults = {engine["name"]: sum(engine["faults"].values()) for engine in status["engines"]}
    found = {"opponent": opponent["name"], "games": status["games"], "of": opponent["games"],
             "faults": faults}
    if not status["games"]:
        return found
    pairing = status["pairings"][0]
    if "hands" in pairing:
        return {**found, "hands": pairing["hands"], "mbb_per_hand": pairing["mbb_per_hand"]}
    score = {"value": (pairing["wins"] + pairing["draws"] / 2) / status["games"],
             "low": points_of(pairing["elo"]["low"], 0.0),
             "high": points_of(pairing["elo"]["high"], 1.0)}
    return {**found, **{key: pairing[key] for key in ("wins", "draws", "losses", "elo")},
            "score": score}


def row(found):
    start = f"{found['opponent']:20} {found['games']:6} of {found['of']:5}"
    ours, theirs = (found["faults"].get(name, 0) for name in ("Trivium", found["opponent"]))
    if "hands" in found:
        mean, error = found["mbb_per_hand"]["mean"], found["mbb_per_hand"]["standard_error"]
        return (f"{start}   {mean:+10.1f} mbb a hand +/- {NORMAL_95 * error:.1f}, "
                f"{found['hands']} hands   faults {ours}, {theirs}")
    if "elo" not in found:
        return start
    score, low, high = (f"{100 * found['score'][key]:.1f}" for key in ("value", "low", "high"))
    elo, interval = elo_text(found)
    return (f"{start}   {found['wins']:4} {found['draws']:4} {found['losses']:4}   {score:>5}% "
            f"{f'({low} to {high})':16}   {elo:>5} {interval:18}   {ours}, {theirs}")


def show(home, ladder, as_json=False):
    found = [result(home, opponent) for opponent in ladder["opponents"]]
    if as_json:
        print(json.dumps({"event": "ladder", "name": ladder["name"], "opponents": found}),
              flush=True)
        return
    print(f"{ladder['name']}: {ladder['program']}, started {ladder['began']}, "
          f"{rules_in_words(ladder)}; 95% intervals from pairs of games")
    if ladder["game"] != "poker":
        print(f"{'opponent':20} {'games':>15}    won drew lost   {'score':23}   "
              f"{'Elo difference':24}   faults: ours, theirs")
    print("\n".join(map(row, found)), flush=True)


def rules_in_words(ladder):
    each = ladder["rules"].get("each", {})
    words = [f"{each['tc']} s"] if each else [f"blocks of {ladder['rules']['hands']} hands"]
    words += [f"hash {each['option']['Hash']} MB"] if "option" in each else []
    words += ["adjudicated"] if "resign" in ladder["rules"] else []
    return ", ".join(words + ladder["words"])
