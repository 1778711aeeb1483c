"""Response times of `trivium serve` under load, and its end on SIGTERM.

A load is one expensive command: --clients (1 and 10) have --commands of it queued, again and again,
while two other clients measure the time from `isready` (UCI) and `protocol_version` (GTP) to the
answer, one question at a time. Then SIGTERM is sent; the time until the server has ended and its
exit status are printed. An attack is the behavior of a hostile client. Besides the same times, the
state of the server is checked: sessions, threads, searches, log-ins, memory. Each load and each
attack has its own server, on free loopback ports with a temporary configuration. A client that gets
no answer within --give-up seconds asks no more and is printed as blocked.

NAME selects loads and attacks; --list prints their names. The limits of response times are printed,
not enforced. Exit status 0: measured, and with --check every state, end and exit status is right;
1: not so; 2: bad usage.
"""

import json
import statistics
import time
from functools import partial
from typing import NamedTuple

from serving import START, Client, Flood, Load, Peak, Server, ServerFault, await_state
from workshop.command_line import above_zero, at_least, flag, number, option, real
from workshop.measure import percentile
from workshop.programs import BadUsage, find

TARGETS = ("targets: answers in 5 ms idle and in 500 ms under a load of 10 clients; "
           "SIGTERM ends the server in 2 s with status 0")
PAUSE = 0.002  # seconds between two questions of a probe
MEGABYTE = 1 << 20
TOKEN = "a-token-of-the-benchmark"
MOVES = "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 100
CANDIDATES = "trivium-candidates\n"

UCI, GTP = "uci", "gtp"
# Lines that end a batch, and the answer to them, after which the batch is sent again.
MARKERS = {UCI: ("position startpos\ngo nodes 1\n", "bestmove"), GTP: ("999 name\n", "=999")}


class Command(NamedTuple):
    """An expensive command: `lines` are sent in turns, after `opening`."""
    protocol: str
    lines: tuple
    opening: str = ""


COMMANDS = {
    "trivium-candidates": Command(GTP, ("trivium-candidates",)),
    "trivium-line_values": Command(GTP, ("trivium-line_values",)),
    "trivium-explain": Command(GTP, ("trivium-explain",)),
    "trivium-hash": Command(GTP, ("trivium-hash 32", "trivium-hash 1")),
    "trivium-odds": Command(GTP, ("trivium-odds",), "trivium-nodes 2000\n"),
    "genmove": Command(GTP, ("genmove b", "clear_board"), "trivium-nodes 2000\n"),
    "clear_board": Command(GTP, ("clear_board",), "trivium-hash 32\n"),
    "eval": Command(UCI, ("eval",)),
    "ucinewgame": Command(UCI, ("ucinewgame",), "setoption name Hash value 32\n"),
    "hash": Command(UCI, ("setoption name Hash value 32", "setoption name Hash value 1")),
    "clear-hash": Command(UCI, ("setoption name Clear Hash",), "setoption name Hash value 32\n"),
    "position": Command(UCI, (MOVES,)),
    "bench": Command(UCI, ("bench",)),
    "perft": Command(UCI, ("go perft 5",)),
}


class Fact(NamedTuple):
    """Result of a measurement. right: None for a figure that is only printed."""
    name: str
    found: object
    expected: str = ""
    right: object = None


def within(name, found, limit):
    return Fact(name, found, f"at most {limit}", found <= limit)


def soon(name, seconds):
    """Returns the fact that a state was reached after `seconds` (None: never)."""
    found = "never" if seconds is None else f"{seconds:.2f} s"
    return Fact(name, found, "soon", seconds is not None)


class Row(NamedTuple):
    """One measurement: milliseconds of each probe's answers, the blocked probes, and the end."""
    name: str
    clients: int
    times: dict
    blocked: list
    facts: list
    seconds_to_end: float
    exit_status: object

    def faults(self):
        """Returns the wrong results. A late end is one; a slow answer is not."""
        wrong = [fact for fact in self.facts if fact.right is False]
        found = [f"{fact.name}: {fact.found}, expected {fact.expected}" for fact in wrong]
        found += [f"{probe}: not answered" for probe in self.blocked]
        if self.exit_status != 0:
            found.append(f"exit status {self.exit_status}, expected 0")
        return found


class Probes:
    """The clients whose answers are timed, one of each protocol, connected before the load."""

    QUESTIONS = {"isready": ("isready\n", "readyok"),
                 "protocol_version": ("protocol_version\n", "=")}

    def __init__(self, server, patience):
        self.patience, self.blocked = patience, []
        self.times = {name: [] for name in self.QUESTIONS}
        self.clients = {name: Client(server.port) for name in self.QUESTIONS}
        first = {"isready": ("uci\n", "uciok"), "protocol_version": ("name\n", "=")}
        for name, client in self.clients.items():
            if client.ask(*first[name], START) is None:
                raise ServerFault("an idle server does not answer")

    def sample(self, seconds, state=lambda: True):
        """Sends requests for `seconds` and until `state()` is true, at most --give-up seconds more.

        Returns the seconds until it was true; None: never.
        """
        started, reached = time.perf_counter(), None
        while True:
            if reached is None and state():
                reached = time.perf_counter() - started
            passed = time.perf_counter() - started
            limit = seconds if reached is not None else seconds + self.patience
            if passed >= limit:
                return reached
            self.ask_all()
            time.sleep(PAUSE)

    def ask_all(self):
        for name, (question, answer) in self.QUESTIONS.items():
            if name in self.blocked:
                continue
            took = self.clients[name].ask(question, answer, self.patience)
            if took is None:
                self.blocked.append(name)
            else:
                self.times[name].append(1000 * took)


TERMINATE = object()  # yielded by `work` when SIGTERM is to be sent


class Bench:
    """How each server is started, probed and ended."""

    def __init__(self, options):
        self.program, self.options = find(), options

    def measure(self, name, clients, config, work):
        """Returns the row of a server under load.

        `work(server, probes)` loads it and yields facts; it yields TERMINATE once.
        """
        with Server(self.program, TOKEN, config) as server:
            probes = Probes(server, self.options.give_up)
            facts, end = [], None
            for found in work(server, probes):
                if found is TERMINATE:
                    end = server.terminate(self.options.give_up)
                else:
                    facts.append(found)
            facts.append(within("seconds from SIGTERM to the end", round(end[0], 2),
                                self.options.end_limit))
            return Row(name, clients, probes.times, probes.blocked, facts, *end)

    def idle(self):
        def work(_, probes):
            probes.sample(self.options.seconds)
            yield TERMINATE
        return self.measure("idle", 0, {}, work)

    def load(self, name, clients):
        command = COMMANDS[name]
        last, marker = MARKERS[command.protocol]
        lines = [command.lines[i % len(command.lines)] for i in range(self.options.commands)]
        opening = ("uci\n" if command.protocol == UCI else "") + command.opening
        load = Load(opening, "\n".join(lines) + "\n" + last, marker)

        def work(server, probes):
            with Flood(server.port, [load] * clients) as flood:
                flood.await_sent(1, self.options.give_up)
                probes.sample(self.options.seconds)
                dropped = flood.ended.value
                yield Fact("clients that the server dropped", dropped, "0", dropped == 0)
                yield TERMINATE
        return self.measure(name, clients, {}, work)

    def attack(self, name):
        clients, config, work = ATTACKS[name]
        return self.measure(name, clients, config,
                            lambda server, probes: work(self.options, server, probes))


def only_probes(server):
    """True if only the probes are connected; false if the server does not answer."""
    return server.connections() == len(Probes.QUESTIONS)


def one_chunk(options, server, probes):
    """One client sends 64 KiB of candidates at once, again and again."""
    last, marker = MARKERS[GTP]
    with Flood(server.port, [Load("", CANDIDATES * 3449 + last, marker)]) as flood:
        flood.await_sent(3449 * len(CANDIDATES), 1)
        newcomer = Client(server.port)
        yield soon("a new client's uci is answered",
                   newcomer.ask("uci\n", "uciok", options.give_up))
        probes.sample(options.seconds)
        yield TERMINATE


def vanished(reset):
    """A client disconnects after it has queued candidates."""
    def work(options, server, probes):
        client = Client(server.port)
        await_state(lambda: server.connections() == 1 + len(Probes.QUESTIONS), 1)
        client.send(CANDIDATES * options.vanished)
        time.sleep(0.2)  # until the server has read as much as it accepts
        client.close(reset)
        yield soon("the session ends",
                   probes.sample(options.seconds, lambda: only_probes(server)))
        yield TERMINATE
    return work


def positions(options, server, probes):
    """64 clients queue as many positions as the server accepts; then all disconnect."""
    lines = (MOVES + "\n") * (options.queue_mb * MEGABYTE // len(MOVES))
    load = Load("uci\ngo infinite\n", lines, reads=False)
    with Flood(server.port, [load] * 64) as flood:
        flood.await_sent(64 * len(lines), options.give_up)
        probes.sample(options.seconds)
        yield Fact("MB that the server and its sockets took", flood.sent.value // MEGABYTE)
    yield soon("the sessions end", probes.sample(options.seconds, lambda: only_probes(server)))
    yield TERMINATE


def slots(commands):
    """24 clients request work while one search is allowed.

    A session keeps the thread of its first work until it ends; so do the probes' sessions.
    """
    def work(options, server, probes):
        idle = server.proc("Threads")
        of_probes = len(Probes.QUESTIONS)
        with Flood(server.port, [Load("", commands * options.slots)] * 24):
            with (Peak(lambda: server.proc("Threads")) as threads,
                  Peak(server.running_threads) as running):
                probes.sample(options.seconds)
        yield within("threads beyond those of an idle server", threads.largest - idle,
                     24 + of_probes)
        # One thread searches. Others serve network input and output, the log, and signals.
        yield within("threads that run at once", running.largest, 4)
        fewer, seconds = await_state(lambda: server.proc("Threads") <= idle + of_probes,
                                     options.give_up)
        yield soon("threads end with their clients", seconds if fewer else None)
        yield TERMINATE
    return work


def logins(address):
    """Sixteen sockets send wrong tokens while right ones are sent, one after another."""
    def work(options, server, probes):
        right, refusals = 0, []
        wrong = Load(f"token {TOKEN}-but-wrong\n", "", returns=True)
        with Flood(server.token_port, [wrong] * 16):
            probes.sample(0.5)
            for _ in range(options.logins):
                client = Client(server.token_port, address)
                if client.ask(f"token {TOKEN}\n", "ok", options.give_up) is not None:
                    right += 1
                else:
                    refusals.append(client.last or "nothing")
                client.close()
            all_right = right == options.logins
            yield Fact("right log-ins accepted", right, str(options.logins), all_right)
            for words in sorted(set(refusals)):
                yield Fact(f"answer to {refusals.count(words)} right log-ins", words)
            yield TERMINATE
    return work


def foreign(first):
    """A client of another protocol (HTTP, TLS) sends GTP commands in the body of a message."""
    def work(options, server, probes):
        client = Client(server.port)
        client.socket.sendall(first)
        lines, ended = client.everything(2)
        searches = (server.status() or {"searches": {"total": None}})["searches"]["total"]
        answers = sum(line.startswith("=") for line in lines)
        yield Fact("the connection is ended", ended, "True", ended)
        yield Fact("searches", searches, "0", searches == 0)
        yield Fact("answers to commands", answers, "0", answers == 0)
        probes.sample(options.seconds)
        yield TERMINATE
    return work


BODY = "clear_board\ntrivium-nodes 100\ngenmove b\n"
POST = ("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
        f"Content-Length: {len(BODY)}\r\n\r\n{BODY}")
HELLO = b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00\n" + BODY.encode()


def memory(options, server, probes):
    """64 clients with large tables, output that they do not read, and queues behind a search."""
    size = options.queue_mb * MEGABYTE
    chess = Load("uci\nsetoption name Hash value 256\n" + "d\n" * 4000 + "go infinite\n",
                 (MOVES + "\n") * (size // len(MOVES)), reads=False)
    connect6 = Load("trivium-hash 256\n" + "showboard\n" * 4000 + "genmove b\n",
                    "trivium-explain\n" * (size // 64), reads=False)
    with Flood(server.port, [chess, connect6] * 32):
        with (Peak(lambda: server.proc("VmRSS")) as resident,
              Peak(lambda: server.figure("hash_mb", "in_use")) as tables):
            probes.sample(10 * options.seconds)
        queues = (server.status() or {}).get("queue_bytes", {"limit": 0})["limit"] // MEGABYTE
        yield Fact("MB of hash in use", tables.largest)
        yield Fact("MB that queues may hold", queues or "no limit")
        yield within("MB resident", resident.largest // 1024, tables.largest + queues + 100)
        yield TERMINATE


ONE_SEARCH = {"limits": {"searches": 1}}
MANY = {"limits": {"connections": 66, "total_hash_mb": 1024}}
# Number of hostile clients, members of the configuration, and what they do.
ATTACKS = {
    "one-chunk": (1, {}, one_chunk),
    "vanished-rst": (1, {}, vanished(reset=True)),
    "vanished-fin": (1, {}, vanished(reset=False)),
    "queued-positions": (64, MANY, positions),
    "slots-explain": (24, ONE_SEARCH, slots("trivium-explain\n")),
    "slots-hash": (24, ONE_SEARCH, slots("trivium-hash 64\ntrivium-hash 1\n")),
    "wrong-tokens": (16, {}, logins("127.0.0.1")),
    "wrong-tokens-elsewhere": (16, {}, logins("127.0.0.2")),
    "http": (1, {}, foreign(POST.encode())),
    "tls": (1, {}, foreign(HELLO)),
    "memory": (64, MANY, memory),
}
NAMES = ["idle", *COMMANDS, *ATTACKS]


def times_text(row, probe):
    """Returns median, 95th percentile, maximum and number of a probe's answers."""
    times = row.times[probe]
    words = ["blocked"] if probe in row.blocked else []
    if times:
        middle, late = statistics.median(times), percentile(times, 0.95)
        words.insert(0, f"{middle:.1f} / {late:.1f} / {max(times):.1f} ({len(times)})")
    return " ".join(words)


def end_text(row):
    if row.exit_status is None:
        return f"not in {row.seconds_to_end:.0f} s"
    return f"{row.seconds_to_end:.2f} s, status {row.exit_status}"


HEADINGS = ("load", "clients", "isready, ms", "protocol_version, ms", "SIGTERM to end")
WIDTHS = (22, 7, 36, 36, 18)


def print_cells(cells):
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS))
    print("  ".join(padded).rstrip(), flush=True)


def print_row(row):
    """Prints the row of the table, and below it the results of an attack and errors."""
    times = (times_text(row, probe) for probe in Probes.QUESTIONS)
    print_cells((row.name, str(row.clients), *times, end_text(row)))
    for fact in row.facts:
        if fact.right is False:
            print(f"    WRONG: {fact.name}: {fact.found}, expected {fact.expected}")
        elif row.name in ATTACKS:
            print(f"    {fact.name}: {fact.found}")


def to_json(row):
    return row._asdict() | {"facts": [fact._asdict() for fact in row.facts],
                            "faults": row.faults()}

OPTIONS = [
    option("names", nargs="*", metavar="NAME", help="loads and attacks (default: all)"),
    flag("--list", "print the names of loads and attacks and end"),
    flag("--quick", "short samples and small attacks"),
    flag("--json", "print one JSON document instead of the table, and progress as JSON on stderr"),
    flag("--check", "exit status 1 if a state or a status is wrong"),
    option("--clients", type=at_least(1), nargs="+", default=[1, 10], metavar="N",
           help="numbers of clients of a load"),
    number("--commands", None,
           "commands queued by each client of a load (default: 200; with --quick 20)"),
    real("--seconds", None,
         "duration of each sample (default: 2; with --quick 0.3)", type=above_zero),
    real("--give-up", 8, "maximum seconds for an answer, and for the end", type=above_zero),
    real("--end-limit", 2, "maximum seconds from SIGTERM to the end"),
]


def complete(options):
    """Sets the sizes that depend on --quick."""
    if unknown := [name for name in options.names if name not in NAMES]:
        raise BadUsage(f"no load or attack '{unknown[0]}'; --list prints their names")
    defaults = (20, 0.3, 4000, 5, 1, 50) if options.quick else (200, 2, 40000, 70, 15, 2000)
    commands, seconds, *sizes = defaults
    options.commands = commands if options.commands is None else options.commands
    options.seconds = seconds if options.seconds is None else options.seconds
    options.vanished, options.logins, options.queue_mb, options.slots = sizes


def measurements(bench, names):
    """Yields functions that measure a row each."""
    for name in NAMES:
        if name not in names:
            continue
        if name == "idle":
            yield bench.idle
        elif name in COMMANDS:
            yield from (partial(bench.load, name, clients) for clients in bench.options.clients)
        else:
            yield partial(bench.attack, name)


def run(options):
    """Measures and prints; with --check, returns whether all is right."""
    if options.list:
        print("\n".join(NAMES))
        return True
    complete(options)
    bench, rows = Bench(options), []
    if not options.json:
        print(f"{bench.program}\n{TARGETS}\nmedian / 95 % / maximum (samples)\n")
        print_cells(HEADINGS)
    due = list(measurements(bench, options.names or NAMES))
    for measure in options.phases.counted("rows", due):
        rows.append(measure())
        if not options.json:
            print_row(rows[-1])
    if options.json:
        document = {"program": str(bench.program), "rows": [to_json(row) for row in rows]}
        print(json.dumps(document, indent=2))
    return not options.check or not any(row.faults() for row in rows)
