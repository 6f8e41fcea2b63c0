"""Tests of the BenchExec module. They need BenchExec, so continuous integration does not run them:

    python3 -m venv venv && venv/bin/pip install benchexec
    cd contrib && ../venv/bin/python -m unittest -v test_aver_toolinfo
"""

import unittest
from types import SimpleNamespace

import benchexec.result as result
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

from aver_toolinfo import Tool


def run(code, *lines):
    output = BaseTool2.RunOutput([line + "\n" for line in lines])
    return SimpleNamespace(output=output, exit_code=ProcessExitCode.create(value=code))


class Answers(unittest.TestCase):
    def check(self, expected, code, *lines):
        self.assertEqual(Tool().determine_result(run(code, *lines)), expected)

    def test_verdicts(self):
        self.check(result.RESULT_TRUE_PROP, 0, "table", "VERDICT: TRUE")
        self.check(result.RESULT_FALSE_DEREF, 10, "VERDICT: FALSE (valid-deref) at a/list.c:41")
        self.check(result.RESULT_FALSE_REACH, 10, "VERDICT: FALSE (unreach-call)")
        self.check("unknown (loop (in f) cut off)", 20, "VERDICT: UNKNOWN (loop (in f) cut off)")
        self.check(result.RESULT_TIMEOUT, 20, "VERDICT: UNKNOWN (timeout after 9 s in bmc)")

    def test_only_the_last_line_with_its_exit_code_counts(self):
        self.check(result.RESULT_ERROR, 0, "VERDICT: TRUE", "more")
        self.check("ERROR (exit code 10 with TRUE)", 10, "VERDICT: TRUE")

    def test_no_answer(self):
        self.check("ERROR (input rejected)", 1)
        self.check("ERROR (usage)", 2)
        self.check(result.RESULT_ERROR, 134, "some text")

    def test_categories(self):
        for verdict, category in [("VERDICT: FALSE (valid-deref) at x.c:1", result.RESULT_CLASS_FALSE),
                                  ("VERDICT: UNKNOWN (x)", result.RESULT_CLASS_OTHER)]:
            code = 10 if "FALSE" in verdict else 20
            answer = Tool().determine_result(run(code, verdict))
            self.assertEqual(result.get_result_classification(answer), category)


class CommandLine(unittest.TestCase):
    def line(self, options=(), property_file="/p/unreach-call.prp", model="LP64", cputime=900):
        task = BaseTool2.Task.with_files(["/x/a.c", "/x/b.c"], property_file=property_file,
                                         options={"language": "C", "data_model": model})
        limits = BaseTool2.ResourceLimits(cputime=cputime)
        return " ".join(Tool().cmdline("aver", list(options), task, limits))

    def test_task(self):
        expected = "aver verify --property /p/unreach-call.prp --data-model LP64 --timeout 900 /x/a.c /x/b.c"
        self.assertEqual(self.line(), expected)

    def test_own_options_stay(self):
        line = self.line(options=["--timeout", "5", "--data-model", "ILP32"])
        self.assertEqual((line.count("--timeout"), line.count("--data-model")), (1, 1))

    def test_without_limits_and_property(self):
        self.assertEqual(self.line(property_file=None, cputime=None), "aver verify --data-model LP64 /x/a.c /x/b.c")

    def test_statistics(self):
        output = BaseTool2.RunOutput(['{"bmc.sat.calls":12,"bmc.terms":3}\n', "VERDICT: TRUE\n"])
        self.assertEqual(Tool().get_value_from_output(output, "bmc.sat.calls"), "12")
        self.assertIsNone(Tool().get_value_from_output(output, "bmc.sat.x"))


if __name__ == "__main__":
    unittest.main()
