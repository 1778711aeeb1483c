#!/usr/bin/env python3
"""trivium-learn cfr buckets as a user runs it: what is refused before a minute's work begins.

    learn_cfr_buckets_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import pathlib
import tempfile

from learn_cli import check, run


def refused(folder):
    for counts in ("170,1,1,1", "0,1,1,1", "169,200,200", "169,200,200,200,200", "169,65537,1,1", "169,a,1,1"):
        done = run("cfr", "buckets", "--counts", counts)
        check(done.returncode == 2 and "counts" in done.stderr, f"{counts} is bad usage: {done.stderr}")
    check(run("cfr", "buckets", "--threads", 0).returncode == 2, "no thread is bad usage")
    done = run("cfr", "buckets", "--out", folder / "none" / "b.safetensors")
    check(done.returncode == 1 and "none" in done.stderr, f"a folder that is not there: {done.stderr}")
    (folder / "b.md").write_text("notes\n")
    done = run("cfr", "buckets", "--out", folder / "b.safetensors")
    check(done.returncode == 1 and "b.md" in done.stderr, f"a card would replace notes: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        refused(pathlib.Path(name))


main()
