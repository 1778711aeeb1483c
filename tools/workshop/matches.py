"""Matches by trivium-match, and the contents of their journals."""

import json
import pathlib
from collections.abc import Iterable

from workshop.programs import call, find


def play(words: Iterable, journal: pathlib.Path) -> dict:
    """Plays the missing games of a match; returns the pairing. Throws Failed."""
    call([find("trivium-match"), "run", *words, "-journal", journal])
    return pairing(journal)


def pairing(journal: pathlib.Path) -> dict:
    """Returns the only pairing of a journal, as `trivium-match status --json` prints it."""
    status = call([find("trivium-match"), "status", "--json", journal])
    return json.loads(status.out)["pairings"][0]


def games_of(journal: pathlib.Path) -> list[dict]:
    """Returns the complete games, as `trivium-match export --format json` prints them."""
    exported = call([find("trivium-match"), "export", "--format", "json", journal])
    return [json.loads(line) for line in exported.out.splitlines()]


def elo_text(pairing: dict, kind: str = "elo", digits: int = 0) -> tuple[str, str]:
    """Returns a difference of Elo and its 95 % interval: "+12" and "(-3 to +inf)".

    trivium-match prints infinite values as null.
    """
    infinite = {"value": "+inf" if pairing["wins"] > pairing["losses"] else "-inf",
                "low": "-inf", "high": "+inf"}
    value, low, high = (infinite[key] if pairing[kind][key] is None
                        else f"{pairing[kind][key]:+.{digits}f}" for key in infinite)
    return value, f"({low} to {high})"
