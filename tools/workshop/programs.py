"""The programs of this project: paths, builds, and runs of commands.

The environment variable TRIVIUM names the `trivium` to use. The other programs are then those in
the same folder, and nothing is built. Without it, the programs are those of a preset:
build/PRESET/bin.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETUP = ROOT / "tools" / "setup.sh"


class Failed(Exception):
    """A command or a measurement that failed; the message is for the user."""


class BadUsage(Exception):
    """An option or an input that cannot be used; the message is for the user."""


def setup(*words: str) -> None:
    """Runs a function of tools/setup.sh, such as `build release programs`. Throws Failed."""
    if subprocess.run([SETUP, *words], stdout=sys.stderr, check=False).returncode != 0:
        raise Failed(f"tools/setup.sh {' '.join(words)} failed")


def prepare(preset: str = "release", groups: Iterable[str] = ()) -> None:
    """Builds the programs of a preset and sets TRIVIUM to it, unless TRIVIUM is set.

    groups: groups of packages in tools/setup.sh, which are installed first.
    """
    if not os.environ.get("TRIVIUM"):
        if groups:
            setup("need_groups", *groups)
        setup("build", preset, "programs")
        os.environ["TRIVIUM"] = str(ROOT / "build" / preset / "bin" / "trivium")


def place(name: str = "trivium") -> pathlib.Path:
    """Returns the path that a program has or will have, with links resolved."""
    named = os.environ.get("TRIVIUM") or ROOT / "build" / "release" / "bin" / "trivium"
    trivium = pathlib.Path(named).resolve()  # the other programs are beside it
    return trivium if name == "trivium" else trivium.with_name(name)


def find(name: str = "trivium") -> pathlib.Path:
    """Returns the path of a program. Throws BadUsage if it is not there."""
    program = place(name)
    if not (program.is_file() and os.access(program, os.X_OK)):
        raise BadUsage(f"{program}: not an executable; build it or set TRIVIUM")
    return program


def find_debian(name: str, install: bool = True) -> str | None:
    """Returns the path of a program of the Debian package `name`; None if unavailable."""
    path = os.environ["PATH"] + os.pathsep + "/usr/games"  # not in root's path
    if install and not shutil.which(name, path=path):
        with contextlib.suppress(Failed):
            setup("need_packages", name)
    return shutil.which(name, path=path)


def kernels_of(program: pathlib.Path) -> list[pathlib.Path]:
    """Returns the executables, one for each kernel, that the launcher `program` starts."""
    return sorted((program.parents[1] / "libexec" / "trivium").glob(f"{program.name}.*"))


def digest(*files: pathlib.Path) -> str:
    """Returns a SHA-256 over the contents of files, whatever their names are."""
    whole = hashlib.sha256()
    for file in files:
        with open(file, "rb") as opened:
            whole.update(hashlib.file_digest(opened, "sha256").digest())
    return whole.hexdigest()


def identity(program: pathlib.Path) -> str:
    """Returns a digest of a program and its kernels."""
    return digest(program, *kernels_of(program))


def default_weights(game: str) -> list[pathlib.Path]:
    """Returns default.json of `game` and the weight files that it names. Throws Failed.

    Returns nothing if the game has no default.json.
    """
    models = pathlib.Path(os.environ.get("TRIVIUM_MODELS") or ROOT / "models")
    choice = models / game / "default.json"
    try:
        named = json.loads(choice.read_text()).values()
        return [choice, *(choice.with_name(file) for file in named)]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise Failed(f"{choice}: {fault!r}") from fault


@dataclass
class Run:
    """A finished run of a command: output, time and memory."""

    out: str
    err: str
    seconds: float  # wall-clock time
    processor: float  # processor time of all its threads, in seconds
    memory: float  # peak, in MB


def call(command: Iterable, *, stderr: str | Callable[[str], None] = "keep", text: str = "",
        cwd: pathlib.Path | None = None, env: Mapping[str, str] | None = None) -> Run:
    """Runs a command with `text` as its input. Throws Failed if its exit status is not 0.

    stderr: "keep" returns it, "show" passes it on, "both" does both; a function gets each line,
    and it is returned too.
    """
    words = [str(word) for word in command]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as given:
        given.write(text)
        given.seek(0)
        started = time.perf_counter()
        try:
            child = subprocess.Popen(
                words, stdin=given, stdout=out, cwd=cwd, env={**os.environ, **(env or {})},
                stderr=None if stderr == "show" else subprocess.PIPE, text=True, errors="replace")
        except OSError as fault:
            raise Failed(f"{words[0]}: {fault.strerror}") from fault
        errors = []
        for line in child.stderr or ():
            errors.append(line)
            if stderr == "both":
                sys.stderr.write(line)
            elif callable(stderr):
                stderr(line)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.stderr:
            child.stderr.close()
        seconds = time.perf_counter() - started
        out.seek(0)
        done = Run(out.read(), "".join(errors), seconds, used.ru_utime + used.ru_stime,
                   used.ru_maxrss / 1024)
    if child.returncode != 0:
        why = "" if stderr in ("show", "both") else done.err[-500:]
        raise Failed(f"{shlex.join(words)}: exit status {child.returncode}: {why}".rstrip(": \n"))
    return done


def learn(*words: object, **options) -> Run:
    """Runs `trivium-learn`."""
    return call([find("trivium-learn"), *words], **options)
