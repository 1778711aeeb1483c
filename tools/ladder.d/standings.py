"""What the journal of a ladder tells: the table of scores, and the time that is left."""

import json
import os
import re
import subprocess

from workshop.matches import elo_text

MOVES = 55  # of a side in a chess game: a guess for the time that a ladder takes, until games were played


def environment():
    """That of trivium-match: our programs find the weights that lie beside them."""
    return {name: value for name, value in os.environ.items() if name != "TRIVIUM_MODELS"}


def ask_journal(home, opponent, *words):
    """What trivium-match tells of the games against an opponent; nothing before the first."""
    command = [home / "bin" / "trivium-match", *words, home / "games.db", "--tournament", opponent["name"]]
    done = subprocess.run(command, capture_output=True, text=True, env=environment())
    return done.stdout if done.returncode == 0 else ""


def standings(home, opponent):
    told = ask_journal(home, opponent, "status", "--json")
    return json.loads(told) if told else {"games": 0, "engines": [], "pairings": []}


def guess_seconds(ladder):
    """Of one game, before any was played; None where the clock does not tell."""
    clock = re.fullmatch(r"(?:(\d+):)?([\d.]+)(?:\+([\d.]+))?", ladder["rules"].get("each", {}).get("tc", ""))
    return 2 * (60 * float(clock[1] or 0) + float(clock[2]) + MOVES * float(clock[3] or 0)) if clock else None


def time_left(home, ladder, chosen, concurrency):
    """The games and the time that are left, in words."""
    left, seconds = {}, {}
    for opponent in chosen:
        games = [json.loads(line) for line in ask_journal(home, opponent, "export", "--format", "json").splitlines()]
        left[opponent["name"]] = max(0, opponent["games"] - len(games))
        durations = [game["game"]["duration"] / 1e6 for game in games if "game" in game]
        if durations:
            seconds[opponent["name"]] = sum(durations) / len(durations)
    usual = sum(seconds.values()) / len(seconds) if seconds else guess_seconds(ladder)
    words = f"{sum(left.values())} games are left"
    if not usual:
        return words
    minutes = round(sum(count * seconds.get(name, usual) for name, count in left.items()) / concurrency / 60)
    return f"{words}, about {minutes // 60} h {minutes % 60:02} min"


def points_of(elo, otherwise):
    """The score that a difference of `elo` stands for, in [0, 1]; `otherwise` where that has no finite value."""
    return otherwise if elo is None else 1 / (1 + 10 ** (-elo / 400))


def result(home, opponent):
    """What came of the games against an opponent so far, by names of figures."""
    told = standings(home, opponent)
    found = {"opponent": opponent["name"], "games": told["games"], "of": opponent["games"],
             "faults": {engine["name"]: sum(engine["faults"].values()) for engine in told["engines"]}}
    if not told["games"]:
        return found
    pairing = told["pairings"][0]
    if "hands" in pairing:
        return {**found, "hands": pairing["hands"], "mbb_per_hand": pairing["mbb_per_hand"]}
    score = (pairing["wins"] + pairing["draws"] / 2) / told["games"]
    return {**found, **{key: pairing[key] for key in ("wins", "draws", "losses", "elo")},
            "score": {"value": score, "low": points_of(pairing["elo"]["low"], 0.0), "high": points_of(pairing["elo"]["high"], 1.0)}}


def row(found):
    start = f"{found['opponent']:20} {found['games']:6} of {found['of']:5}"
    faults = [found["faults"].get(name, 0) for name in ("Trivium", found["opponent"])]
    if "hands" in found:
        mean, error = found["mbb_per_hand"]["mean"], found["mbb_per_hand"]["standard_error"]
        return f"{start}   {mean:+10.1f} mbb a hand +/- {1.96 * error:.1f}, {found['hands']} hands   faults {faults[0]}, {faults[1]}"
    if "elo" not in found:
        return start
    score = [f"{100 * found['score'][key]:.1f}" for key in ("value", "low", "high")]
    elo, interval = elo_text(found)
    return (f"{start}   {found['wins']:4} {found['draws']:4} {found['losses']:4}   {score[0]:>5}% {f'({score[1]} to {score[2]})':16}"
            f"   {elo:>5} {interval:18}   {faults[0]}, {faults[1]}")


def show(home, ladder, as_json=False):
    found = [result(home, opponent) for opponent in ladder["opponents"]]
    if as_json:
        print(json.dumps({"event": "ladder", "name": ladder["name"], "opponents": found}), flush=True)
        return
    print(f"{ladder['name']}: {ladder['program']}, begun {ladder['began']}, {rules_in_words(ladder)}; 95% intervals from pairs of games")
    if ladder["game"] != "poker":
        print(f"{'opponent':20} {'games':>15}    won drew lost   {'score':23}   {'Elo difference':24}   faults: ours, theirs")
    print("\n".join(map(row, found)), flush=True)


def rules_in_words(ladder):
    each = ladder["rules"].get("each", {})
    words = [f"{each['tc']} s"] if each else [f"blocks of {ladder['rules']['hands']} hands"]
    words += [f"hash {each['option']['Hash']} MB"] if "option" in each else []
    words += ["adjudicated"] if "resign" in ladder["rules"] else []
    return ", ".join(words + ladder["words"])
