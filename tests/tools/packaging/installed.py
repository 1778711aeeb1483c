"""Runs an installed Trivium as a machine without the sources would: from another folder, and with the source tree out of sight where
the system lets us (a mount namespace of our own)."""
import json
import os
import pathlib
import subprocess


def can_hide():
    """Whether this user may have a mount namespace."""
    probe = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"],
                           capture_output=True, check=False)
    return probe.returncode == 0


class Installed:
    def __init__(self, prefix, sources):
        self.prefix = pathlib.Path(prefix)
        hide = 'mount -t tmpfs none "$0" && cd / && exec "$@"'
        self.before = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide, str(sources)] if can_hide() else []

    def run(self, name, *arguments, text=""):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TRIVIUM_")}
        return subprocess.run([*self.before, str(self.prefix / "bin" / name), *arguments], input=text, capture_output=True, text=True,
                              cwd="/", env=environment, timeout=120, check=False)

    def check_plays(self, test):
        """Everything a user does first works, with the weights and programs under `prefix` and no others."""
        doctor = self.run("trivium", "doctor", "--json")
        test.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)
        report = json.loads(doctor.stdout)
        for game in ("chess", "connect6"):
            test.assertEqual(pathlib.Path(report["weights"][game]["path"]).parent, self.prefix / "share/trivium/models" / game)
        test.assertIn(report["kernel"], report["kernels"])
        test.assertEqual(report["configuration"]["fault"], "")
        chess = self.run("trivium", text="uci\nisready\nposition startpos moves e2e4\ngo depth 4\n")
        test.assertRegex(chess.stdout, r"(?m)^bestmove [a-h][1-8][a-h][1-8]")
        connect6 = self.run("trivium", "gtp", text="genmove b\nquit\n")
        test.assertRegex(connect6.stdout, r"(?m)^= [A-HJ-T]\d+")
        for program in sorted((self.prefix / "bin").iterdir()):
            test.assertTrue(self.run(program.name, "--version").stdout.startswith(f"{program.name} "))
            for document in (f"man/man1/{program.name}.1.gz", f"bash-completion/completions/{program.name}"):
                test.assertTrue((self.prefix / "share" / document).is_file(), document)

    def files(self):
        return [path.relative_to(self.prefix) for path in self.prefix.rglob("*") if path.is_file()]

    def check_holds_nothing_for_developers(self, test):
        for path in self.files():
            test.assertNotIn(path.suffix, {".a", ".h", ".cpp", ".cmake", ".py"}, path)
            test.assertNotRegex(path.name, r"^test_|_test|_fuzz")
