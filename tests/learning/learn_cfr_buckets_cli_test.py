#!/usr/bin/env python3
"""Tests `trivium-learn poker cfr-buckets`: errors before the long computation, and a small run.

    learn_cfr_buckets_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import json
import pathlib
import tempfile

from learn_cli import check, json_lines, run


def refused(folder):
    for counts in ("170,1,1,1", "0,1,1,1", "169,200,200", "169,200,200,200,200", "169,65537,1,1",
                   "169,a,1,1"):
        done = run("poker", "cfr-buckets", "--counts", counts)
        check(done.returncode == 2 and "counts" in done.stderr,
              f"{counts} is bad usage: {done.stderr}")
    check(run("poker", "cfr-buckets", "--threads", 0).returncode == 2, "no thread is bad usage")
    done = run("poker", "cfr-buckets", "--out", folder / "none" / "b.safetensors")
    check(done.returncode == 1 and "none" in done.stderr,
          f"a folder that is not there: {done.stderr}")
    (folder / "b.md").write_text("notes\n")
    done = run("poker", "cfr-buckets", "--out", folder / "b.safetensors")
    check(done.returncode == 1 and "b.md" in done.stderr,
          f"a card would replace notes: {done.stderr}")


TRIAL = ("--counts", "10,6,8,12", "--boards", 20, "--holdings", 16, "--flop-holdings", 200,
         "--flops", 2, "--seed", 3)


def made(folder):
    first, second = folder / "first.safetensors", folder / "second.safetensors"
    report = folder / "report"
    done = run("poker", "cfr-buckets", *TRIAL, "--threads", 2, "--out", first, "--report", report)
    check(done.returncode == 0 and str(first) in done.stdout, f"a trial is made: {done.stderr}")
    rows = {words[0]: words for words in map(str.split, done.stdout.splitlines())
            if len(words) == 6}
    for name, buckets in (("preflop", 10), ("flop", 6), ("turn", 8), ("river", 12)):
        row = rows.get(name)
        check(row and int(row[1]) == buckets and 0 < float(row[4]) <= 1, f"{name}: {row}")
    table = [line.split(",") for line in (report / "buckets.csv").read_text().splitlines()]
    check([row[:2] for row in table[1:]] == [["preflop", "10"], ["flop", "6"], ["turn", "8"],
                                             ["river", "12"]] and
          f"{float(table[4][4]):.4f}" == rows["river"][4], f"the report has the figures: {table}")
    check((report / "buckets.svg").read_text().startswith("<svg ") and
          (report / "river.csv").read_text().startswith("grouped_by,explained\nbuckets,"),
          "the picture and the comparison")
    done = run("poker", "cfr-buckets", *TRIAL, "--report", report, "--json")
    check({line["progress"]["result"] for line in json_lines(done) if "progress" in line} ==
          {str(report)}, f"without weights the report is the result: {done.stderr}")
    tables = json.loads(done.stdout)
    check([(row["round"], row["buckets"]) for row in tables["buckets"]] ==
          [("preflop", 10), ("flop", 6), ("turn", 8), ("river", 12)],
          f"the figures as JSON: {tables}")
    check(run("poker", "cfr-buckets", *TRIAL, "--threads", 1, "--out", second).returncode == 0,
          "again with one thread")
    check(first.read_bytes() == second.read_bytes(),
          "the number of threads is not seen in the file")
    check(" ".join(map(str, TRIAL[2:-2])) in first.with_suffix(".md").read_text(),
          "the card names the command with its samples")


def main():
    with tempfile.TemporaryDirectory() as name:
        refused(pathlib.Path(name))
        made(pathlib.Path(name))


main()
