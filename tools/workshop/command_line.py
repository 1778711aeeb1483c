"""The command line of the Python scripts: a table of commands, or one; each is a module."""

import argparse
import functools
import importlib
import os
import pathlib
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from workshop.programs import ROOT, BadUsage, Failed, prepare
from workshop.progress import Phases, Style


class Command(NamedTuple):
    """A row of the table.

    Its module has the same name, with `_` for `-`, unless `module` is or names another one. The
    module has a docstring (the help), OPTIONS, and run(options), which returns whether all is well.
    """

    name: str
    summary: str
    preset: str = "release"
    failure: int = 1  # exit status if a program fails
    module: str | ModuleType = ""
    groups: tuple[str, ...] = ()  # groups of packages (tools/setup.sh), installed first
    builds: bool = True  # builds the preset first, unless TRIVIUM is set
    reports: bool = True  # prints progress, by options.phases


HELP_WIDTH = 80


class Help(argparse.HelpFormatter):
    """Help formatter: fits 80 columns, keeps tables, appends defaults to options' texts."""

    def __init__(self, prog: str):
        super().__init__(prog, width=HELP_WIDTH)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return wrapped(text)

    def _get_help_string(self, action: argparse.Action) -> str:
        default = action.default  # 0 equals False
        plain = default is None or default is False or default in (argparse.SUPPRESS, [], "")
        return (action.help or "") + ("" if plain else f" (default: {in_words(default)})")


ITEM = re.compile(r"(?:-|\d+\.) ")  # begin of an item of a list


def wrapped(text: str) -> str:
    """Returns a text with its paragraphs and the items of its lists wrapped for help.

    The lines of a table, which begin with blanks, stay apart; a longer one is continued where its
    last column begins.
    """
    lines: list[str] = []
    indent = -1  # of a line that continues the last one; -1 if none can
    for line in text.strip().splitlines():
        item, blanks = ITEM.match(line), len(line) - len(line.lstrip())
        if line and blanks == indent and not item:
            lines[-1] += " " + line.lstrip()
        else:
            lines.append(line)
            indent = item.end() if item else 0 if line and not blanks else -1
    wrap = functools.partial(textwrap.wrap, width=HELP_WIDTH, break_on_hyphens=False,
                             break_long_words=False)
    return "\n".join(part for line in lines
                     for part in wrap(line, subsequent_indent=" " * hanging_indent(line)) or [""])


def hanging_indent(line: str) -> int:
    """Returns where the text of an item or the last column of a table begins; 0 for other lines."""
    if item := ITEM.match(line):
        return item.end()
    columns = [found.end() for found in re.finditer(r"(?:^| ) +(?=\S)", line)]
    return columns[-1] if columns else 0


def in_words(default: Any) -> str:
    """Returns a default for help: elements of a list, paths from the root of the sources."""
    if isinstance(default, (list, tuple)):
        return " ".join(map(in_words, default))
    if isinstance(default, pathlib.Path) and default.is_relative_to(ROOT):
        return str(default.relative_to(ROOT))
    return str(default).replace("%", "%%")


Option = tuple[tuple[str, ...], dict]


def at_least(low: float, number: type = int) -> Callable[[str], float]:
    """Returns a parser of numbers that are `low` or more."""

    def read(text: str) -> float:
        value = number(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"{text} is less than {low:g}")
        return value

    read.__name__ = "number"
    return read


def above_zero(text: str) -> float:
    """Parses a number above 0."""
    if float(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return float(text)


def even(text: str) -> int:
    """Parses an even number from 2 on."""
    if int(text) < 2 or int(text) % 2:
        raise argparse.ArgumentTypeError(f"{text} is not an even number above 0")
    return int(text)


def option(*names: str, **settings: Any) -> Option:
    """Returns an option or argument, as argparse has them.

    old: former spellings, which work with a warning and which --help does not show.
    """
    return names, settings


def number(name: str, default: int | None, text: str, low: int = 1, **settings: Any) -> Option:
    """Returns an option that takes a whole number from `low` on."""
    return option(name, type=at_least(low), default=default, metavar="N", help=text, **settings)


def real(name: str, default: float | None, text: str, metavar: str = "X",
         **settings: Any) -> Option:
    """Returns an option that takes a number."""
    return option(name, **{"type": float, "default": default, "metavar": metavar, "help": text,
                           **settings})


def flag(name: str, text: str) -> Option:
    """Returns an option without a value."""
    return option(name, action="store_true", help=text)


def path(name: str, text: str, metavar: str = "FILE", **settings: Any) -> Option:
    """Returns an option or argument that takes a path."""
    return option(name, type=pathlib.Path, metavar=metavar, help=text, **settings)


def existing_file(text: str) -> pathlib.Path:
    """Parses the path of an existing file."""
    if not pathlib.Path(text).is_file():
        raise argparse.ArgumentTypeError(f"{text}: no such file")
    return pathlib.Path(text)


def file(name: str, text: str, metavar: str = "FILE", **settings: Any) -> Option:
    """Returns an option or argument that takes an existing file."""
    return option(name, type=existing_file, metavar=metavar, help=text, **settings)


def threads(text: str, name: str = "--threads", **settings: Any) -> Option:
    """Returns an option whose default is the number of processors."""
    return number(name, os.cpu_count(), text, **settings)


def listed(commands: Sequence[Command]) -> str:
    """Returns the table as text."""
    width = max(len(command.name) for command in commands)
    return "\n".join(f"  {command.name:{width}}  {command.summary}" for command in commands)


class OldSpelling(argparse.Action):
    """The former spelling of an option; `const` is the present one."""

    def __call__(self, parser: argparse.ArgumentParser, options: argparse.Namespace, value: Any,
                 spelling: str | None = None) -> None:
        setattr(options, self.dest, value)
        options.replaced = [*options.replaced, f"'{spelling}' is now '{self.const}'"]


def add_option(parser: argparse.ArgumentParser, names: tuple[str, ...], settings: dict) -> None:
    """Adds an option or argument, and its former spellings."""
    settings = dict(settings)
    old = settings.pop("old", ())
    action = parser.add_argument(*names, **settings)
    if old:
        parser.add_argument(*old, action=OldSpelling, const=names[0], dest=action.dest,
                            type=action.type, nargs=action.nargs, choices=action.choices,
                            default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def add_reporting(parser: argparse.ArgumentParser, module: ModuleType) -> None:
    """Adds --quiet and, unless the module has its own, --json."""
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    if not any("--json" in names for names, _ in module.OPTIONS):
        parser.add_argument("--json", action="store_true",
                            help="print progress as JSON, one object per line on stderr")


def style_of(options: argparse.Namespace) -> Style:
    """Returns how progress is printed."""
    if options.quiet:
        return Style.QUIET
    return Style.JSON if options.json else Style.TEXT


def run_module(module: ModuleType, words: Sequence[str], command: Command, tool: str = "") -> int:
    """Runs a module with a docstring, OPTIONS and run(); returns its exit status."""
    prog = f"{tool} {command.name}".strip()
    parser = argparse.ArgumentParser(prog=prog, description=module.__doc__, formatter_class=Help)
    parser.set_defaults(replaced=[])
    for names, settings in module.OPTIONS:
        add_option(parser, names, settings)
    if command.reports:
        add_reporting(parser, module)
    options = parser.parse_args(words)
    if options.replaced:
        print(f"{prog}: old spelling, accepted until 0.4.0: {', '.join(options.replaced)}",
              file=sys.stderr)
    if command.reports:
        options.phases = Phases(style_of(options))
    options.name_of_command = command.name
    try:
        if command.builds:
            prepare(command.preset, command.groups)
        return 0 if module.run(options) else 1
    except BadUsage as fault:
        parser.error(str(fault))
    except Failed as fault:
        print(f"{prog}: {fault}", file=sys.stderr)
        return command.failure
    except KeyboardInterrupt:
        return 130  # as a shell reports SIGINT


def run_script(name: str, builds: bool = False, reports: bool = False) -> None:
    """Runs the module __main__ as a separate command, and ends the process."""
    script = Command(name, "", builds=builds, reports=reports)
    sys.exit(run_module(sys.modules["__main__"], sys.argv[1:], script))


def main(tool: str, usage: str, commands: Sequence[Command], words: list[str]) -> int:
    """Runs the command that `words` begin with; without one, prints the table."""
    for command in commands:
        if words[:1] == [command.name]:
            module = command.module or command.name.replace("-", "_")
            if isinstance(module, str):
                module = importlib.import_module(module)
            return run_module(module, words[1:], command, tool)
    if not words or words[0] in ("list", "help", "--help", "-h"):
        print(wrapped(f"{usage.strip()}\n{listed(commands)}"))
        return 0
    print(f"{tool}: no '{words[0]}'; {tool} --help has the names", file=sys.stderr)
    return 2
