"""trivium-learn for the tests that run it as a user does; the first argument of each is its path.

With --long a test runs what the gate leaves out (tests/script_sizes.py).
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script_sizes import LONG  # noqa: E402,F401

LEARN = str(pathlib.Path(sys.argv[1]).resolve())
MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
TINY = ["--nodes", 60, "--most-plies", 30]  # chess games that take milliseconds
PLAY_RECORD = ["chess", "selfplay", "--weights", "nothing", "--count", 6, *TINY]


def run(*arguments, **variables):
    return subprocess.run([LEARN, *map(str, arguments)], capture_output=True, text=True,
                          timeout=120, env={**os.environ, **variables})


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def json_lines(done):
    """The objects that a command with --json prints on standard error, where each line is one."""
    try:
        return [json.loads(line) for line in done.stderr.splitlines()]
    except ValueError:
        sys.exit(f"failed: a line with --json is no JSON: {done.stderr}")


def notes_of(done):
    """The notes among them, as lines of text."""
    return "".join(line["note"] + "\n" for line in json_lines(done) if "note" in line)


def header_of(file):
    """The header of a weight file, and the bytes behind it."""
    raw = file.read_bytes()
    end = 8 + int.from_bytes(raw[:8], "little")
    return json.loads(raw[8:end]), raw[end:]


def manifest_of(file):
    return json.loads(header_of(file)[0]["__metadata__"]["trivium.manifest"])


def write_games(path, games=400):
    """Games of random stones, won by the side with more stones near the center:
    something to learn, nothing to play."""
    rng = random.Random(1)
    cells = [(column, row) for column in range(19) for row in range(19)]
    with open(path, "w", encoding="ascii") as out:
        out.write("game_id,moves,winner\n")
        for game in range(games):
            stones = rng.sample(cells, 20)
            nearness = [0, 0]
            for i, (column, row) in enumerate(stones):
                nearness[(i + 1) // 2 % 2] -= abs(column - 9) + abs(row - 9)
            moves = ",".join(chr(ord("a") + column) + str(row + 1) for column, row in stones)
            out.write(f'{game},"{moves}",{"black" if nearness[0] > nearness[1] else "white"}\n')


def killed_and_resumed(command, awaited, out, reference):
    """Starts a run, kills it outright as soon as a file is there, resumes it."""
    process = subprocess.Popen([LEARN, *map(str, command)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not awaited.exists() and process.poll() is None:
        check(time.monotonic() < deadline, f"{awaited} appears")
    process.send_signal(signal.SIGKILL)
    process.wait()
    resumed = run(*command, "--resume")
    check(resumed.returncode == 0, f"a killed run resumes: {resumed.stderr}")
    check(out.read_bytes() == reference, "a killed and resumed run gives the same bytes")
