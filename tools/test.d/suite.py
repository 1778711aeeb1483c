#!/usr/bin/env python3
"""Builds presets and runs their tests; tools/test starts it and documents the options.

Two threads share the work: one builds the presets in order, the other runs the tests and commands
of each preset as soon as it is built. Builds run at low priority, so that tests keep their
deadlines.
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
import traceback
import xml.etree.ElementTree

from result_cache import ResultCache

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOWN = 10
JOBS = os.cpu_count() + 1  # many tests wait most of the time
LANES = ("build", "long", "peers")


def say(text):
    print(f"test: {text}", file=sys.stderr, flush=True)


class Counts:
    """The results of the whole run."""

    def __init__(self):
        self.passed, self.failed, self.skipped, self.unchanged = 0, 0, 0, 0
        self.test_times, self.unit_times = [], []

    def add(self, passed):
        self.passed += passed
        self.failed += not passed

    def fail(self, reason):
        say(reason)
        self.failed += 1

    def report(self, seconds):
        for title, times in (("slowest tests", self.test_times),
                             ("slowest compile units", self.unit_times)):
            print(f"{title}, in seconds:")
            for duration, name in sorted(times, reverse=True)[:SHOWN]:
                print(f"  {duration:6.1f}  {name}")
        print(f"{self.unchanged} of the passed tests are unchanged since they passed; "
              f"{self.skipped} skipped")
        print(f"took {seconds:.0f} s")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)


class Preset:
    """A CMake preset and its tests.

    `targets` are built (none: all). `selects` takes the set of a test's labels and returns whether
    the test runs; None means that none does. `commands` run after the tests.
    """

    def __init__(self, name, targets, selects, commands=()):
        self.name, self.targets, self.selects = name, targets, selects
        self.commands = commands
        self.folder = ROOT / "build" / name.removesuffix("-full")  # as in tools/setup.sh

    def build(self, counts):
        """Returns whether the build succeeded."""
        before = self.built_units()
        done = subprocess.run(["nice", "-n", "10", ROOT / "tools/setup.sh", "build", self.name,
                               *self.targets], cwd=ROOT)
        for unit, built in self.built_units().items():
            if before.get(unit) != built and unit.endswith((".o", ".gch")):
                counts.unit_times.append(((built[1] - built[0]) / 1000, f"{self.name}: {unit}"))
        return done.returncode == 0

    def built_units(self):
        """Yields start and end in milliseconds, and the time stamp, of each step in ninja's log."""
        try:
            lines = (self.folder / ".ninja_log").read_text().splitlines()
        except OSError:
            return {}
        fields = [line.split("\t") for line in lines if line.count("\t") == 4]
        return {name: (int(start), int(end), stamp) for start, end, stamp, name, _ in fields}

    def tests(self):
        """Returns the entries of CTest, in its order, each with its number from 1."""
        listed = subprocess.run(["ctest", "--preset", self.name, "--show-only=json-v1"],
                                cwd=ROOT, check=True, capture_output=True, text=True)
        return list(enumerate(json.loads(listed.stdout)["tests"], 1))

    def test(self, counts, use_cache):
        chosen = [(number, test) for number, test in self.tests() if self.selects(labels_of(test))]
        if not chosen:
            counts.fail(f"{self.name}: no test to run")
            return
        cache = ResultCache(self.folder / "passed.json")
        # Also reads the inputs of tests that run in any case, since they may change meanwhile.
        unchanged = {test["name"] for _, test in chosen if cache.is_unchanged(test)}
        due = [(number, test) for number, test in chosen
               if not use_cache or test["name"] not in unchanged]
        counts.unchanged += len(chosen) - len(due)
        counts.passed += len(chosen) - len(due)
        say(f"testing {self.name}: {len(due)} tests, {len(chosen) - len(due)} unchanged")
        if due:
            passed = self.run(due, counts)
            cache.record([test for _, test in due], passed)

    def run(self, due, counts):
        """Runs these tests, each with its number; returns the names of those that passed."""
        report = self.folder / "tests.xml"
        report.unlink(missing_ok=True)
        # Variables of a developer's sessions must not change tests.
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("TRIVIUM")}
        # The first three numbers of -I are start, end and stride; 0: only the numbers that follow.
        subprocess.run(["ctest", "--preset", self.name, "--output-junit", report, "-j", str(JOBS),
                        "-I", ",".join(map(str, (0, 0, 0, *(number for number, _ in due))))],
                       cwd=ROOT, stdin=subprocess.DEVNULL, env=environment)
        cases = {case.get("name"): case
                 for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase")}
        passed = set()
        for _, test in due:
            name = test["name"]
            case = cases.get(name)
            if case is None:
                counts.fail(f"{self.name}: CTest reports nothing about {name}")
                continue
            counts.test_times.append((float(case.get("time") or 0), f"{self.name}: {name}"))
            if skipped_itself(case) and "required" in labels_of(test):
                counts.fail(f"{self.name}: {name} was skipped, but must run")
            elif skipped_itself(case):
                counts.skipped += 1
            else:
                counts.add(case.get("status") == "run")
                if case.get("status") == "run":
                    passed.add(name)
        return passed


def labels_of(test):
    return {label for entry in test.get("properties", []) if entry["name"] == "LABELS"
            for label in entry["value"]}


def skipped_itself(case):
    """True if a test skipped itself by its exit status; one that did not start has failed."""
    skipped = case.find("skipped")
    return skipped is not None and "SKIP" in (skipped.get("message") or "").upper()


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
        elif done.returncode == 0:
            counts.add(True)
        else:
            counts.fail(f"{self.name}: exit status {done.returncode}")


def is_short(labels):
    return "long" not in labels


def gate():
    """The presets of the gate."""
    tests = ["test_programs"]
    # The tests of the last preset run alone, so the quickest ones come last.
    return [Preset("release", [], is_short), Preset("asan", tests, is_short),
            Preset("tsan", tests, is_short)]


def full(lanes):
    """The presets of some lanes of the full suite."""
    build, long, peers = (lane in lanes for lane in LANES)

    def selects(labels):
        return build if labels & {"kernels", "package", "torch", "mpi"} else long

    # The games and the browser need only this preset. They run beside the builds of the next
    # presets, which have a lower priority.
    clients = [Command("peers", "tests/peers/all.sh"), Command("page", "tools/web", "test")]
    presets = [Preset("full", [] if build or long else ["programs"],
                      selects if build or long else None, clients if peers else ())]
    tests = ["test_programs"] if long else []
    every = (lambda labels: True) if long else None
    if long or build:
        fuzzing = [Command("fuzz", "tools/fuzz", "10")] if build else []
        presets.append(Preset("fuzz", tests + (["fuzz_targets"] if build else []), every, fuzzing))
    if long:
        presets.append(Preset("tsan-full", tests, every))
    return presets


def run_suite(presets, counts, use_cache):
    """Builds all of `presets` and runs their tests and commands, which count every failure.

    A preset that does not build runs neither.
    """
    start = time.monotonic()
    built = queue.Queue()

    def attempt(what, action):
        try:
            return action()
        except Exception:  # after any error the other presets are still tested
            traceback.print_exc()
            counts.fail(f"{what} ended unexpectedly")
            return None

    def build_all():
        for preset in presets:
            succeeded = attempt(f"building {preset.name}", lambda: preset.build(counts))
            say(f"{preset.name}: {'built' if succeeded else 'not built'} "
                f"after {time.monotonic() - start:.0f} s")
            built.put((preset, succeeded))
        built.put(None)

    threading.Thread(target=build_all, daemon=True).start()
    for preset, succeeded in iter(built.get, None):
        if succeeded is False:
            counts.fail(f"{preset.name} does not build")
        if not succeeded:
            continue
        if preset.selects:
            attempt(f"testing {preset.name}", lambda: preset.test(counts, use_cache))
        for command in preset.commands:
            attempt(command.name, lambda: command.test(counts))
    if counts.passed == 0:
        counts.fail("no test passed")
    counts.report(time.monotonic() - start)


def main():
    parser = argparse.ArgumentParser(prog="tools/test",
                                     description="Builds and tests; see tools/test --help.")
    parser.add_argument("--full", nargs="*", choices=LANES, default=None)
    parser.add_argument("--no-cache", action="store_true")
    options = parser.parse_args()
    is_full = options.full is not None
    presets = full(options.full or LANES) if is_full else gate()
    counts = Counts()
    run_suite(presets, counts, use_cache=not (is_full or options.no_cache))
    return 0 if counts.failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
