"""A PostgreSQL server in a temporary folder, for tests and measurements."""

import os
import pathlib
import pwd
import shutil
import socket
import subprocess

PROGRAMS = pathlib.Path("/usr/lib/postgresql")  # as Debian installs it: VERSION/bin
USER = "postgres"  # runs the server if we are root, as which it does not start
NAME, PASSWORD = "trivium", "only-for-tests"


def programs() -> pathlib.Path | None:
    """Returns the folder of initdb and pg_ctl of the newest version; None without a server."""
    folders = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


def why_not() -> str:
    """Returns why no server can be started here; an empty text if one can."""
    if programs() is None:
        return "no server is installed (Debian package postgresql-15)"
    if os.getuid() != 0:
        return ""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return f"there is no user {USER}, as which root starts a server"
    return "" if shutil.which("setpriv") else "setpriv is not installed"


class Cluster:
    """A server with the database `games`, on a socket in its folder and on loopback.

    Users on the socket need no password; those on loopback have PASSWORD. A commit is on the disk.
    """

    def __init__(self, folder: pathlib.Path):
        """Requires: why_not() is empty, and every user may enter the folders above `folder`."""
        self.folder = folder
        self.data = folder / "data"
        found = programs()
        assert found is not None
        self.programs = found
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        word = folder / "password"
        word.write_text(PASSWORD + "\n")
        if os.getuid() == 0:
            shutil.chown(folder, USER, USER)
            shutil.chown(word, USER, USER)
        self._run("initdb", "--pgdata", self.data, "--username", NAME, "--pwfile", word,
                  "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8",
                  "--locale=C")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(f"unix_socket_directories = '{folder}'\nport = {self.port}\n"
                           "listen_addresses = '127.0.0.1'\nmax_connections = 200\n")
        self.start()
        self.query("CREATE DATABASE games", "postgres")

    def start(self) -> None:
        """Starts the server and waits until it accepts connections."""
        self._run("pg_ctl", "--pgdata", self.data, "--log", self.folder / "log", "--wait",
                  "--timeout", "120", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stops the server; `immediate` as by a crash: without writing what is in its memory."""
        self._run("pg_ctl", "--pgdata", self.data, "--mode", mode, "--wait", "stop")

    def url(self, user: str = NAME) -> str:
        """Returns the URL of the database by the socket."""
        return f"postgresql://{user}@/games?host={self.folder}&port={self.port}"

    def loopback_url(self) -> str:
        """Returns the URL of the database by TCP, where the password is needed."""
        return f"postgresql://{NAME}@127.0.0.1:{self.port}/games"

    def query(self, statement: str, database: str = "games") -> list[list[str]]:
        """Runs a statement and returns its rows as text."""
        found = subprocess.run(
            [self.programs / "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet",
             "--field-separator=\t", "--set=ON_ERROR_STOP=1", "--host", self.folder,
             "--port", str(self.port), "--username", NAME, "--dbname", database,
             "--command", statement],
            check=True, capture_output=True, text=True).stdout
        return [line.split("\t") for line in found.splitlines()]

    def _run(self, program: str, *words: object) -> None:
        before = []
        if os.getuid() == 0:
            before = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"]
        # The server keeps what it inherits: a pipe would never end.
        with (self.folder.parent / f"{self.folder.name}.out").open("ab") as out:
            done = subprocess.run([*before, self.programs / program, *map(str, words)], check=False,
                                  cwd="/", stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=subprocess.STDOUT)
        if done.returncode != 0:
            said = (self.folder.parent / f"{self.folder.name}.out").read_text(errors="replace")
            raise RuntimeError(f"{program}: exit status {done.returncode}: {said[-2000:]}")
