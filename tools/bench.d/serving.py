"""A `trivium serve` for a measurement, its clients, and floods of clients."""

import json
import multiprocessing
import pathlib
import re
import selectors
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

from workshop.programs import Failed

START = 20  # in seconds, for the server to listen and for the first answer of an idle one
POLL = 0.005  # in seconds, between two polls of an awaited state


class ServerFault(Failed):
    """A server did not start, rejected its configuration or cannot be reached."""


def await_state(state, seconds):
    """Waits until `state()` is true. Returns whether it became true, and after how many seconds."""
    started = time.perf_counter()
    while True:
        reached = state()
        passed = time.perf_counter() - started
        if reached or passed > seconds:
            return bool(reached), passed
        time.sleep(POLL)


class Server:
    """Starts `program serve` on free loopback ports. The server is ended by force on exit.

    `changes` are members of its configuration. Without listeners among them it has two for text,
    the second of which asks for `token`.
    """

    def __init__(self, program, token, changes):
        self.folder = tempfile.TemporaryDirectory(prefix="trivium-bench-")
        folder = pathlib.Path(self.folder.name)
        self.log, self.control = folder / "log", folder / "control"
        config = {"listeners": [{"port": 0}, {"port": 0, "token": token}], "control": "control",
                  "log": {"file": "log"}, "session": {"hash_mb": 1}} | changes
        (folder / "serve.json").write_text(json.dumps(config))
        command = [program, "serve", "--config", folder / "serve.json"]
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except OSError as fault:
            raise ServerFault(f"{program}: {fault.strerror}") from fault
        ports = self.await_ports(program, len(config["listeners"]))
        self.port, self.token_port = ports[0], ports[-1]

    def await_ports(self, program, count):
        def ready():
            return self.process.poll() is not None or '"event":"ready"' in self.log_text()
        await_state(ready, START)
        listens = r'"event":"listening","address":"127\.0\.0\.1:(\d+)"'
        ports = re.findall(listens, self.log_text())
        if self.process.poll() is None and len(ports) == count:
            return [int(port) for port in ports]
        self.process.kill()
        words = self.process.communicate()[1].decode(errors="replace").strip()
        raise ServerFault(f"{program}: the server did not start: {words}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()

    def log_text(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def status(self, seconds=2):
        """Returns the document of `trivium status`; None on timeout."""
        try:
            with socket.socket(socket.AF_UNIX) as asking:
                asking.settimeout(seconds)
                asking.connect(str(self.control))
                return json.loads(b"".join(iter(lambda: asking.recv(1 << 16), b"")))
        except (OSError, ValueError):
            return None

    def figure(self, group, name):
        """Returns a figure of status(), such as hash_mb, in_use; None on timeout."""
        status = self.status(0.5)
        return status and status[group][name]

    def connections(self):
        """Returns the number of clients of the server; None on timeout."""
        return self.figure("connections", "open")

    def proc(self, name):
        """Returns a figure of /proc/PID/status, such as Threads or VmRSS (kB)."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1])

    def running_threads(self):
        """Returns the number of threads that run or could run now."""
        running = 0
        for stat in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            try:
                running += stat.read_text().rpartition(")")[2].split()[0] == "R"
            except OSError:
                pass  # the thread has ended
        return running

    def terminate(self, seconds):
        """Sends SIGTERM. Returns seconds until the end and exit status; None: not ended in time."""
        started = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        return time.perf_counter() - started, code


class Peak:
    """Maximum of `figure` while the block runs, polled by a separate thread."""

    def __init__(self, figure):
        self.figure, self.largest, self.over = figure, 0, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self):
        while not self.over.wait(POLL):
            self.largest = max(self.largest, self.figure() or 0)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


class Client:
    """One connection, from `address`. Reads end at a deadline; `last` is the last line read."""

    def __init__(self, port, address="127.0.0.1"):
        self.rest, self.last, self.ended = b"", "", False
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), START, (address, 0))
        except OSError as fault:
            raise ServerFault(f"no connection to the server: {fault.strerror}") from fault

    def close(self, reset=False):
        """Closes the connection: gracefully (FIN), or at once (RST)."""
        if reset:
            abort = struct.pack("ii", 1, 0)
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, abort)
        self.socket.close()

    def send(self, text):
        """Sends all of `text`. Returns whether the connection took it."""
        try:
            self.socket.settimeout(START)
            self.socket.sendall(text.encode())
            return True
        except OSError:
            return False

    def line(self, deadline):
        """Returns the next line; None at `deadline` (of time.perf_counter)."""
        while b"\n" not in self.rest and not self.ended:
            left = deadline - time.perf_counter()
            if left <= 0:
                return None
            self.receive(left)
        if b"\n" not in self.rest:
            return None
        first, self.rest = self.rest.split(b"\n", 1)
        self.last = first.decode(errors="replace").rstrip("\r")
        return self.last

    def receive(self, seconds):
        self.socket.settimeout(seconds)
        try:
            received = self.socket.recv(1 << 16)
        except TimeoutError:
            return
        except OSError:
            received = b""
        self.rest += received
        self.ended = not received

    def ask(self, text, answer, seconds):
        """Returns seconds from `text` to the line that starts with `answer`; None on timeout."""
        started = time.perf_counter()
        if not self.send(text):
            return None
        while (line := self.line(started + seconds)) is not None:
            if line.startswith(answer):
                return time.perf_counter() - started
        return None

    def everything(self, seconds):
        """Returns all lines until the server ends the connection, and whether it did so in time."""
        deadline, lines = time.perf_counter() + seconds, []
        while (line := self.line(deadline)) is not None:
            lines.append(line)
        return lines, self.ended


class Load:
    """Input of a client of a flood: `opening`, then `batch` again at every `marker` it reads.

    Without a marker, `batch` is sent once. reads: whether the client reads at all. returns: whether
    it connects again if the server has ended the connection.
    """

    def __init__(self, opening, batch, marker="", reads=True, returns=False):
        self.first, self.again = (opening + batch).encode(), batch.encode()
        self.marker, self.reads, self.returns = marker.encode(), reads, returns


class _Sender:
    """The client of a flood that sends `load`."""

    def __init__(self, port, load):
        self.socket = socket.create_connection(("127.0.0.1", port), START)
        self.socket.setblocking(False)
        self.load, self.tail, self.sent = load, b"", 0
        self.unsent = memoryview(load.first)

    def events(self):
        """Returns the events to wait for."""
        writes = selectors.EVENT_WRITE if self.unsent else 0
        return writes | (selectors.EVENT_READ if self.load.reads else 0)

    def serve(self, events):
        """Sends and reads what is possible. Returns whether the connection is still open."""
        try:
            if events & selectors.EVENT_WRITE and self.unsent:
                count = self.socket.send(self.unsent)
                self.unsent, self.sent = self.unsent[count:], self.sent + count
            if events & selectors.EVENT_READ:
                received = self.socket.recv(1 << 16)
                self.look_for_marker(received)
                return bool(received)
        except BlockingIOError:
            pass
        except OSError:
            return False
        return True

    def look_for_marker(self, received):
        marker, text = self.load.marker, self.tail + received
        self.tail = text[max(0, len(text) - len(marker) + 1):]
        if marker and marker in text:
            self.tail, self.unsent = b"", memoryview(self.load.again)


class _Crowd:
    """The clients of a flood, one for each load.

    Counts bytes sent and connections that the server ended.
    """

    def __init__(self, port, loads, sent, ended):
        self.port, self.sent, self.ended = port, sent, ended
        self.selector, self.senders = selectors.DefaultSelector(), set()
        for load in loads:
            self.add(load)

    def add(self, load):
        try:
            sender = _Sender(self.port, load)
        except OSError:
            return
        self.senders.add(sender)
        self.selector.register(sender.socket, sender.events(), sender)

    def run(self):
        while True:
            for key, events in self.selector.select(0.1):
                sender = key.data
                before = sender.sent
                is_open = sender.serve(events)
                self.sent.value += sender.sent - before
                if not is_open:
                    self.end(sender)
                elif not sender.events():
                    self.selector.unregister(sender.socket)
                elif sender.events() != key.events:
                    self.selector.modify(sender.socket, sender.events(), sender)

    def end(self, sender):
        self.ended.value += 1
        self.selector.unregister(sender.socket)
        self.senders.remove(sender)
        sender.socket.close()
        if sender.load.returns:
            self.add(sender.load)


class Flood:
    """Clients in a separate process, so that they do not delay the measuring one.

    They vanish on exit.
    """

    def __init__(self, port, loads):
        context = multiprocessing.get_context("fork")
        self.sent, self.ended = (context.Value("Q", 0, lock=False) for _ in range(2))
        self.process = context.Process(
            target=lambda: _Crowd(port, loads, self.sent, self.ended).run(), daemon=True)
        self.process.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()

    def await_sent(self, count, seconds):
        """Waits until `count` bytes are sent, for at most `seconds`."""
        await_state(lambda: self.sent.value >= count or not self.process.is_alive(), seconds)
