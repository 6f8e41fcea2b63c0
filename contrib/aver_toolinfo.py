"""BenchExec's view of Aver: how to start it, and what its answers mean.

Write `<benchmark tool="contrib.aver_toolinfo" …>` into the benchmark definition and start BenchExec with the root of this
repository in PYTHONPATH, or copy the file to `benchexec/tools/aver.py` and write `tool="aver"`. `test_aver_toolinfo.py`
beside it tests it.
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

VERDICT = re.compile(r"VERDICT: (TRUE|FALSE|UNKNOWN)(?: \((.*)\))?(?: at .*)?")
EXIT_CODES = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 20}


class Tool(benchexec.tools.template.BaseTool2):
    """Aver, a verifier for C."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("aver")

    def name(self):
        return "Aver"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="aver")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        # Aver can then say what it was doing when the time was over.
        seconds = rlimits.walltime or rlimits.cputime
        if seconds and "--timeout" not in options:
            command += ["--timeout", str(seconds)]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        lines = [line for line in run.output if line.strip()]
        found = VERDICT.fullmatch(lines[-1].strip()) if lines else None
        if not found:
            # The input cannot be compiled or read; wrong usage; or it did not get to its last line.
            return {1: "ERROR (input rejected)", 2: "ERROR (usage)"}.get(run.exit_code.value, result.RESULT_ERROR)
        verdict, detail = found.groups()
        if run.exit_code.value != EXIT_CODES[verdict]:
            return f"ERROR (exit code {run.exit_code.value} with {verdict})"
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({detail})" if detail else result.RESULT_FALSE_PROP
        if detail and detail.startswith("timeout"):
            return result.RESULT_TIMEOUT
        return f"{result.RESULT_UNKNOWN} ({detail})" if detail else result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """A counter of `--stats=json`, such as `sat.conflicts`."""
        pattern = re.compile(rf'"{re.escape(identifier)}":\s*([-+.\w]+)')
        for line in output:
            found = pattern.search(line) if line.startswith("{") else None
            if found:
                return found.group(1)
        return None
