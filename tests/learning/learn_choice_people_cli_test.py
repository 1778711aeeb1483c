#!/usr/bin/env python3
"""Tests `trivium-learn chess style-people`: tables of rating bands and players, and identification
of the mover by weights.

    learn_choice_people_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import csv
import json
import pathlib
import random
import re
import tempfile

from learn_cli import check, json_lines, run

GAME = """[White "{white}"]
[Black "{black}"]
[WhiteElo "{white_elo}"]
[BlackElo "{black_elo}"]
[Result "*"]

{moves} *

"""
ELOS = {"Able, Anna": 2150, "Bold, Boris": 2350, "Calm, Carla": 2450}
# Knights move out and back. Any order is legal that keeps the order of each knight's moves.
SHUFFLES = (("Nf3", "Ng1"), ("Nc3", "Nb1"), ("Nh3", "Ng1"), ("Na3", "Nb1"))
ANSWERS = (("Nf6", "Ng8"), ("Nc6", "Nb8"), ("Nh6", "Ng8"), ("Na6", "Nb8"))
FILES = ("bands.csv", "players.csv", "matrix.csv", "identification.csv", "identification.svg")


def moves(rng):
    white = [move for _ in range(4) for move in rng.choice(SHUFFLES)]
    black = [move for _ in range(4) for move in rng.choice(ANSWERS)]
    return " ".join(f"{number}. {one} {other}"
                    for number, (one, other) in enumerate(zip(white, black), 1))


def written(folder):
    rng = random.Random(1)
    pgn = folder / "games.pgn"
    games = []
    for _ in range(60):
        white, black = rng.sample(sorted(ELOS), 2)
        games.append(GAME.format(white=white, black=black, white_elo=ELOS[white],
                                 black_elo=ELOS[black], moves=moves(rng)))
    pgn.write_text("".join(games))
    return pgn


def rows(path):
    with open(path, encoding="ascii", newline="") as table:
        return list(csv.DictReader(table))


def learned(folder, pgn):
    learn = ("chess", "style-people", "--data", pgn, "--attributes", "mobility,centre",
             "--bands", "2200,2400,2600")
    out = folder / "people"
    done = run(*learn, "--report", out)
    check(done.returncode == 0, f"people are learned: {done.stderr}")
    tables = json.loads(run(*learn, "--json").stdout)
    check({player["name"] for player in tables["players"]} == set(ELOS) and
          sorted(tables) == ["bands", "identification", "matrix", "players"],
          f"the same as JSON: {tables}")
    check(re.search(r"^2200 to 2399 +\d+ ", done.stdout, re.MULTILINE),
          f"bands are reported: {done.stdout}")
    check("from 2600" not in done.stdout, "but those without moves")
    check(re.search(r"better than best of others: \d of 3 players", done.stdout),
          f"the style test is reported: {done.stdout}")
    check("chance 33.3 %" in done.stdout, f"chance is reported: {done.stdout}")
    check(sorted(path.name for path in out.iterdir()) == sorted(FILES), "all files are written")
    bands = rows(out / "bands.csv")
    check([band["name"] for band in bands] == ["below 2200", "2200 to 2399", "2400 to 2599"],
          f"bands: {bands}")
    players = rows(out / "players.csv")
    check({player["name"] for player in players} == set(ELOS), f"players: {players}")
    check(all(float(one["mobility_low"]) < float(one["mobility"]) < float(one["mobility_high"])
              for one in players),
          "intervals")
    # Each band has one player, so it has the moves of that player.
    check(sorted(band["held_out_moves"] for band in bands) ==
          sorted(player["held_out_moves"] for player in players),
          "the same moves")
    for row, player in zip(rows(out / "matrix.csv"), players):
        bits = -float(row[player["name"]]) / 0.6931471805599453
        check(abs(bits - float(player["held_out_bits"])) < 1e-4,
              f"the matrix has the held-out likelihood: {row} {player}")
    identified = rows(out / "identification.csv")
    check([row["games"] for row in identified] == ["1", "5", "10", "20", "50"],
          f"sizes of sets: {identified}")
    check(int(identified[0]["sets"]) == sum(int(player["held_out_games"]) for player in players),
          "each side of a game is a set of one")
    bytes_before = [(out / name).read_bytes() for name in FILES]
    again = run(*learn, "--threads", 3, "--report", out)
    check(again.stdout == done.stdout and
          [(out / name).read_bytes() for name in FILES] == bytes_before,
          "--threads changes nothing")
    two = run(*learn, "--player", "Calm, Carla", "--player", "Able, Anna")
    check("of 2 players" in two.stdout and "Boris" not in two.stdout,
          f"players are chosen by name: {two.stdout}{two.stderr}")
    check("of 2 players" in run(*learn, "--players", 2, "--license", "CC0").stdout, "or by number")
    check("--license" not in run("chess", "style-people", "--help").stdout,
          "no card states a license, so help does not list the option")


def refused(folder, pgn):
    given = ("--data", pgn)
    for words, status, message in (
            ((), 2, "--data"),
            ((*given, "--bands", "2200,2000"), 2, "--bands"),
            ((*given, "--bands", "2200,2200"), 2, "--bands"),
            ((*given, "--bands", "high"), 2, "--bands"),
            ((*given, "--players", 1), 2, "--players"),
            ((*given, "--player", "Able, Anna"), 2, "at least two"),
            ((*given, "--player", "Able, Anna", "--player", "Able, Anna"), 2, "twice"),
            ((*given, "--player", "Able, Anna", "--player", "Nobody"), 1, "Nobody"),
            ((*given, "--player", "Able, Anna", "--player", "Bold, Boris", "--players", 2), 2,
             "--player"),
            ((*given, "--held-out", 0), 2, "--held-out"),
            ((*given, "--prior-moves", -1), 2, "--prior-moves"),
            ((*given, "--lookahead", "best"), 2, "best"),
            ((*given, "--attributes", "beauty"), 2, "beauty"),
            ((*given, "--least-elo", 3000), 1, "no two players"),
            ((*given, "--report", pgn), 1, "games.pgn"),
            (("--data", folder / "none.pgn"), 1, "none.pgn")):
        done = run("chess", "style-people", *words)
        check(done.returncode == status and message in done.stderr,
              f"{words}: {done.returncode} {done.stderr}")
    table = folder / "bands.csv"
    table.write_text(pgn.read_text())
    done = run("chess", "style-people", "--data", table, "--report", folder)
    check(done.returncode == 1 and "bands.csv" in done.stderr,
          f"games are not written over: {done.stderr}")
    check(table.read_text() == pgn.read_text(), "and stay as they are")


def recovered():
    """The experiment of paper 002 prints its tables, with --json as JSON."""
    done = run("chess", "style-tables", "--share", 0.01, "--count", 1, "--trials", 2, "--json")
    tables = json.loads(done.stdout)
    check(tables["errors"][0]["games"] == 1 and tables["errors"][0]["trials"] == 2 and
          tables["weights"][0]["attribute"] == "material",
          f"recovered weights as JSON: {done}")
    parts = [line["progress"] for line in json_lines(done)]
    check({(part["phase"], part["phases"], part["what"]) for part in parts} ==
          {(1, 2, "games"), (2, 2, "trials")}, f"both parts show their progress: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pgn = written(folder)
        learned(folder, pgn)
        recovered()
        refused(folder, pgn)


main()
