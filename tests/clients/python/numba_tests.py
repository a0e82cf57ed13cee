"""Runs tests of numba by their names, as pytest would import them under others, which processes that tests start do not find.

    python -m numba_tests FILE MODULE[.CLASS.TEST]

Appends a line for each test to FILE: passed, FAILED or skipped, its name, and why. A test that is expected to fail and does has passed.
"""

import sys
import unittest


def why(error):
    """The driver's error, which may stand anywhere in what the compiler says, or what was said last."""
    lines = [line.strip() for line in error.strip().splitlines()] or ["?"]
    named = [line for line in lines if "CUDA_ERROR" in line]
    return (named or lines)[-1][:200]


class Teller(unittest.TextTestResult):
    """A line for each test, in `file`; the first that is said of a test counts, not what comes of tearing it down."""

    file = None

    def startTest(self, test):
        self.is_told = False
        super().startTest(test)

    def tell(self, word, test, reason=""):
        if not getattr(self, "is_told", False):
            self.is_told = True
            print(word, test.id(), reason, sep="\t", file=self.file, flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.tell("passed", test)

    def addExpectedFailure(self, test, error):
        super().addExpectedFailure(test, error)
        self.tell("passed", test)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.tell("FAILED", test, "passes, and is expected not to")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.tell("skipped", test, reason)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.tell("FAILED", test, why(self.failures[-1][1]))

    def addError(self, test, error):
        # pytest's word for a test that lacks a package.
        if error[0].__name__ == "Skipped":
            self.addSkip(test, str(error[1]))
            return
        super().addError(test, error)
        self.tell("FAILED", test, why(self.errors[-1][1]))

    def addSubTest(self, test, part, error):
        super().addSubTest(test, part, error)
        if error is not None:
            self.tell("FAILED", test, why((self.failures + self.errors)[-1][1]))


def main():
    # The option of numba's own configuration of pytest, which its wheel has not.
    from numba.cuda.testing import CUDATestCase

    CUDATestCase._dump_failed_filechecks = False
    with open(sys.argv[1], "a") as Teller.file:
        tests = unittest.defaultTestLoader.loadTestsFromName(sys.argv[2])
        ended = unittest.TextTestRunner(verbosity=2, resultclass=Teller).run(tests)
    sys.exit(not ended.wasSuccessful())


# Processes that tests start import this file as well.
if __name__ == "__main__":
    main()
