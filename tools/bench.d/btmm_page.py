"""Code shared by tools/bench btmm-curves and btmm-folds: cached runs and text for their pages. Also writes the page of
btmm-curves in Markdown, its figures as SVG and all their numbers as CSV."""

import json
import math
import subprocess
import sys
import textwrap
from dataclasses import dataclass

PAPER = -2.89  # mean log-evidence that the paper states for its fourth set
COLORS = {"paper-1": "#2ca02c", "paper-2": "#1f77b4", "paper-3": "#d62728", "paper-4": "#9467bd"}
FEATURES = {"paper-1": 5_832, "paper-2": 17_496, "paper-3": 52_488, "paper-4": 34_992}
NEIGHBOURS = {"paper-1": "6", "paper-2": "7", "paper-3": "8", "paper-4": "8 in rows and columns, 7 in diagonals"}
PAPERS_COLOR, UNIFORM_COLOR = "#000", "#999"  # of what the curves are compared with
FLAT = 5e-5  # evidence that differs by less is the same when four digits are shown


def run_once(folder, command, volatile=()):
    """Runs a command with results in `folder`, unless it was completed there before. `volatile` options do not count as a
    difference. Returns the end of its stderr."""
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "done.json"
    program, *words = map(str, command)
    if done.exists():
        known = json.loads(done.read_text())
        if known["command"] == words:
            return known["said"]
        sys.exit(f"{done} is of another command: {' '.join(known['command'])}; give another FOLDER, or delete {folder}")
    print("trivium-learn", *words, file=sys.stderr, flush=True)
    ran = subprocess.run([program, *words, *map(str, volatile)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                         errors="replace")
    if ran.returncode != 0:
        sys.exit(f"trivium-learn {' '.join(words)}: exit status {ran.returncode}: {ran.stderr[-500:]}")
    part = folder / "done.part"
    part.write_text(json.dumps({"command": words, "said": ran.stderr[-2000:]}))
    part.rename(done)
    return ran.stderr[-2000:]


@dataclass
class Curve:
    """A run: mean log-evidence on both kinds of games after each iteration."""

    patterns: str
    games: int
    states: int
    held_out_states: int
    uniform: float  # of the games held out, for who picks any cell
    rows: list  # (iteration, train, held out)

    def train(self):
        return self.rows[-1][1]

    def held_out(self):
        return self.rows[-1][2]

    def turn(self):
        """The iteration from which held-out evidence falls; None where it does not."""
        best = max(self.rows, key=lambda row: row[2])
        return best[0] if self.held_out() < best[2] - FLAT else None


@dataclass
class Figure:
    """All runs on games of one kind with one prior."""

    name: str  # whose games: "own", "human"
    prior: float  # wins, in twice as many games
    said: str  # lines about the games
    curves: list

    def file(self):
        return f"{self.name}-prior-{self.prior:g}"

    def sizes(self):
        return sorted({curve.games for curve in self.curves})

    def sets(self):
        return sorted({curve.patterns for curve in self.curves})

    def at(self, patterns, games):
        return next(curve for curve in self.curves if (curve.patterns, curve.games) == (patterns, games))

    def uniform(self):
        """Of who picks any cell: all runs are judged by the same games."""
        return self.curves[0].uniform

    def best(self, games, value=Curve.held_out):
        return max(self.sets(), key=lambda patterns: value(self.at(patterns, games)))


class Plot:
    """A frame with axes into which lines are drawn; what lies outside of it is cut off."""

    def __init__(self, left, top, width, height, x, y, name):
        self.box = left, top, width, height
        self.x, self.y = x, y  # (low, high)
        self.name = name
        self.svg = [f'<clipPath id="{name}"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>']

    def at(self, x, y):
        left, top, width, height = self.box
        return (left + width * (x - self.x[0]) / (self.x[1] - self.x[0]), top + height * (self.y[1] - y) / (self.y[1] - self.y[0]))

    def text(self, x, y, words, more=""):
        self.svg.append(f'<text x="{x:.1f}" y="{y:.1f}"{more}>{words}</text>')

    def title(self, words):
        self.text(self.box[0], self.box[1] - 8, words, ' font-weight="bold"')

    def grid(self, x_ticks, y_ticks, y_words=True):
        left, top, width, height = self.box
        for tick in y_ticks:
            y = self.at(self.x[0], tick)[1]
            self.svg.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/>')
            if y_words:
                self.text(left - 6, y + 4, f"{tick:.1f}", ' text-anchor="end"')
        for tick, words in x_ticks:
            self.text(self.at(tick, self.y[0])[0], top + height + 16, words, ' text-anchor="middle"')

    def line(self, points, color, dashed=False):
        where = " ".join("{:.1f},{:.1f}".format(*self.at(x, y)) for x, y in points)
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.svg.append(f'<polyline fill="none" stroke-width="1.8" stroke="{color}"{dash} clip-path="url(#{self.name})" points="{where}"/>')

    def dot(self, x, y, color):
        self.svg.append('<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>'.format(*self.at(x, y), color))


def shade(i, count):
    """Light for few games, dark for many."""
    part = i / max(1, count - 1)
    return "#" + "".join(f"{round(light + part * (dark - light)):02x}" for light, dark in ((0xF5, 0x50), (0xB0, 0x10), (0x60, 0x70)))


def ticks(low, high):
    first = math.ceil(round(low * 5, 6))
    return [i / 5 for i in range(first, math.floor(round(high * 5, 6)) + 1)]


def legend(left, top, entries):
    """Entries (words, color, dashed) below each other."""
    svg = []
    for i, (words, color, dashed) in enumerate(entries):
        y = top + 18 * i
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        svg.append(f'<path d="M{left} {y - 4}h20" stroke-width="2" stroke="{color}"{dash}/><text x="{left + 26}" y="{y}">{words}</text>')
    return svg


def draw_compared(plot, figure):
    """What the curves are compared with: the paper, and the uniform baseline unless it lies below the frame."""
    for value, color in ((PAPER, PAPERS_COLOR), (figure.uniform(), UNIFORM_COLOR)):
        if plot.y[0] <= value <= plot.y[1]:
            plot.line([(plot.x[0], value), (plot.x[1], value)], color)


def draw(figure):
    """Above, by iteration: a frame for each set, a shade for each number of games. Below, by games: where the sets stand at the end."""
    sizes, sets = figure.sizes(), figure.sets()
    late = [row for curve in figure.curves for row in curve.rows if row[0] >= 2]
    low = math.floor(5 * min(PAPER, *(row[2] for row in late))) / 5
    high = math.ceil(5 * max(PAPER, *(row[1] for row in late)) + 0.5) / 5
    last = figure.curves[0].rows[-1][0]
    svg = []
    for i, patterns in enumerate(sets):
        plot = Plot(60 + 215 * i, 40, 185, 260, (1, max(2, last)), (low, high), f"by-iteration-{i + 1}")
        plot.title(f"{patterns}, by iteration")
        plot.grid([(tick, tick) for tick in sorted({1, max(2, last // 2), last})], ticks(low, high), i == 0)
        draw_compared(plot, figure)
        for j, games in enumerate(sizes):
            curve = figure.at(patterns, games)
            color = shade(j, len(sizes))
            plot.line([(row[0], row[1]) for row in curve.rows[1:]], color, dashed=True)
            plot.line([(row[0], row[2]) for row in curve.rows[1:]], color)
            if curve.turn():
                plot.dot(curve.turn(), max(row[2] for row in curve.rows), color)
        svg += plot.svg
    svg += legend(925, 52, [("held out", "#444", False), ("training games", "#444", True)]
                  + [(f"{games:,} games", shade(j, len(sizes)), False) for j, games in enumerate(sizes)])
    plot = Plot(60, 365, 615, 260, (math.log(sizes[0]), math.log(max(sizes[-1], sizes[0] + 1))), (low, high), "by-games")
    plot.title(f"Where they stand after {last} iterations, by games learned from")
    plot.grid([(math.log(games), f"{games:,}") for games in sizes], ticks(low, high))
    for patterns in sets:
        for value, dashed in ((Curve.train, True), (Curve.held_out, False)):
            plot.line([(math.log(games), value(figure.at(patterns, games))) for games in sizes], COLORS[patterns], dashed)
    draw_compared(plot, figure)
    svg += plot.svg
    below = "" if low <= figure.uniform() else ", below the frames"
    svg += legend(710, 400, [(f"{patterns}: {FEATURES[patterns]:,} features", COLORS[patterns], False) for patterns in sets]
                  + [(f"the paper's set 4 on its games: {PAPER}", PAPERS_COLOR, False),
                     (f"who picks any cell: {figure.uniform():.2f}{below}", UNIFORM_COLOR, False)])
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="1060" height="660" viewBox="0 0 1060 660" font-family="sans-serif" '
            'font-size="12">\n<rect width="1060" height="660" fill="#fff"/>\n' + "\n".join(svg) + "\n</svg>\n")


def csv(figures):
    lines = ["whose,prior_wins,set,games,states,iteration,train,held_out,held_out_uniform"]
    for figure in figures:
        for curve in figure.curves:
            run = f"{figure.name},{figure.prior:g},{curve.patterns},{curve.games},{curve.states}"
            lines += [f"{run},{iteration},{train:.6f},{held_out:.6f},{curve.uniform:.6f}" for iteration, train, held_out in curve.rows]
    return "\n".join(lines) + "\n"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---:" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def evidence_table(figure):
    """Held out after the last iteration, the best of each row in bold; in brackets by how much the training games stand above it."""
    rows = []
    for games in figure.sizes():
        row = [f"{games:,}", f"{figure.at(figure.sets()[0], games).states:,}"]
        for patterns in figure.sets():
            curve = figure.at(patterns, games)
            number = f"{curve.held_out():.4f}"
            row.append(f"{f'**{number}**' if patterns == figure.best(games) else number} ({curve.train() - curve.held_out():+.3f})")
        rows.append(row)
    return table(["games", "states", *figure.sets()], rows)


def turn_table(figure):
    rows = []
    for games in figure.sizes():
        turns = [figure.at(patterns, games).turn() for patterns in figure.sets()]
        rows.append([f"{games:,}", *("not yet" if turn is None else str(turn) for turn in turns)])
    return table(["games", *figure.sets()], rows)


def stretches(figure, value=Curve.held_out):
    """Which set is the best from how many games on: [(set, first size, last size)]."""
    found = []
    for games in figure.sizes():
        best = figure.best(games, value)
        if found and found[-1][0] == best:
            found[-1] = (best, found[-1][1], games)
        else:
            found.append((best, games, games))
    return found


def in_words(figure):
    """Which set is best held out, and which ones overfit, in sentences that the numbers make."""
    best = "; ".join(f"`{patterns}` with {first:,} games" + ("" if first == last else f" to {last:,}")
                     for patterns, first, last in stretches(figure))
    past = {patterns: [games for games in figure.sizes() if figure.at(patterns, games).turn()] for patterns in figure.sets()}
    worst = [f"`{patterns}` with up to {max(sizes):,} games" for patterns, sizes in past.items() if sizes]
    top = max(figure.curves, key=Curve.held_out)
    return (f"Best held out: {best}. Past its best before the end: {', '.join(worst) if worst else 'no run'}. "
            f"The best of all: {top.held_out():.4f}, `{top.patterns}` from {top.games:,} games.")


def what_priors_do(figures):
    """For games that were learned from with several priors: the largest set from the fewest games with each of them."""
    lines = []
    for name in dict.fromkeys(figure.name for figure in figures):
        same = [figure for figure in figures if figure.name == name]
        if len(same) < 2:
            continue
        games, patterns = same[0].sizes()[0], max(same[0].sets(), key=FEATURES.get)
        parts = [f"{figure.at(patterns, games).held_out():.4f} with {prior_in_words(figure.prior)}" for figure in same]
        lines.append(f"**What the prior does.** `{patterns}` from {games:,} {TITLES[name].lower()}, held out: {', '.join(parts)}.")
    return lines


def bullet(words):
    return textwrap.fill(words, 138, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def prior_in_words(prior):
    return f"{prior:g} win{'' if prior == 1 else 's'} in {2 * prior:g} games"


TITLES = {"own": "Games of patterns against themselves", "human": "Games of people"}


def write(page, figures, commands):
    """Writes the page and what it shows. `commands` are lines to be run."""
    page.with_suffix(".csv").write_text(csv(figures))
    sets = table(["set", "neighbours on each line", "features"],
                 [[name, NEIGHBOURS[name], f"{FEATURES[name]:,}"] for name in figures[0].sets()])
    short = [f"**{TITLES[figure.name]}, a prior of {prior_in_words(figure.prior)}.** {in_words(figure)}" for figure in figures]
    text = INTRODUCTION.format(table=sets, paper=PAPER, short="\n".join(map(bullet, short + what_priors_do(figures))))
    before = None
    for figure in figures:
        picture = page.with_name(f"{page.stem}-{figure.file()}.svg")
        picture.write_text(draw(figure))
        curve = figure.curves[0]
        if figure.name != before:
            said = "\n".join(f"    {line}" for line in figure.said.splitlines())
            text += GAMES.format(title=TITLES[figure.name], said=said, held_out_states=curve.held_out_states, uniform=figure.uniform())
        before = figure.name
        text += RUNS.format(prior=prior_in_words(figure.prior), picture=picture.name, iterations=curve.rows[-1][0],
                            uniform=figure.uniform(), evidence=evidence_table(figure), turns=turn_table(figure))
    page.write_text(text + CLOSING.format(commands="\n".join(f"    {command}" for command in commands), csv=page.with_suffix(".csv").name))


INTRODUCTION = """\
# What lines alone can tell

Which empty cell will the next stone take? Huy and Dang (2019, paper 000) answer by four lines: they look at the neighbours of a cell in its
row, its column and its two diagonals, learn how strong each of the things is that can be seen there, and multiply. A longer line sees more,
but with every neighbour there are three times as many things to be seen, and each has to be learned from games. So the longest lines know
the games they have learned from best, and may know others worse: they overfit. The paper compares four sets on a million games. Its third
overfits; its fourth, long in rows and columns and shorter in diagonals, foretells best, with {paper} nats a stone.

{table}
The paper's games are not to be had. Here is the same on games that are: how well do the sets foretell, where does overfitting begin, does
that move with the number of games, and which set is to be taken? One thing more decides, of which the paper says nothing: what is believed
of a feature before it was seen, the prior. Each begins with a few games against gamma 1 of which it has won half; with next to none of
them, a thing seen once or never is taken at its word.

All figures are mean log-evidence: over the stones of games, the mean natural logarithm of the probability that a set gave the stone before
it was seen. Nearer to 0 is better; {paper} is a chance of 1 in 18 on (geometric) average. It says as much about the players as about the
set: games of other players have other figures, and only those of the same games are to be compared. *Held out* are games that no gamma was
learned from, whole ones, chosen by a hash of their moves. All figures here are of one split; what intervals over several splits say of the
paper's two statements stands in [verdict.md](verdict.md).

## In short

{short}
"""

GAMES = """
## {title}

{said}

Judged on {held_out_states:,} states of games held out. Who picks any empty cell has {uniform:.4f} there.
"""

RUNS = """
### With a prior of {prior}

![Evidence by iteration and by games]({picture})

Solid: games held out; dashed: the games learned from. A dot marks where held-out evidence begins to fall. Black: what the paper states for
its set 4, on games of its own; grey, where the frame reaches so far down: who picks any empty cell ({uniform:.4f}).

After {iterations} iterations, held out; in brackets how much better the games learned from are foretold; the best of each row in bold:

{evidence}
After which iteration held-out evidence falls, so that more learning is learning by heart:

{turns}"""

CLOSING = """
## Made by

{commands}

wrote this page, its pictures and [{csv}]({csv}), which has every number. It goes on where it was interrupted; the same
files give the same bytes for any number of threads. Gammas that are not in this folder are made by the command that stands with the games
they drew; another build gives them another name, which depends on the program's commit, too. How gammas are learned:
`learning/btmm/README.md`.
"""
