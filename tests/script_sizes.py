"""The two sizes of a Python test: short for the gate, long for the full suite.

CTest starts a script as NAME and, with the word --long, as NAME.long (LONG_CASES of
trivium_script_test). The two runs share the work: each test belongs to one of them, or to both with
a size that depends on LONG.
"""
import sys
import unittest

LONG = "--long" in sys.argv
if LONG:
    sys.argv.remove("--long")


def long_test(method):
    """Marks a test method that runs with --long only."""
    method.runs_in = (True,)
    return method


def both_sizes(method):
    """Marks a test method that runs in both sizes."""
    method.runs_in = (False, True)
    return method


class Loader(unittest.TestLoader):
    """Finds the test methods of this run; those without a mark are short."""

    def getTestCaseNames(self, test_case):
        names = super().getTestCaseNames(test_case)
        return [name for name in names
                if LONG in getattr(getattr(test_case, name), "runs_in", (False,))]


def main(**options):
    """unittest.main() with the tests of this run; fails if there are none."""
    result = unittest.main(testLoader=Loader(), exit=False, **options).result
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
