#!/usr/bin/env python3
"""Packages that cpack makes of the build.  package_test.py SOURCE_DIR BUILD_DIR
Exit status 77 (skipped) without Debian's packaging tools. As root,
tools/packaging/try_in_clean_root tests a package further."""
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

from installed import Installed

BUILD = pathlib.Path(sys.argv.pop())
SOURCE = pathlib.Path(sys.argv.pop())


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def make_packages(folder):
    """Packs the current build into `folder`, with fast compression."""
    subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-D", "CPACK_REPACK_LEVEL=1",
                    "-B", folder], check=True, cwd=folder, capture_output=True)
    packages = {path.suffix: path for path in folder.iterdir() if path.is_file()}
    return packages[".deb"], packages[".gz"]


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.deb, cls.archive = make_packages(cls.fresh_folder("first"))

    @classmethod
    def fresh_folder(cls, name):
        path = cls.folder / name
        path.mkdir()
        return path

    def field(self, name):
        return output("dpkg-deb", "--field", self.deb, name).strip()

    def test_the_package_says_what_it_is_and_needs(self):
        self.assertEqual((self.field("Package"), self.field("Architecture")),
                         ("trivium", output("dpkg", "--print-architecture").strip()))
        self.assertIn(f"_{self.field('Version')}_", self.deb.name)
        self.assertGreater(len(self.field("Description").splitlines()), 3)
        for library in ("libc6", "libstdc++6"):
            self.assertRegex(self.field("Depends"), rf"(^|, ){re.escape(library)} \(>= ")
        # Only for tournaments in a database.
        self.assertNotIn("libpq", self.field("Depends"))
        self.assertIn("libpq5", self.field("Suggests"))

    def test_every_file_belongs_to_root_and_only_programs_may_be_run(self):
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", self.deb],
                              stdout=subprocess.PIPE) as packed:
            with tarfile.open(fileobj=packed.stdout, mode="r|") as archive:
                for member in archive:
                    self.assertEqual((member.uname, member.gname), ("root", "root"), member.name)
                    is_program = re.match(r"\./usr/(bin|libexec/trivium)/", member.name)
                    self.assertEqual(member.mode, 0o755 if member.isdir() or is_program else 0o644,
                                     member.name)

    def test_the_unpacked_package_runs_without_the_sources(self):
        root = self.fresh_folder("root")
        subprocess.run(["dpkg-deb", "--extract", self.deb, root], check=True)
        installed = Installed(root / "usr", SOURCE)
        installed.check_plays(self)
        installed.check_serves(self, self.fresh_folder("server"))
        installed.check_unit_names(self, "/usr", "")
        installed.check_documents_are_a_users(self)
        installed.check_holds_nothing_for_developers(self)

    def test_the_unpacked_archive_runs_without_the_sources(self):
        root = self.fresh_folder("archive")
        subprocess.run(["tar", "-xzf", self.archive, "-C", root], check=True)
        top = list(root.iterdir())
        self.assertEqual([path.name for path in top], [self.archive.name.removesuffix(".tar.gz")])
        Installed(top[0], SOURCE).check_plays(self)

    def test_both_packages_hold_the_same_files_but_for_the_unit(self):
        packed = subprocess.run(["dpkg-deb", "--fsys-tarfile", self.deb], check=True,
                                capture_output=True).stdout
        names = subprocess.run(["tar", "-t"], input=packed, check=True,
                               capture_output=True).stdout.decode().splitlines()
        # Only the configuration is outside the prefix: /etc is not below /usr.
        installed = {name.removeprefix("./").removeprefix("usr/").rstrip("/") for name in names}
        with tarfile.open(self.archive) as archive:
            archived = {name.removeprefix(self.archive.name.removesuffix(".tar.gz")).lstrip("/")
                        for name in archive.getnames()}
        unit = {"lib/systemd", "lib/systemd/system", "lib/systemd/system/trivium.service"}
        self.assertLessEqual(unit, installed)
        if "lib/trivium" not in installed:  # a build without libpq
            unit.add("lib")
        self.assertEqual(archived, installed - unit)

    def test_the_configuration_is_the_administrators_own(self):
        self.assertEqual(output("dpkg-deb", "--info", self.deb, "conffiles").split(),
                         ["/etc/trivium/serve.json"])

    def test_packing_again_gives_the_same_bytes(self):
        again = make_packages(self.fresh_folder("again"))
        for first, second in zip((self.deb, self.archive), again):
            self.assertEqual(first.read_bytes(), second.read_bytes(), first.name)

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_no_error_and_no_warning(self):
        done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", self.deb],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)


missing = [name for name in ("dpkg-deb", "dpkg-shlibdeps", "file", "strip")
           if not shutil.which(name)]
if missing:
    print(f"not installed: {', '.join(missing)}")
    sys.exit(77)
unittest.main(verbosity=2)
