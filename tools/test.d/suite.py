#!/usr/bin/env python3
"""Builds presets and runs their tests; tools/test starts it. See there for the options.

Two threads share the work: one builds the presets in order, the other runs the tests of each preset
as soon as it is built. Builds run at low priority, so that tests keep their deadlines.
"""
import argparse
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree

from result_cache import ResultCache

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOWN = 10


def say(text):
    print(f"test: {text}", file=sys.stderr, flush=True)


class Counts:
    """What the whole run found."""

    def __init__(self):
        self.passed, self.failed, self.skipped, self.unchanged = 0, 0, 0, 0
        self.test_times, self.unit_times = [], []

    def add(self, name, passed):
        self.passed += passed
        self.failed += not passed

    def report(self, seconds):
        for title, times in (("slowest tests", self.test_times), ("slowest compile units", self.unit_times)):
            print(f"{title}, in seconds:")
            for duration, name in sorted(times, reverse=True)[:SHOWN]:
                print(f"  {duration:6.1f}  {name}")
        print(f"{self.unchanged} of the passed tests are unchanged since they passed; {self.skipped} skipped")
        print(f"took {seconds:.0f} s")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)


class Preset:
    """A CMake preset of which something is built and tested."""

    def __init__(self, name, targets=(), settings=(), ctest=()):
        self.name, self.targets, self.settings, self.ctest = name, targets, settings, ctest
        self.folder = ROOT / "build" / name

    def build(self, counts):
        """Configures where that is needed, builds; returns whether that succeeded."""
        settings = [f"-D{setting}" for setting in self.settings]
        if not self.is_configured():
            self.folder.mkdir(parents=True, exist_ok=True)
            with open(self.folder / "last-configure.log", "w") as log:
                done = subprocess.run(["cmake", "--preset", self.name, *settings], cwd=ROOT, stdin=subprocess.DEVNULL,
                                      stdout=log, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                print((self.folder / "last-configure.log").read_text(), file=sys.stderr)
                return False
        before = self.built_units()
        done = subprocess.run(["nice", "-n", "10", ROOT / "tools/setup.sh", "build", self.name, *self.targets], cwd=ROOT)
        for unit, (start, end, _) in self.built_units().items():
            if before.get(unit) != (start, end, _) and unit.endswith((".o", ".gch")):
                counts.unit_times.append(((end - start) / 1000, f"{self.name}: {unit}"))
        return done.returncode == 0

    def is_configured(self):
        """Whether the build folder has tests and these settings; a package may have come since it was configured."""
        try:
            cached = (self.folder / "CMakeCache.txt").read_text().splitlines()
        except OSError:
            return False
        values = {line.split(":")[0]: line.partition("=")[2] for line in cached if ":" in line}
        wanted = dict(setting.split("=", 1) for setting in self.settings)
        found = not values.get("doctest_DIR", "NOTFOUND").endswith("NOTFOUND")
        return found and (self.folder / "build.ninja").exists() and all(values.get(name) == value for name, value in wanted.items())

    def built_units(self):
        """Start and end in milliseconds of each compile and link in ninja's log, and its time stamp."""
        try:
            lines = (self.folder / ".ninja_log").read_text().splitlines()
        except OSError:
            return {}
        fields = [line.split("\t") for line in lines if not line.startswith("#")]
        return {name: (int(start), int(end), stamp) for start, end, stamp, name, _ in fields}

    def tests(self):
        """The entries that CTest would run, in its order, and their numbers."""
        listed = subprocess.run(["ctest", "--preset", self.name, "--show-only=json-v1"], cwd=ROOT, check=True,
                                capture_output=True, text=True)
        return json.loads(listed.stdout)["tests"]

    def test(self, counts, use_cache, jobs):
        all_tests = self.tests()
        chosen = [(number, test) for number, test in enumerate(all_tests, 1) if self.selects(test)]
        cache = ResultCache(self.folder / "passed.json")
        due = [(number, test) for number, test in chosen if not (use_cache and cache.is_unchanged(test))]
        unchanged = len(chosen) - len(due)
        counts.unchanged += unchanged
        counts.passed += unchanged
        if not chosen:
            say(f"{self.name}: no test to run")
            counts.failed += 1
        if not due:
            return
        say(f"testing {self.name}: {len(due)} tests, {unchanged} unchanged")
        report = self.folder / "tests.xml"
        report.unlink(missing_ok=True)
        numbers = ",".join(str(number) for number, _ in due)
        # The first three numbers of -I are start, end and stride; none of them: only the numbers listed.
        subprocess.run(["ctest", "--preset", self.name, "--output-junit", report, "-j", str(jobs), "-I", f"0,0,0,{numbers}"],
                       cwd=ROOT, stdin=subprocess.DEVNULL)
        if not report.exists():
            say(f"{self.name}: CTest wrote no report")
            counts.failed += 1
            return
        passed = set()
        for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
            name, status = case.get("name"), case.get("status")
            counts.test_times.append((float(case.get("time") or 0), f"{self.name}: {name}"))
            if status in ("notrun", "disabled") and case.find("skipped") is not None and self.may_skip(case):
                counts.skipped += 1
                continue
            counts.add(name, status == "run")
            if status == "run":
                passed.add(name)
        cache.record([test for _, test in due], passed)

    def selects(self, test):
        labels = set()
        for entry in test.get("properties", []):
            if entry["name"] == "LABELS":
                labels = set(entry["value"])
        return self.ctest(labels) if self.ctest else True

    @staticmethod
    def may_skip(case):
        """A test skips itself by an exit status; one that could not be started has failed."""
        return "SKIP" in (case.find("skipped").get("message") or "").upper()


class Command:
    """A script that is one test: exit status 0, or 77 for skipped."""

    def __init__(self, name, *words):
        self.name, self.words = name, words

    def test(self, counts):
        say(f"running {self.name}")
        start = time.monotonic()
        done = subprocess.run(self.words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        counts.test_times.append((time.monotonic() - start, self.name))
        if done.returncode == 77:
            counts.skipped += 1
        else:
            counts.add(self.name, done.returncode == 0)
            if done.returncode != 0:
                say(f"{self.name}: exit status {done.returncode}")


def without_long(labels):
    return "long" not in labels


def gate():
    return [Preset("release", ctest=without_long),
            Preset("asan", ["test_programs"], ctest=without_long),
            Preset("tsan", ["test_programs"], ctest=without_long)], []


def full(lanes):
    """The presets and commands of the lanes of the full suite."""
    presets, commands = [], []
    build, long, peers = (lane in lanes for lane in ("build", "long", "peers"))

    def in_package(labels):
        of_build = bool(labels & {"kernels", "package"})
        return (build and of_build) or (long and not of_build)

    presets.append(Preset("package", settings=["TRIVIUM_TORCH=ON"], ctest=in_package if build or long else lambda labels: False))
    if long:
        presets += [Preset("asan-full", ["test_programs"]), Preset("tsan-full", ["test_programs"])]
    if build:
        commands += [Command("fuzz", "tools/fuzz", "5")]
    if peers:
        commands += [Command("peers", "tests/peers/all.sh")]
    return presets, commands


def main():
    parser = argparse.ArgumentParser(prog="tools/test", description="Builds and tests; see tools/test --help.")
    parser.add_argument("--full", nargs="*", choices=("build", "long", "peers"), default=None)
    parser.add_argument("--no-cache", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    start = time.monotonic()
    is_full = options.full is not None
    presets, commands = full(options.full or ["build", "long", "peers"]) if is_full else gate()
    counts = Counts()
    built = queue.Queue()

    def build_all():
        for preset in presets:
            succeeded = preset.build(counts)
            say(f"{preset.name}: {'built' if succeeded else 'NOT built'} after {time.monotonic() - start:.0f} s")
            built.put((preset, succeeded))
        built.put(None)

    threading.Thread(target=build_all, daemon=True).start()
    for preset, succeeded in iter(built.get, None):
        if succeeded:
            preset.test(counts, use_cache=not (is_full or options.no_cache), jobs=options.jobs)
        else:
            counts.failed += 1
    for command in commands:
        command.test(counts)
    counts.report(time.monotonic() - start)
    return 0 if counts.failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
