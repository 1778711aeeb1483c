#!/usr/bin/env python3
"""Learners read standard input (--data -) and packed files like the files that are in them.

    learn_data_cli_test.py TRIVIUM_LEARN
"""
import hashlib
import os
import pathlib
import random
import subprocess
import tempfile

from learn_cli import LEARN, check, header_of, manifest_of, run, write_games
from reversi_games import random_game
from style_games import written
from zstd_frame import zstd_frame

LABEL = 'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1/2-1/2";\n'
VALUE_SET = "use value\nstages 2\nshape corner a1 b1 a2 b2\nshape edge c1 d1 e1 f1\n"


def run_with(data, folder, *words):
    """Runs a command with `data` as standard input and with the temporary folder `folder`."""
    return subprocess.run([LEARN, *map(str, words)], input=data, capture_output=True, timeout=120,
                          env={**os.environ, "TMPDIR": str(folder)})


def tensors_of(file):
    header, data = header_of(file)
    del header["__metadata__"]
    return header, data


def learners(folder):
    """A file of data and a short run for learners of each game, without --data and --out."""
    write_games(folder / "records.csv", 60)
    check(run("connect6", "records", "--data", folder / "records.csv", "--out",
              folder / "games.c6").returncode == 0, "records become games")
    rng = random.Random(1)
    games = folder / "games.txt"
    games.write_text("".join(random_game(rng).text + "\n" for _ in range(30)))
    labels, value_set = folder / "labels.epd", folder / "value_set.txt"
    labels.write_text(LABEL * 200)
    value_set.write_text(VALUE_SET)
    return {
        "style": (written(folder), ["chess", "style", "--player", "Me", "--held-out", 0, "--ridge",
                                    0.1, "--attributes", "material"]),
        "regression": (labels, ["chess", "tdleaf", "--held-out", 0, "--steps", 5]),
        "patterns": (folder / "games.c6",
                     ["connect6", "patterns", "--pattern-set", "paper-1", "--steps", 2]),
        "value": (games, ["reversi", "value", "--pattern-set", value_set, "--steps", 4,
                          "--solve", 6]),
    }


def equal_weights(folder, temporary):
    """The weights from standard input, from a packed file and from both are those from the file."""
    for name, (data, words) in learners(folder).items():
        out, stored = folder / "out.safetensors", data.read_bytes()
        plain = run_with(b"", temporary, *words, "--data", data, "--out", out)
        check(plain.returncode == 0, f"{name}: {plain.stderr}")
        check(name != "regression" or b"held out" not in plain.stderr,
              f"{name}: no figure of no held-out data")
        expected = tensors_of(out)
        packed = folder / f"{data.name}.zst"
        packed.write_bytes(zstd_frame(stored))
        is_seekable = data.suffix == ".c6"
        for source, file in (("-", data), *(() if is_seekable else ((packed, packed),
                                                                    ("-", packed)))):
            done = run_with(file.read_bytes(), temporary, *words, "--data", source, "--out", out)
            check(done.returncode == 0, f"{name} from {source}: {done.stderr}")
            check(tensors_of(out) == expected, f"{name} from {source}: other weights")
            entry = (("stdin" if source == "-" else file.name),
                     hashlib.sha256(file.read_bytes()).hexdigest())
            check(entry in [(one["name"], one["sha256"]) for one in manifest_of(out)["data"]],
                  f"{name} from {source}: the manifest names the data")
            check(list(temporary.iterdir()) == [], f"{name} from {source}: the copy is removed")
        if is_seekable:
            done = run_with(b"", temporary, *words, "--data", packed, "--out", out)
            check(done.returncode == 1 and b"zstdcat" in done.stderr,
                  f"{name} reads no packed file: {done.stderr}")


def converted(folder, temporary):
    """Records from standard input become the same games."""
    out = folder / "again.c6"
    done = run_with((folder / "records.csv").read_bytes(), temporary, "connect6", "records",
                    "--data", "-", "--out", out)
    check(done.returncode == 0, f"records from standard input: {done.stderr}")
    check(out.read_bytes() == (folder / "games.c6").read_bytes(), "the same games")


def refused(folder, temporary):
    """Faults are named, and leave no copy."""
    words = ["connect6", "value", "--out", folder / "none.safetensors"]
    for place, status, message, more in (
            (temporary, 1, b"no file of kind TRVCONN6", ["--data", "-"]),
            (temporary, 2, b"--data: standard input (-) can be given once", ["--data", "-", "-"]),
            (folder / "missing", 1, b"TMPDIR", ["--data", "-"])):
        done = run_with(b"no game", place, *words, *more)
        check(done.returncode == status and message in done.stderr,
              f"{message}: {done.returncode}, {done.stderr}")
        check(list(temporary.iterdir()) == [], f"{message}: the copy is removed")
    check(not (folder / "none.safetensors").exists(), "nothing is written")


def killed(folder, temporary):
    """A command that is killed leaves no copy."""
    words = ["chess", "style", "--player", "Me", "--data", "-", "--out", folder / "out.safetensors"]
    with subprocess.Popen([LEARN, *map(str, words)], stdin=subprocess.PIPE,
                          env={**os.environ, "TMPDIR": str(temporary)}) as learner:
        learner.stdin.write(b"\n" * 2**20)  # more than a pipe holds: it has begun to copy
        learner.kill()
    check(list(temporary.iterdir()) == [], "killed: no copy is left")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        temporary = folder / "temporary"
        temporary.mkdir()
        equal_weights(folder, temporary)
        converted(folder, temporary)
        refused(folder, temporary)
        killed(folder, temporary)


main()
