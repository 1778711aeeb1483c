#!/usr/bin/env python3
"""Learners over several processes as a user runs them: the same bytes as one process, for 1, 2 and
4; errors and killed processes end the job; any number of processes resumes a run.

    learn_processes_cli_test.py TRIVIUM_LEARN FORKED_LEARN [--long]
    learn_processes_cli_test.py TRIVIUM_LEARN --mpi TRIVIUM_LEARN_MPI
    learn_processes_cli_test.py TRIVIUM_LEARN --mpi --namespaces TRIVIUM_LEARN_MPI

FORKED_LEARN is the test program that forks its processes; --mpi starts them by mpirun. The short
form kills no process. --namespaces runs two processes in two network namespaces, which speak by TCP
as two machines do. Exit status 77: there is no mpirun, or no permission to make namespaces.
"""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from learn_cli import LONG, MODELS, TINY, check, run, write_games
from reversi_games import random_game
from style_games import written

MPI = "--mpi" in sys.argv
NAMESPACES = "--namespaces" in sys.argv
PROGRAM = str(pathlib.Path(sys.argv[-1]).resolve())
SIZES = (1, 2, 4)
SET = "use moves\nstages 2\nshape corner a1 b1 b2\nshape edge c1 d1 e1 f1\nflips 4\nsquare\n"
VALUE_SET = "use value\nstages 2\nshape corner a1 b1 a2 b2\nshape edge c1 d1 e1 f1\n"
MORE_CHESS = '[White "Me"]\n[Black "Her"]\n[Result "*"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n'
LABEL = 'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1/2-1/2";\n'


def launched(size, *arguments):
    """The command that runs these arguments in `size` processes."""
    words = [str(word) for word in arguments]
    if not MPI:
        return [PROGRAM, str(size), *words]
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(size), PROGRAM, *words]


def run_in(size, *arguments):
    return subprocess.run(launched(size, *arguments), capture_output=True, text=True, timeout=300)


def write_data(folder):
    """Games of each kind."""
    write_games(folder / "records.csv", 60)
    check(run("connect6", "records", "--data", folder / "records.csv", "--out",
              folder / "games.c6").returncode == 0, "records become games")
    rng = random.Random(1)
    (folder / "games.txt").write_text("".join(random_game(rng).text + "\n" for _ in range(30)))
    (folder / "moves_set.txt").write_text(SET)
    (folder / "value_set.txt").write_text(VALUE_SET)
    (folder / "labels.epd").write_text(LABEL * 200)
    written(folder)


def commands(folder):
    """A short run of each learner, without --out, by the name of its result. The draws are of the
    values that are learned before."""
    gammas = next((MODELS / "connect6").glob("connect6.btmm-*.safetensors"))
    check(run("connect6", "selfplay", "--weights", gammas, "--size", 9, "--longest", 81,
              "--count", 40, "--out", folder / "of_9.c6").returncode == 0, "games are played")
    style = ["chess", "style", "--data", folder / "games.pgn", "--player", "Me", "--held-out", 0,
             "--ridge", 0.1]
    return {
        "patterns": ["connect6", "patterns", "--data", folder / "games.c6", "--pattern-set",
                     "paper-1", "--steps", 2],
        "value": ["connect6", "value", "--data", folder / "games.c6", "--steps", 3],
        "draws": ["connect6", "draws", "--data", folder / "of_9.c6", "--weights",
                  folder / "value.safetensors", "--nodes", 20],
        "reversi_patterns": ["reversi", "patterns", "--data", folder / "games.txt", "--pattern-set",
                             folder / "moves_set.txt", "--steps", 2],
        "reversi_value": ["reversi", "value", "--data", folder / "games.txt", "--pattern-set",
                          folder / "value_set.txt", "--steps", 4, "--solve", 6],
        "style": [*style, "--attributes", "material,mobility"],
        "search_style": [*style, "--attributes", "material", "--search-nodes", 20],
        "regression": ["chess", "tdleaf", "--data", folder / "labels.epd", "--held-out", 0,
                       "--steps", 5],
        "tdleaf": ["chess", "tdleaf", "--steps", 2, "--generation-games", 9, *TINY],
        "cfr": ["poker", "cfr", "--game", "limit", "--counts", "169,1,1,1", "--batch", 1000,
                "--epoch", 5000, "--shards", 4, "--steps", 10000],
    }


def equal_bytes(folder):
    """Each learner writes the bytes of one process of trivium-learn."""
    for name, words in commands(folder).items():
        out = folder / f"{name}.safetensors"
        alone = run(*words, "--out", out)
        check(alone.returncode == 0, f"{name} in one process: {alone.stderr}")
        for size in SIZES:
            threads = 2 if size == 2 else 1
            other = folder / f"{name}_{size}.safetensors"
            done = run_in(size, *words, "--out", other, "--threads", threads)
            check(done.returncode == 0, f"{name} in {size} processes: {done.stderr}")
            check(done.stdout.count(str(other)) == 1, f"{name}: rank 0 prints: {done.stdout}")
            check(other.read_bytes() == out.read_bytes(),
                  f"{name}: {size} processes write other bytes than one")
            check(size == 1 or f"{size} processes sent " in done.stderr,
                  f"{name}: the bytes that were sent: {done.stderr}")


def bad_usage(folder):
    """Errors are printed once, by rank 0, with the status of one process."""
    words = ["connect6", "value", "--data", folder / "games.c6"]
    wrong = run_in(2, *words)
    check(wrong.returncode == 2 and wrong.stderr.count("--out or --judge") == 1,
          f"bad usage: {wrong.returncode}, {wrong.stderr}")
    missing = run_in(4, *words, "--out", folder / "none" / "x.safetensors")
    check(missing.returncode == 1 and missing.stderr.count("no folder to write to") == 1,
          f"a folder that rank 0 alone checks: {missing.stderr}")
    few = run_in(4, "poker", "cfr", "--game", "limit", "--counts", "169,1,1,1", "--shards", 2,
                 "--steps", 1000, "--out", folder / "x.safetensors")
    check(few.returncode == 2 and "--shards: 4 processes need as many shards" in few.stderr,
          f"fewer shards than processes: {few.stderr}")
    kept = run_in(2, "chess", "tdleaf", "--steps", 1, "--keep-games", folder / "kept", "--out",
                  folder / "x.safetensors", *TINY)
    check(kept.returncode == 2 and "--keep-games" in kept.stderr, f"kept games: {kept.stderr}")
    shared = run_in(2, "connect6", "value", "--data", "-", "--out", folder / "x.safetensors")
    check(shared.returncode == 2 and shared.stderr.count("cannot share standard input") == 1,
          f"standard input of several processes: {shared.stderr}")
    other = run_in(2, "connect6", "match")
    check(other.returncode == 2, f"a command that several processes do not have: {other.stdout}")
    asked = run_in(2, "--help")
    check(asked.stdout.count("connect6") >= 1 and asked.stderr == "", f"--help: {asked.stderr}")
    lines = run_in(2, *words, "--steps", 1, "--json", "--out", folder / "json.safetensors").stderr
    check(" bytes" not in lines, f"--json: {lines}")


def processes_of(program):
    """The processes that run `program`, by rank as far as they were started in that order."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe") == program:
                found.append(int(entry.name))
        except OSError:
            continue  # it has ended, or belongs to another user
    return sorted(found)


def killed_and_resumed(folder):
    """A killed process ends the job with a message. Another number of processes resumes the run, to
    the bytes of a run that was not killed."""
    # A copy of the program, so that only the processes of this test have its path.
    global PROGRAM
    program = PROGRAM
    PROGRAM = str(folder / "learner")
    shutil.copy(program, PROGRAM)
    out, whole, checkpoint = (folder / name for name in
                              ("killed.safetensors", "whole.safetensors", "checkpoint"))
    words = ["reversi", "patterns", "--data", folder / "games.txt", "--pattern-set",
             folder / "moves_set.txt", "--held-out", 0, "--steps", 150]
    check(run(*words, "--out", whole).returncode == 0, "a run that is not killed")
    kept = [*words, "--out", out, "--checkpoint", checkpoint]
    job = subprocess.Popen(launched(2, *kept), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                           text=True)
    awaited = checkpoint / "btmm.checkpoint.safetensors"
    deadline = time.monotonic() + 60
    while not awaited.exists() and job.poll() is None:
        check(time.monotonic() < deadline, f"{awaited} appears")
    running = processes_of(PROGRAM)
    check(job.poll() is None and len(running) == 2, f"two processes are at work: {running}")
    os.kill(running[-1], signal.SIGKILL)
    errors = job.communicate(timeout=60)[1]
    check(job.returncode != 0 and ("rank 1" in errors or "signal 9" in errors),
          f"the job ends with a message: {job.returncode}, {errors}")
    check(not out.exists(), "nothing is written")
    again = run_in(4, *kept)
    check(again.returncode == 1 and again.stderr.count("--resume continues it") == 1,
          f"a run that has begun is not begun anew: {again.stderr}")
    other = run_in(2, *kept, "--resume", "--seed", 9)
    check(other.returncode == 1 and other.stderr.count("its seed is 1, this run's is 9") == 1,
          f"another run: {other.stderr}")
    resumed = run_in(4, *kept, "--resume")
    check(resumed.returncode == 0, f"four processes resume it: {resumed.stderr}")
    check(out.read_bytes() == whole.read_bytes(), "to the same bytes")
    PROGRAM = program


def begun_alone(folder):
    """A run that trivium-learn begins is resumed by four processes."""
    words = ["connect6", "patterns", "--data", folder / "games.c6", "--pattern-set", "paper-1"]
    whole, out = folder / "alone.safetensors", folder / "with_four.safetensors"
    check(run(*words, "--steps", 4, "--out", whole).returncode == 0, "a whole run")
    kept = ["--out", out, "--checkpoint", folder / "alone_run"]
    check(run(*words, "--steps", 2, *kept).returncode == 0, "a run of fewer steps")
    resumed = run_in(4, *words, "--steps", 4, *kept, "--resume")
    check(resumed.returncode == 0 and out.read_bytes() == whole.read_bytes(),
          f"four processes resume it: {resumed.stderr}")


def other_data(folder):
    """Other data on one rank are refused, with both ranks named, also where games are divided
    before the run begins (--search-nodes)."""
    for name, addition in (("one", ""), ("other", MORE_CHESS)):
        (folder / name).mkdir()
        for file, more in (("games.pgn", addition), ("games.txt", "")):
            (folder / name / file).write_text((folder / file).read_text() + more)
    lines = (folder / "games.txt").read_text().splitlines(keepends=True)
    (folder / "other" / "games.txt").write_text("".join(lines[1:]))
    for words in (["chess", "style", "--data", "games.pgn", "--player", "Me", "--held-out", 0,
                   "--attributes", "material", "--search-nodes", 20],
                  ["reversi", "value", "--data", "games.txt", "--pattern-set",
                   folder / "value_set.txt", "--solve", 6]):
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
        for name in ("one", "other"):
            command += ["-np", "1", "-wdir", folder / name, PROGRAM, *words, "--out",
                        "x.safetensors", ":"]
        done = subprocess.run([str(word) for word in command[:-1]], capture_output=True, text=True,
                              timeout=300)
        check(done.returncode == 1 and "rank 1 on " in done.stderr
              and "has another run than rank 0 on " in done.stderr, f"other data: {done.stderr}")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


class Namespaces:
    """Two network namespaces with a cable between them; the number of one is the last byte of its
    address."""

    def __init__(self):
        self.names = {number: f"trivium{os.getpid()}_{number}" for number in (1, 2)}

    def __enter__(self):
        cables = {number: f"tv{os.getpid()}_{number}" for number in self.names}
        for name in self.names.values():
            self.ip("netns", "add", name)
        self.ip("link", "add", cables[1], "type", "veth", "peer", "name", cables[2])
        for number, name in self.names.items():
            self.ip("link", "set", cables[number], "netns", name)
            self.ip("-n", name, "addr", "add", f"10.77.0.{number}/24", "dev", cables[number])
            for device in (cables[number], "lo"):
                self.ip("-n", name, "link", "set", device, "up")
        return self

    def __exit__(self, *_):
        for name in self.names.values():
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)

    def ip(self, *words):
        done = subprocess.run(["ip", *words], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            self.__exit__()
            skip(f"ip {' '.join(words)}: {done.stderr.strip()}")

    def launched(self, folder, *arguments):
        """The command that runs these arguments in one process of each namespace."""
        agent = folder / "agent.sh"  # instead of ssh; its first word is the address
        agent.write_text('#!/bin/bash\nhost=$1; shift\n'
                         f'exec ip netns exec trivium{os.getpid()}_${{host##*.}} bash -c "$*"\n')
        agent.chmod(0o755)
        network = "10.77.0.0/24"
        return ["ip", "netns", "exec", self.names[1], "mpirun", "--allow-run-as-root",
                "--mca", "plm_rsh_agent", str(agent), "--mca", "btl", "tcp,self",
                "--mca", "btl_tcp_if_include", network, "--mca", "oob_tcp_if_include", network,
                "-H", "10.77.0.1:1,10.77.0.2:1", "-np", "2", PROGRAM, *map(str, arguments)]


def over_namespaces(folder):
    """Two processes that speak by TCP write the bytes of one."""
    words = ["reversi", "patterns", "--data", folder / "games.txt", "--pattern-set",
             folder / "moves_set.txt", "--steps", 5]
    alone, out = folder / "alone.safetensors", folder / "tcp.safetensors"
    check(run(*words, "--out", alone).returncode == 0, "one process")
    with Namespaces() as namespaces:
        done = subprocess.run(namespaces.launched(folder, *words, "--out", out),
                              capture_output=True, text=True, timeout=300)
    check(done.returncode == 0, f"two namespaces: {done.stderr}")
    check(out.read_bytes() == alone.read_bytes(), "the same bytes over TCP")


def main():
    if MPI and shutil.which("mpirun") is None:
        skip("there is no mpirun (Debian: openmpi-bin)")
    if NAMESPACES and (os.geteuid() != 0 or shutil.which("ip") is None):
        skip("network namespaces need root and the program ip (Debian: iproute2)")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        write_data(folder)
        if NAMESPACES:
            over_namespaces(folder)
            print("passed over two network namespaces")
            return
        equal_bytes(folder)
        bad_usage(folder)
        begun_alone(folder)
        if MPI:
            other_data(folder)
        if LONG or MPI:
            killed_and_resumed(folder)
    print("passed")


if __name__ == "__main__":
    main()
