#!/usr/bin/env python3
"""Runs the commands in the documents for readers: README.md and the pages in the folders of docs.

    readme_commands_test.py SOURCE_DIR BIN_DIR [--full]
    readme_commands_test.py --self-test

Every fenced block without a language needs an HTML comment on the line before it, which a rendered
page does not show. Blocks with a language, such as ```text or ```python, are left to other tests.

    <!-- run: gate -->            runs the block; each command takes less than 2 s
    <!-- run: full -->            runs the block with --full only; each command takes less than 60 s
    <!-- not run: REASON -->      does not run the block
    <!-- output (gate): COMMAND -->   the block is output of COMMAND, or (full); see below

Further comments `<!-- run (WORDS): full -->` and `<!-- not run (WORDS): REASON -->` in the lines
between are for single commands: those that contain WORDS.

Without --full, blocks run at the same time, because most of their commands wait.

A block runs as one shell session in a scratch folder of its own, which looks like the repository:
tools/run finds finished programs there and builds nothing, and the programs are on the path. Sample
inputs have the names that the documents use, and the documents' port numbers are replaced by free
ones. Every command must succeed and print something. Durations are printed, but only a command that
hangs is a fault.

A block of output is compared with what its command prints now: its lines must occur there, in this
order. A line `...` stands for lines that are left out.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

MARKER = re.compile(r"<!-- (run|not run)(?: \(([^)]+)\))?: (\S.*) -->")
OUTPUT = re.compile(r"<!-- output \((gate|full)\): (\S.*) -->")
SECONDS = {"gate": 2, "full": 60}  # the usual duration of a command is below this
HANGS = {"gate": 20, "full": 180}  # seconds, a guard against a command that never ends
PORTS = re.compile(r"\b(?:9001|9002|7878)\b")
NAMED_PORTS = 3

# A game of Connect-6 in which the side to move can force a win: human-002 of
# tests/data/connect6_wins.csv.
CONNECT6_GAME = ("1. B[j10] 2. W[k11l9] 3. B[k10l10] 4. W[m10j9] 5. B[k9k8] 6. W[i11m7] "
                 "7. B[i10k7] 8. W[h10k6] 9. B[j8m11] 10. W[i7n12] 11. B[i8l8] "
                 "12. W[h8m8] 13. B[m9l6] 14. W[m5j6] 15. B[k5m6]\n")
CHESS_GAMES = "".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for white, black, moves, result in (
        ("Name", "Other", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O", "1-0"),
        ("Other", "Name", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6", "1/2-1/2"),
        ("Name", "Third", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4", "1-0"),
        ("Third", "Other", "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nf6", "0-1")))


class Command:
    def __init__(self, page, line, text):
        self.page, self.line, self.text = page, line, text
        self.kind = None  # "gate", "full", or None if it is not to be run
        self.shown = []  # lines that the page shows of its output

    def __str__(self):
        shown = self.text.splitlines()[0].split("  #")[0].rstrip(" \\")
        return f"{self.page}:{self.line}: {shown}"


class Block:
    def __init__(self, page, line, markers, lines):
        self.place, self.markers = f"{page}:{line}", markers
        outputs = [found for comment in markers if (found := OUTPUT.fullmatch(comment.strip()))]
        self.is_output = len(outputs) == 1 and len(markers) == 1
        if self.is_output:
            command = Command(page, line, outputs[0][2] + "\n")
            command.kind, command.shown = outputs[0][1], lines
            self.commands = [command]
        else:
            self.commands = commands_of(page, line + 1, lines)


def commands_of(page, first_line, lines):
    """Logical lines: a backslash at the end continues a command; blank lines and lines of comment
    are none."""
    commands, started = [], None
    for number, line in enumerate(lines, first_line):
        if started is None and (not line.strip() or line.lstrip().startswith("#")):
            continue
        started = started or Command(page, number, "")
        started.text += line + "\n"
        if not line.endswith("\\"):
            commands.append(started)
            started = None
    return commands + ([started] if started else [])


def blocks_of(page, text):
    """The fenced blocks of a page of Markdown, each with the comments in the lines
    directly before it."""
    blocks, lines, comments, fence = [], text.splitlines(), [], None
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            if fence is None:
                fence, language = number, line.strip("` ")
            else:
                if not language:
                    blocks.append(Block(page, fence, comments, lines[fence:number - 1]))
                comments, fence = [], None
        elif fence is None:
            comments = comments + [line] if line.startswith("<!--") else []
    return blocks


def mark(block):
    """Sets the kind of each command of the block; returns the faults of its markers."""
    if block.is_output:
        return []
    faults, general, single = [], [], []
    for comment in block.markers:
        found = MARKER.fullmatch(comment.strip())
        if not found or (found[1] == "run" and found[3] not in SECONDS):
            faults.append(f"{block.place}: unknown marker {comment.strip()}")
            continue
        kind = found[3] if found[1] == "run" else None
        (single if found[2] else general).append((found[2], kind))
    if len(general) > 1:
        faults.append(f"{block.place}: two markers for the whole block")
    for words, _ in single:
        if not any(words in command.text for command in block.commands):
            faults.append(f"{block.place}: no command of the block contains '{words}'")
    for command in block.commands:
        kinds = ([kind for words, kind in single if words in command.text] or
                 [kind for _, kind in general])
        if len(kinds) == 1:
            command.kind = kinds[0]
        elif not faults:
            faults.append(f"{command}: {'no marker says' if not kinds else 'several markers say'} "
                          f"whether this command is run")
    return faults


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [str(one.getsockname()[1]) for one in sockets]
    finally:
        for one in sockets:
            one.close()


def plant(root, source, programs):
    """Makes `root` look like the repository with everything built, and adds the sample inputs.
    Returns the environment for commands."""
    for path in source.iterdir():
        if path.is_dir() and path.name not in ("build", "tools") and not path.name.startswith("."):
            (root / path.name).symlink_to(path)
    for path in (root / "tools", root / "build" / "release" / "bin", root / ".path"):
        path.mkdir(parents=True)
    # Scripts are copied, because they look for the root of the repository from where they are.
    for path in (source / "tools").iterdir():
        if path.is_dir():
            (root / "tools" / path.name).symlink_to(path)
        else:
            shutil.copy(path, root / "tools")
    for path in programs.iterdir():
        (root / "build" / "release" / "bin" / path.name).symlink_to(path)
    (root / "build" / "release" / "build.ninja").write_text("")
    for name in ("cmake", "ninja"):  # stand-ins: nothing is to be built
        (root / ".path" / name).write_text("#!/bin/sh\n")
        (root / ".path" / name).chmod(0o755)
    (root / ".path" / "T").symlink_to(programs / "trivium")

    (root / "game.txt").write_text(CONNECT6_GAME)
    (root / "games.pgn").write_text(CHESS_GAMES)
    (root / "mygames.pgn").write_text(CHESS_GAMES)
    strategies = source / "models" / "poker" / "default.json"
    if strategies.exists():
        shutil.copy(strategies.with_name(json.loads(strategies.read_text())["limit"]),
                    root / "strategy.safetensors")
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("TRIVIUM")}
    return {**environment, "PATH": f"{root / '.path'}:{programs}:{os.environ['PATH']}"}


def session(root, commands):
    """A script that runs the commands in one shell; leaves N.out and, with status and seconds,
    N.end in .results of `root`."""
    parts = [f"cd '{root}'; results='{root}/.results'; mkdir \"$results\""]
    for number, command in enumerate(commands):
        parts.append(f"began=$EPOCHREALTIME\n{{\n{command.text}}} >\"$results/{number}.out\" 2>&1\n"
                     f"echo $? $began $EPOCHREALTIME >\"$results/{number}.end\"")
    return "\n".join(parts)


def run(commands, ports, source, programs, hang=None):
    """Runs commands of one block, with free `ports` in place of the page's; returns the faults."""
    with tempfile.TemporaryDirectory(prefix="readme-") as name:
        root = pathlib.Path(name) / "trivium"
        root.mkdir()
        environment = plant(root, source, programs)
        script = session(root, commands)
        replacement = dict(zip(sorted(set(PORTS.findall(script))), ports))
        script = PORTS.sub(lambda found: replacement[found[0]], script)
        shell = subprocess.Popen(["bash", "-c", script], env=environment, stdin=subprocess.DEVNULL,
                                 start_new_session=True)
        began = time.monotonic()
        try:
            shell.wait(timeout=hang or sum(HANGS[command.kind] for command in commands))
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(shell.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            shell.wait()
        waited = time.monotonic() - began
        return [fault for number, command in enumerate(commands)
                if (fault := judge(command, root / ".results" / f"{number}", waited))]


def judge(command, result, waited):
    """The fault of a command that was run, or nothing; prints its duration."""
    end, out = result.with_suffix(".end"), result.with_suffix(".out")
    printed = out.read_text(errors="replace") if out.exists() else ""
    if not end.exists():
        return (f"{command}: not finished; its block was ended after {waited:.0f} s; it printed\n"
                f"{printed[-2000:]}")
    status, began, ended = end.read_text().split()
    seconds = float(ended) - float(began)
    remark = "  (long for its marker)" if seconds > SECONDS[command.kind] else ""
    print(f"{seconds:7.2f} s  {command}{remark}", flush=True)
    if status != "0":
        return f"{command}: exit status {status}; it printed\n{printed[-2000:]}"
    if not printed.strip():
        return f"{command}: printed nothing"
    lost = first_lost(command.shown, printed)
    return (None if lost is None else
            f"{command}: does not print '{lost}' where the page shows it; it printed\n"
            f"{printed[-2000:]}")


def first_lost(shown, printed):
    """The first line of `shown` that is not in `printed` behind the lines before it, or nothing."""
    lines = iter([line.rstrip() for line in printed.splitlines()])
    for line in shown:
        if line != "..." and not any(one == line.rstrip() for one in lines):
            return line
    return None


def pages_of(source):
    """Names and texts of the pages whose commands are run."""
    paths = [source / "README.md", *sorted(source.glob("docs/*/*.md"))]
    return {str(path.relative_to(source)): path.read_text(encoding="utf-8") for path in paths}


def check(pages, source, programs, kinds, hang=None):
    """Checks all blocks of pages and runs the commands of these kinds; returns the faults."""
    blocks = [block for page, text in pages.items() for block in blocks_of(page, text)]
    faults = [fault for block in blocks for fault in mark(block)]
    if not blocks_of("README.md", pages["README.md"]):
        faults.append("README.md has no fenced block")
    if faults:
        return faults
    wanted = [[command for command in block.commands if command.kind in kinds] for block in blocks]
    wanted = [commands for commands in wanted if commands]
    # Asked for together, so that no two blocks get the same port.
    free = free_ports(NAMED_PORTS * len(wanted))
    with concurrent.futures.ThreadPoolExecutor(1 if "full" in kinds else 4) as pool:
        runs = [pool.submit(run, commands, free[NAMED_PORTS * number:][:NAMED_PORTS], source,
                            programs, hang) for number, commands in enumerate(wanted)]
        return [fault for one in runs for fault in one.result()]


def self_test():
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name) / "source"
        programs = pathlib.Path(name) / "bin"
        for folder in (source / "tools", programs):
            folder.mkdir(parents=True)
        (programs / "trivium").write_text('#!/bin/sh\necho trivium "$@"\n')
        (programs / "trivium").chmod(0o755)

        def page(body, *comments):
            return "\n".join(["# Title", "", *comments, "```", body, "```", ""])

        def faults(body, *comments, kinds=("gate",), hang=20, others=()):
            return "\n".join(check({"README.md": page(body, *comments), **dict(others)}, source,
                                   programs, kinds, hang))

        gate = "<!-- run: gate -->"
        output = "<!-- output (gate): T a; echo b; echo c -->"
        cases = [  # what is wrong with it, a part of the fault that is expected, the faults
                 ("a block without a marker", "no marker says", faults("T a")),
                 ("a marker with a line between", "no marker says", faults("T a", gate, "")),
                 ("a marker for another command only", "no marker says",
                  faults("T a\nT b", "<!-- run (T a): gate -->")),
                 ("an unknown class", "unknown marker", faults("T a", "<!-- run: sometimes -->")),
                 ("another comment", "unknown marker", faults("T a", "<!-- to do -->")),
                 ("no reason", "unknown marker", faults("T a", "<!-- not run:  -->")),
                 ("two markers", "two markers", faults("T a", gate, "<!-- run: full -->")),
                 ("two markers for one command", "several markers",
                  faults("T ab", "<!-- run (T a): gate -->", "<!-- run (ab): gate -->")),
                 ("words that no command has", "no command of the block contains 'xboard'",
                  faults("T a", gate, "<!-- not run (xboard): display -->")),
                 ("a failing command", "README.md:6: false || exit 1; echo x: not finished",
                  faults("T a\nfalse || exit 1; echo x", gate)),
                 ("a failing program",
                  "README.md:5: T a; (exit 3): exit status 3; it printed\ntrivium a",
                  faults("T a; (exit 3)\nT b", gate)),
                 ("a program that is not there", "exit status 127",
                  faults("no-such-program", gate)),
                 ("a silent command", "printed nothing", faults("true", gate)),
                 ("a hanging command", "not finished",
                  faults("echo begins; sleep 100", gate, hang=1)),
                 ("a failing command of the full suite", "exit status 1",
                  faults("false", "<!-- run: full -->", kinds=("gate", "full"))),
                 ("output that is another now",
                  "README.md:4: T a; echo b; echo c: does not print 'x'",
                  faults("trivium a\nx", output)),
                 ("output in another order", "does not print 'trivium a'",
                  faults("b\n...\ntrivium a", output)),
                 ("output of a command that fails", "exit status 1",
                  faults("a", "<!-- output (gate): echo a; false -->")),
                 ("output with a second marker", "unknown marker",
                  faults("trivium a", gate, output)),
                 ("a failing command of another page", "docs/using/a.md:5: false: exit status 1",
                  faults("T a", gate, others=[("docs/using/a.md", page("false", gate))])),
                 ("a README without a block", "README.md has no fenced block",
                  "\n".join(check({"README.md": "# Title\n"}, source, programs, ("gate",)))),
                 ]
        wrong = [f"{what}: expected '{expected}', got '{found}'" for what, expected, found in cases
                 if expected not in found]
        good = [
            faults("T a    # a comment\n\n# another\nT b \\\n  --option 'c # d'\n"
                   "echo x >file\\\n; cat file", gate),
            faults("T a & sleep 0.1\nwait; echo done\ncd tools; pwd", gate),
            faults("false", "<!-- not run: it fails -->"), faults("false", "<!-- run: full -->"),
            faults("T a\nxboard -x", gate, "<!-- not run (xboard): needs a display -->"),
            faults("T a\nfalse", "<!-- not run: it fails -->", "<!-- run (T a): gate -->"),
            faults("test 9001 != 9002 && echo 9001 | grep -qv 9001 || echo free", gate),
            faults("build/release/bin/trivium a | grep 'trivium a'; cat games.pgn game.txt", gate),
            faults("trivium a\n...\nc", output), faults("x", "<!-- output (full): T a -->"),
            faults("T a\n```\n\n```text\nx ---> y", gate),
            faults("T a", gate, others=[("docs/using/a.md", "# Title\n"),
                                        ("docs/using/b.md", page("T b", gate))]),
        ]
        wrong += [f"no fault expected: {found}" for found in good if found]
        print("\n".join(wrong) or
              f"all {len(cases) + len(good)} texts are judged as they should be")
        return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=lambda word: pathlib.Path(word).resolve(),
                        metavar="SOURCE_DIR")
    parser.add_argument("programs", nargs="?", type=lambda word: pathlib.Path(word).resolve(),
                        metavar="BIN_DIR")
    parser.add_argument("--full", action="store_true",
                        help="run also the commands that are marked full")
    parser.add_argument("--self-test", action="store_true",
                        help="check that faults are found, in texts made for that")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.programs:
        parser.error("needs SOURCE_DIR and BIN_DIR")
    kinds = ("gate", "full") if options.full else ("gate",)
    faults = check(pages_of(options.source), options.source, options.programs, kinds)
    print("\n".join(faults) or "every command that was run succeeds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
