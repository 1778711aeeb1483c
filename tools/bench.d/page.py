"""What the page costs: its size, its first move, and what it does to other clients of the server.

Starts `trivium serve` with a web listener and the page in build/web, which `tools/web build` makes
first unless TRIVIUM is set. Prints

  size     of our own files and of all files after `gzip -9`
  isready  time to `readyok` of a UCI client, idle and beside a page that asks for explanations
  pages    state of the server after --pages pages, half of which vanish without a good-bye
  browser  time until the page is loaded, and until the first move of the engine

The explanations are the most expensive ones (Connect-6), without a pause. Each of the pages has a
JSON session and an engine session that searches. The times in a browser need Debian's chromium.
Times are medians of all runs, with minimum and maximum in brackets. Exit status 0: everything was
measured and the state after the pages is right; 1: not so; 2: bad usage.
"""

import base64
import gzip
import json
import os
import shutil
import socket
import struct
import time

from serving import Server, await_state
from workshop.command_line import number
from workshop.measure import spread
from workshop.programs import ROOT, BadUsage, Failed, call, find, prepare

TOKEN = "0123456789abcdef0123456789abcdef"
PATIENCE = 30  # seconds
CONFIGURATION = {"listeners": [{"port": 0, "protocol": "web", "token": TOKEN}],
                 "session": {"hash_mb": 4}, "limits": {"connections": 256, "searches": 2},
                 "web": {"folder": str(ROOT / "build/web")}}
EXPLAIN = {"method": "explain", "params": {"game": "connect6", "start": "",
                                           "moves": ["j10", "k10 k11", "j9 j11", "i9 l12"]}}

OPTIONS = [
    number("--runs", 20, "number of measurements of each time"),
    number("--pages", 64, "number of pages at once"),
]


class WebSocket:
    """A page's WebSocket that has logged in: lines in both directions."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{port}"
        self.socket.sendall(
            (f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
             f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n")
            .encode())
        while self.file.readline().strip():
            pass
        self.text = b""
        self.send(f"token {TOKEN}")
        self.read_until("ok")

    def send(self, line):
        data, mask = line.encode() + b"\n", b"\1\2\3\4"
        head = struct.pack("!BB", 0x81, 0x80 | len(data)) if len(data) < 126 else \
            struct.pack("!BBQ", 0x81, 0xFF, len(data))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def read_line(self):
        while b"\n" not in self.text:
            _, size = self.file.read(2)
            if size >= 126:
                form = "!H" if size == 126 else "!Q"
                (size,) = struct.unpack(form, self.file.read(struct.calcsize(form)))
            self.text += self.file.read(size)
        line, _, self.text = self.text.partition(b"\n")
        return line.decode()

    def read_until(self, start):
        while not (line := self.read_line()).startswith(start):
            pass
        return line

    def ask(self, line, start):
        """Returns the milliseconds until a line that begins with `start`."""
        begun = time.perf_counter()
        self.send(line)
        self.read_until(start)
        return 1000 * (time.perf_counter() - begun)

    def vanish(self):
        """Ends the connection without a close frame."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.file.close()
        self.socket.close()


def sizes():
    """Returns the bytes of our own files and of all files, each compressed alone."""
    own = parts = 0
    for file in (ROOT / "build/web").rglob("*"):
        if file.suffix not in (".html", ".css", ".js", ".svg"):
            continue
        size = len(gzip.compress(file.read_bytes(), 9))
        own, parts = (own, parts + size) if "vendor" in file.parts else (own + size, parts)
    return own, own + parts


def times_of_isready(server, runs):
    """Returns milliseconds of `isready`, idle and beside expensive explanations."""
    engine, page = WebSocket(server.port), WebSocket(server.port)
    engine.ask("uci", "uciok")
    idle = [engine.ask("isready", "readyok") for _ in range(runs)]
    page.send("json 1")
    for number_ in range(8):
        page.send(json.dumps(EXPLAIN | {"id": number_}))
    busy = [engine.ask("isready", "readyok") for _ in range(runs)]
    for socket_ in (engine, page):
        socket_.vanish()
    return idle, busy


def left_after_pages(server, pages):
    """Returns the seconds until nothing of vanished pages is left, and whether the others work."""
    sockets = []
    for _ in range(pages):
        asks, plays = WebSocket(server.port), WebSocket(server.port)
        asks.send("json 1")
        asks.send(json.dumps(EXPLAIN | {"id": 1}))
        plays.ask("uci", "uciok")
        plays.send("position startpos")
        plays.send("go infinite")
        sockets.append((asks, plays))
    for asks, plays in sockets[::2]:
        asks.vanish()
        plays.vanish()
    others = sockets[1::2]
    works, _ = await_state(lambda: server.connections() == 2 * len(others), PATIENCE)
    works = works and all(plays.ask("stop", "bestmove") for _, plays in others)
    for asks, plays in others:
        asks.vanish()
        plays.vanish()
    gone, seconds = await_state(
        lambda: (server.connections(), server.figure("searches", "running")) == (0, 0), PATIENCE)
    if not gone:
        raise Failed(f"{PATIENCE} s after all pages the server still has sessions or searches")
    return seconds, works


def browser_times(server, runs):
    """Returns milliseconds until the page is loaded, and until the engine's first move; None
    without chromium."""
    modules = ROOT / "build/web_test_modules"
    if not shutil.which("chromium") or not modules.is_dir():
        return None
    address = f"http://127.0.0.1:{server.port}/#token={TOKEN}"
    return json.loads(call(["node", ROOT / "tools/web.d/first_move.mjs", modules, address,
                            runs]).out)


def run(options):
    """Measures and prints; returns whether the state after the pages is right."""
    if not os.environ.get("TRIVIUM"):
        options.phases.count = 2
        builds = options.phases.next("builds", 1)
        call([ROOT / "tools/web", "build"], stderr=builds.stderr_of("tools/web build", "show"))
        prepare()
        builds.step()
    program = find()
    if not (ROOT / "build/web/index.html").is_file():
        raise BadUsage("build/web has no page; tools/web build makes it")
    progress = options.phases.next("measurements", 4)
    own, everything = sizes()
    print(f"size after gzip -9: our own files {own:,} bytes, all {everything:,} bytes")
    progress.step()
    with Server(program, TOKEN, CONFIGURATION) as server:
        idle, busy = times_of_isready(server, options.runs)
        print(f"isready: idle {spread(idle, 'ms', 2)}, beside explanations {spread(busy, 'ms', 2)}")
        progress.step()
        seconds, works = left_after_pages(server, options.pages)
        print(f"{options.pages} pages, half vanished: the others "
              f"{'work' if works else 'do not work'}, nothing left after {seconds:.2f} s")
        progress.step()
        times = browser_times(server, min(options.runs, 5))
        if times:
            print(f"browser: loaded {spread(times['loaded'], 'ms', 0)}, first move of the engine "
                  f"{spread(times['first_move'], 'ms', 0)}")
        else:
            print("browser: not measured (`tools/web test` installs chromium and its driver)")
        progress.step()
        _, status = server.terminate(PATIENCE)
    return works and status == 0
