"""What the page costs: its size, its first move, and what it does to other clients of the server.

    tools/bench page

Builds the page (tools/web build) and starts `trivium serve` with a web listener. Prints

- the size of our own files and of all files after `gzip -9`;
- the time from `isready` to `readyok` of a UCI client, idle and while a page asks for the most
  expensive explanations (Connect-6) without a pause;
- the state of the server after --pages pages, each with a JSON session and an engine session that
  searches, half of which vanish without a good-bye;
- with Debian's chromium installed: the time from the start of the browser's request to the first
  move of the engine, and to the loaded page alone.

Times are medians of all runs, with minimum and maximum in brackets. Exit status 0: everything was
measured and the state after the pages is right; 1: not so; 2: bad usage.
"""

import base64
import gzip
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from workshop.command_line import number
from workshop.measure import spread
from workshop.programs import find

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "0123456789abcdef0123456789abcdef"
PATIENCE = 30  # seconds
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


class Server:
    """`trivium serve` with a web listener on a free port."""

    def __init__(self, program, folder):
        self.program = program
        self.config = pathlib.Path(folder) / "serve.json"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.config.write_text(json.dumps({
            "listeners": [{"port": self.port, "protocol": "web", "token": TOKEN}],
            "control": "serve.sock", "session": {"hash_mb": 4},
            "limits": {"connections": 256, "searches": 2},
            "log": {"level": "warning"}, "web": {"folder": str(ROOT / "build/web")}}))
        self.process = subprocess.Popen([program, "serve", "--config", self.config])
        await_true(lambda: self.status() is not None)

    def status(self):
        done = subprocess.run([self.program, "status", "--config", self.config],
                              capture_output=True, text=True, check=False)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def end(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)


def await_true(condition):
    """Returns the seconds until `condition()` is true; fails after PATIENCE."""
    begun = time.perf_counter()
    while not condition():
        if time.perf_counter() - begun > PATIENCE:
            raise TimeoutError("the server did not reach the expected state")
        time.sleep(0.02)
    return time.perf_counter() - begun


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
    await_true(lambda: len(server.status()["sessions"]) == 2 * len(sockets[1::2]))
    works = all(plays.ask("stop", "bestmove") for _, plays in sockets[1::2])
    for asks, plays in sockets[1::2]:
        asks.vanish()
        plays.vanish()

    def nothing_left():
        status = server.status()
        return not status["sessions"] and status["searches"]["running"] == 0
    return await_true(nothing_left), works


def browser_times(server, runs):
    """Returns milliseconds until the page is loaded, and until the engine's first move; None
    without chromium."""
    modules = ROOT / "build/web_test_modules"
    if not shutil.which("chromium") or not modules.is_dir():
        return None
    address = f"http://127.0.0.1:{server.port}/#token={TOKEN}"
    done = subprocess.run(["node", ROOT / "tools/web.d/first_move.mjs", modules, address,
                           str(runs)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def run(options):
    """Measures and prints; returns whether the state after the pages is right."""
    program = find()
    subprocess.run([ROOT / "tools/web", "build"], check=True)
    own, everything = sizes()
    print(f"size after gzip -9: our own files {own:,} bytes, all {everything:,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        idle, busy = times_of_isready(server, options.runs)
        print(f"isready: idle {spread(idle, 'ms', 2)}, beside explanations {spread(busy, 'ms', 2)}")
        seconds, works = left_after_pages(server, options.pages)
        print(f"{options.pages} pages, half vanished: the others "
              f"{'work' if works else 'do not work'}, nothing left after {seconds:.2f} s")
        times = browser_times(server, min(options.runs, 5))
        if times:
            print(f"browser: loaded {spread(times['loaded'], 'ms', 0)}, first move of the engine "
                  f"{spread(times['first_move'], 'ms', 0)}")
        else:
            print("browser: not measured (`tools/web test` installs chromium and its driver)")
        status = server.end()
    return works and status == 0
