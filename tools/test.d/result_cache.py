"""Stores which tests passed, so that a test whose inputs are unchanged need not run again.

The inputs of a test are its command line, its environment, the files that its command line names
and the files and folders that CMake declares for it (REQUIRED_FILES;
tools/cmake/TriviumTests.cmake). Their contents are hashed, not their times. The hash ignores two
parts of every executable that change with each commit: its version, and the linker's build id,
which is a hash of the whole file.
"""
import hashlib
import json
import os
import pathlib
import re

# tools/cmake/write_version.cmake pads the stamp, so that other code does not move.
VERSION_STAMP = re.compile(rb"trivium-version:[^\0]{111}")
BUILD_ID = re.compile(rb"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0.{20}", re.DOTALL)
NOT_INPUT = {"__pycache__", ".git"}


def without_version(content):
    """Returns `content` of an executable without its version stamp and build id."""
    return BUILD_ID.sub(b"", VERSION_STAMP.sub(b"", content))


class ResultCache:
    """The tests of one build folder that passed, by the hash of their inputs.

    Each file is read once: inputs that change while the tests run count as they were before.
    """

    def __init__(self, file):
        self.file = pathlib.Path(file)
        self.file_hashes = {}
        try:
            self.passed = json.loads(self.file.read_text())
        except (OSError, ValueError):
            self.passed = {}

    def is_unchanged(self, test):
        """Tests if `test` (an entry of `ctest --show-only=json-v1`) passed with these inputs."""
        return self.passed.get(test["name"]) == self.input_hash(test)

    def record(self, tests, passed_names):
        """Stores the outcome of `tests` that ran; those not in `passed_names` must run again."""
        for test in tests:
            self.passed.pop(test["name"], None)
            if test["name"] in passed_names:
                self.passed[test["name"]] = self.input_hash(test)
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(self.passed, indent=0, sort_keys=True))
        os.replace(part, self.file)

    def input_hash(self, test):
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
        command = test.get("command", [])
        digest = hashlib.sha256(json.dumps([command, properties.get("ENVIRONMENT", [])]).encode())
        files = [word for word in command if os.path.isabs(word) and os.path.isfile(word)]
        for path in [*files, *sorted(properties.get("REQUIRED_FILES", []))]:
            digest.update(self.path_hash(path))
        return digest.hexdigest()

    def path_hash(self, path):
        if path not in self.file_hashes:
            self.file_hashes[path] = self.compute_path_hash(path)
        return self.file_hashes[path]

    def compute_path_hash(self, path):
        digest = hashlib.sha256(path.encode())
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                if name not in NOT_INPUT:
                    digest.update(self.path_hash(os.path.join(path, name)))
        elif os.path.isfile(path):
            content = pathlib.Path(path).read_bytes()
            digest.update(without_version(content) if content.startswith(b"\x7fELF") else content)
        return digest.digest()
