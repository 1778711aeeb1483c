"""Stages of a long run in a folder: each runs once, and an interrupted run resumes.

`stages.json` in the folder is the manifest: for each stage its command, the digests of the files
that it read and wrote, its seconds, the program, and what it printed.
"""

import csv
import json
import os
import pathlib
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from workshop import programs
from workshop.programs import Failed
from workshop.progress import Phases, Style, duration, print_note


def write_json(file: pathlib.Path, content: Any) -> None:
    """Replaces a file at once, so that an interruption leaves the old or the new one."""
    part = file.with_name(file.name + ".part")
    part.write_text(json.dumps(content, indent=1) + "\n")
    part.replace(file)


def write_csv(path: pathlib.Path, columns: Sequence[str], rows: Iterable[dict]) -> None:
    """Writes rows as CSV with a header; columns that a row lacks are empty."""
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class Stages:
    """The stages of one run. Stages run in the folder, and name their files relative to it.

    total: the number of stages. In JSON the stages are the steps of a phase.
    """

    def __init__(self, name: str, folder: pathlib.Path, phases: Phases, total: int):
        folder.mkdir(parents=True, exist_ok=True)
        self.name, self.folder, self.total, self.begun = name, folder.resolve(), total, 0
        self.manifest = folder / "stages.json"
        self.done: dict[str, dict] = {}
        if self.manifest.exists():
            self.done = json.loads(self.manifest.read_text())
        self.style = phases.style
        self.progress = phases.next("stages", total, str(self.folder))

    def say(self, text: str) -> None:
        """Prints a message to stderr."""
        print_note(self.style, f"{self.name}: {text}")

    def report(self, text: str) -> None:
        """Prints progress as text."""
        if self.style is Style.TEXT:
            self.say(text)

    def leave_out(self, count: int) -> None:
        """Reduces the total by stages that turn out not to be needed."""
        self.total -= count
        self.progress.total = self.total

    def beginning(self, name: str) -> str:
        """Returns the progress at the start of a stage.

        The time left assumes the mean duration of finished stages.
        """
        words = [f"stage {self.begun} of {self.total}: {name}"]
        spent = [note["seconds"] for other, note in self.done.items()
                 if other != name and "seconds" in note]
        if spent:
            words.append(f"{duration(sum(spent))} elapsed")
        if spent:
            left = sum(spent) / len(spent) * (self.total - self.begun + 1)
            words.append(f"about {duration(left)} left")
        return ", ".join([*words, f"result {self.folder}"])

    def digests(self, files: Iterable[os.PathLike | str]) -> dict[str, str]:
        """Returns the SHA-256 of files by name; empty for a folder. Throws Failed."""
        found = {}
        for file in files:
            path = self.folder / file
            if not path.exists():
                raise Failed(f"{path}: not there")
            found[str(file)] = "" if path.is_dir() else programs.digest(path)
        return found

    def begun_as(self, name: str, words: list[str]) -> dict | None:
        """Returns the record of a stage. Throws Failed if it had another command."""
        note = self.done.get(name)
        if note and note["words"] != words:
            raise Failed(
                f"{self.manifest}: {name} differs from the earlier run: use another FOLDER, "
                "delete this one, or finish it with the version that started it\n"
                f"  then: {shlex.join(note['words'])}\n  now:  {shlex.join(words)}")
        return note

    def note(self, name: str, **facts: Any) -> dict:
        """Records a finished stage."""
        self.done[name] = facts
        write_json(self.manifest, self.done)
        return facts

    def given(self, name: str, *files: pathlib.Path) -> None:
        """Records the user's files; a later run in the folder must have the same."""
        words = [programs.digest(file) for file in files]
        if not self.begun_as(name, words):
            self.note(name, words=words)

    def run(self, name: str, program: str, *words: object, extra: Iterable[object] = (),
            inputs: Iterable[str] = (), outputs: Iterable[str] = (),
            stderr: str = "show", checks_itself: bool = False) -> dict:
        """Runs a program of ours, unless the stage is done; returns its record.

        words: the command, by which a stage is recognized; extra: further words that do not decide
        the result. stderr: as programs.call() has it; what it keeps is noted as `said`.
        checks_itself: the program resumes from a checkpoint that names its maker, so a stage by
        another build of the program runs again: the program accepts it at once, or rejects it.
        """
        self.begun += 1
        listed = [str(word) for word in words]
        path = programs.find(program)
        note = self.begun_as(name, listed)
        read, made = self.digests(inputs), [self.folder / output for output in outputs]
        maker = programs.identity(path)
        if note and all(file.exists() for file in made) and note.get("inputs", read) == read:
            if not checks_itself or note.get("program") == maker:
                self.progress.count(name, earlier=True)
                return note
        self.report(self.beginning(name))
        self.progress.note(name)
        try:
            done = programs.call([path, *listed, *extra], cwd=self.folder,
                                 stderr=self.progress.stderr_of(name, stderr))
        except Failed as fault:
            raise Failed(f"stage {name} has failed: {fault}\nIf {self.folder} has another run, "
                         "use another FOLDER, or delete it") from fault
        self.report(f"{name} took {duration(done.seconds)}")
        self.progress.count(f"{name} took {duration(done.seconds)}")
        return self.note(name, words=listed, inputs=read, outputs=self.digests(outputs),
                         seconds=round(done.seconds, 1), program=maker,
                         said=[] if stderr == "show" else done.err.splitlines(keepends=True),
                         printed=done.out)
