"""Opponents of tools/ladder: Debian's engines, earlier commits, peers of a file, poker players."""

import json
import pathlib
import subprocess

from workshop.programs import ROOT, Failed, find_debian
from workshop.progress import print_note

# A package is named as its program. No opening books, one thread (glaurung's default is two).
DEBIAN = [
    {"name": "Toga II", "cmd": "toga2", "option": {"OwnBook": "false", "Number of Threads": 1},
     "games": 400},
    {"name": "Glaurung", "cmd": "glaurung", "option": {"OwnBook": "false", "Threads": 1}},
    {"name": "GNU Chess", "cmd": "gnuchess", "args": "--uci", "option": {"OwnBook": "false"}},
    {"name": "Ethereal", "cmd": "ethereal-chess", "option": {"Threads": 1}},
    {"name": "Stockfish", "cmd": "stockfish", "option": {"Threads": 1}},
]


def say(options, text):
    print_note(options.phases.style, f"ladder: {text}")


def is_wanted(engine, only):
    """Tests if --only has an engine's name or program; without --only all are selected."""
    names = {engine["name"].lower(), pathlib.Path(engine.get("cmd", "")).name.lower()}
    return not only or any(word.lower() in names for word in only)


def debian_engines(options):
    """Returns the installed engines of Debian; installs the selected ones first."""
    engines = []
    for engine in DEBIAN:
        wanted = is_wanted(engine, options.only)
        if program := find_debian(engine["cmd"], install=wanted and not options.dry_run):
            engines.append({**engine, "cmd": program})
        elif wanted:
            why = "is not installed" if options.dry_run else "cannot be installed"
            say(options, f"{engine['cmd']} {why} here; continuing without it")
    return engines


def release(ref, options):
    """Returns the path of the program of `ref`, built once (not with --dry-run)."""
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--verify", "--short=12",
                             ref + "^{commit}"], capture_output=True, text=True)
    if commit.returncode != 0:
        raise Failed(f"--release {ref}: no such tag or commit")
    home = options.folder / "releases" / commit.stdout.strip()
    program = home / "build" / "bin" / "trivium"
    if program.exists():
        return program
    if options.dry_run:
        say(options, f"--release {ref} would be built in {home}")
        return program
    say(options, f"building {ref} in {home}")
    home.mkdir(parents=True, exist_ok=True)
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", ref], stdout=subprocess.PIPE)
    subprocess.run(["tar", "x", "-C", home], stdin=archive.stdout, check=True)
    if archive.wait() != 0:
        raise Failed(f"--release {ref}: git archive failed")
    # Releases up to 0.1.0 do not have this option.
    kernels = "best" if (home / "tools/cmake/best_kernel.cpp").exists() else "base;v3"
    configure = ["cmake", "-S", home, "-B", home / "build", "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=Release", "-DTRIVIUM_TESTS=OFF",
                 f"-DTRIVIUM_KERNELS={kernels}"]
    for command in (configure, ["cmake", "--build", home / "build", "--target", "trivium"]):
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            raise Failed(f"--release {ref}: does not build")
    return program


def own(game, name, program):
    """Returns our program as an engine of `game`."""
    if game == "poker":
        return {"name": name, "proto": "acpc", "cmd": str(program), "args": "acpc --game nolimit"}
    return {"name": name, "cmd": str(program), "args": "uci" if game == "chess" else "gtp"}


def peers(file):
    try:
        engines = json.loads(file.read_text())["engines"]
        return [{**engine, "name": str(engine["name"])} for engine in engines]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Failed(f"--peers {file}: {fault!r}") from fault


def opponents(options):
    engines = []
    if options.game == "chess" and not options.no_debian:
        engines += debian_engines(options)
    if options.game == "poker":
        engines += [{"name": policy, "proto": "internal", "option": {"policy": policy}}
                    for policy in ("call", "raise", "random")]
    engines += [own(options.game, f"Trivium {ref}", release(ref, options))
                for ref in options.release]
    for file in options.peers:
        engines += peers(file)
    if not engines:
        raise Failed("no opponent; use --release or --peers")
    names = [engine["name"] for engine in engines]
    if twice := {name for name in names if names.count(name) > 1}:
        raise Failed(f"more than one opponent has the name {twice.pop()}")
    usual = 200 if options.game == "chess" else 40
    return [{**engine, "games": engine.get("games", usual)} for engine in engines]
