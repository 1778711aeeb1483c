"""--help of a program and all its subcommands, the reference for its manual page and completion."""
import dataclasses
import os
import pathlib
import re
import subprocess


@dataclasses.dataclass
class Command:
    words: list  # as typed: ["trivium", "explain", "chess"]
    options: set
    subcommands: list


def programs(bin_folder):
    return sorted(path for path in pathlib.Path(bin_folder).iterdir() if os.access(path, os.X_OK))


def commands(program):
    """Returns the program and every subcommand that it lists, in the order of --help."""
    found = []

    def visit(words):
        text = subprocess.run([program, *words[1:], "--help"], capture_output=True, text=True,
                              check=True, timeout=60).stdout
        # "-t{false}" is a flag that sets something to false.
        names = re.sub(r"{\w+}", "", ",".join(re.findall(r"^  (-\S+)", text, re.MULTILINE)))
        options = set(names.split(","))
        _, _, listed = text.partition("\nSubcommands:\n")
        subcommands = re.findall(r"^  (\w\S*)", listed, re.MULTILINE)
        found.append(Command(words, options, subcommands))
        for name in subcommands:
            visit([*words, name])

    visit([program.name])
    return found
