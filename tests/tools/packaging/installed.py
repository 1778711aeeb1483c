"""Runs an installed Trivium as on a machine without the sources: from another folder, with the
source tree hidden if the system allows it (by a mount namespace)."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time


def can_hide():
    """True if this user may create a mount namespace."""
    probe = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "mount",
                            "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False)
    return probe.returncode == 0


class Installed:
    def __init__(self, prefix, sources):
        self.prefix = pathlib.Path(prefix)
        hide = 'mount -t tmpfs none "$0" && cd / && exec "$@"'
        mounted = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide]
        self.before = [*mounted, str(sources)] if can_hide() else []

    def run(self, name, *arguments, text=""):
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("TRIVIUM_")}
        return subprocess.run([*self.before, str(self.prefix / "bin" / name), *arguments],
                              input=text, capture_output=True, text=True, cwd="/", env=environment,
                              timeout=120, check=False)

    def check_plays(self, test):
        """Checks the first steps of a user, with the weights and programs under `prefix` only."""
        doctor = self.run("trivium", "doctor", "--json")
        test.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)
        report = json.loads(doctor.stdout)
        for player, game in (("chess", "chess"), ("connect6", "connect6"), ("poker-limit", "poker"),
                             ("poker-nolimit", "poker")):
            test.assertEqual(pathlib.Path(report["weights"][player]["path"]).parent,
                             self.prefix / "share/trivium/models" / game)
        test.assertIn(report["kernel"], report["kernels"])
        test.assertEqual(report["configuration"]["fault"], "")
        chess = self.run("trivium", text="uci\nisready\nposition startpos moves e2e4\ngo depth 4\n")
        test.assertRegex(chess.stdout, r"(?m)^bestmove [a-h][1-8][a-h][1-8]")
        connect6 = self.run("trivium", "gtp", text="genmove b\nquit\n")
        test.assertRegex(connect6.stdout, r"(?m)^= [A-HJ-T]\d+")
        for program in sorted((self.prefix / "bin").iterdir()):
            version = self.run(program.name, "--version").stdout
            test.assertTrue(version.startswith(f"{program.name} "))
            for document in (f"man/man1/{program.name}.1.gz",
                             f"bash-completion/completions/{program.name}"):
                test.assertTrue((self.prefix / "share" / document).is_file(), document)

    def check_serves(self, test, folder):
        """Checks a server with the example configuration on another socket and port."""
        (example,) = self.prefix.parent.glob("**/etc/trivium/serve.json")
        configuration = json.loads(example.read_text())
        configuration["control"] = str(folder / "control")
        for listener in configuration["listeners"]:
            listener["port"] = 0
        (folder / "serve.json").write_text(json.dumps(configuration))
        checked = self.run("trivium", "serve", "--check", "--config", str(folder / "serve.json"))
        test.assertEqual(checked.returncode, 0, checked.stderr)
        asked = ("status", "--config", str(folder / "serve.json"))
        with open(folder / "log", "w", encoding="utf-8") as log:
            server = subprocess.Popen([self.prefix / "bin/trivium", "serve",
                                       "--config", folder / "serve.json"], stderr=log, cwd="/")
        try:
            end = time.monotonic() + 30
            while ((status := self.run("trivium", *asked)).returncode != 0 and
                   server.poll() is None and time.monotonic() < end):
                time.sleep(0.1)
            test.assertEqual(status.returncode, 0, status.stderr + (folder / "log").read_text())
            port = int(json.loads(status.stdout)["listeners"][0]["address"].rpartition(":")[2])
            with (socket.create_connection(("127.0.0.1", port), timeout=30) as client,
                  client.makefile("r") as answers):
                client.sendall(b"uci\nisready\nposition startpos\ngo depth 4\n")
                for line in answers:
                    if line.startswith("bestmove "):
                        break
                else:
                    test.fail("the server hung up before its move")
            server.send_signal(signal.SIGTERM)
            test.assertEqual(server.wait(timeout=10), 0)
        finally:
            server.kill()
            server.wait()

    def check_unit_names(self, test, prefix, root):
        """Checks that every file of the unit exists below `prefix` or `root`."""
        text = (self.prefix / "lib/systemd/system/trivium.service").read_text()
        command = re.search(r"(?m)^ExecStart=(\S+) serve --config (\S+)$", text)
        documentation = re.search(r"(?m)^Documentation=.*file:(\S+)$", text)
        test.assertEqual(command[1], f"{prefix}/bin/trivium")
        test.assertEqual(command[2], f"{root}/etc/trivium/serve.json")
        test.assertEqual(documentation[1], f"{prefix}/share/doc/trivium/using/server.md")
        for name in ("bin/trivium", "share/doc/trivium/using/server.md"):
            test.assertTrue((self.prefix / name).is_file(), name)
        test.assertRegex(text, r"(?m)^LogsDirectory=trivium$")

    def check_documents_are_a_users(self, test):
        """README.md does not need the sources. The pages that it names are there, and so are those
        that users' pages link to."""
        folder = self.prefix / "share/doc/trivium"
        text = (folder / "README.md").read_text()
        test.assertNotRegex(text, r"git clone|tools/|build/|\]\(")
        named = set(re.findall(r"[\w/-]+\.md\b", text))
        test.assertLessEqual({"using/server.md", "using/poker.md"}, named)
        for name in named:
            test.assertTrue((folder / name).is_file(), name)
        for page in sorted((folder / "using").glob("*.md")):
            for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
                if "://" not in link:
                    test.assertTrue((page.parent / link).is_file(), f"{page.name}: {link}")

    def files(self):
        return [path.relative_to(self.prefix) for path in self.prefix.rglob("*") if path.is_file()]

    def check_holds_nothing_for_developers(self, test):
        for path in self.files():
            test.assertNotIn(path.suffix, {".a", ".h", ".cpp", ".cmake", ".py"}, path)
            test.assertNotRegex(path.name, r"^test_|_test|_fuzz")
