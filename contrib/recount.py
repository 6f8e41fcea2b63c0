#!/usr/bin/env python3
"""Counts the results of a run file again, from the raw logs alone, and compares them with what `aver bench` says.

    contrib/recount.py RUN.db RUN.csv

It shares no code with Aver: logs are read from the database, answers are read from the logs by the rules below, and
verdicts are judged against the task definitions as the database lists them. Limits are the one thing that a log only
reports (`stopped (Cpu)`). Prints the counts for each configuration, and every difference; exit code 1 if there is one.
"""

import collections
import csv
import json
import re
import sqlite3
import sys
import zlib

STOPPED = {"Cpu": "timeout", "Wall": "timeout", "Memory": "out of memory", "Output": "output limit", "Processes": "error"}


def sections(log):
    """(lines of stdout, how it ended) of each process."""
    stdout, in_stderr, found = [], False, []
    for line in log.split("\n"):
        end = re.fullmatch(r"--- (exit code -?\d+|ended by .*|stopped \(\w+\)) after [\d.]+ s", line)
        if end:
            found.append((stdout, end.group(1)))
            stdout, in_stderr = [], False
        elif line == "--- stderr":
            in_stderr = True
        elif not in_stderr and not line.startswith("$ "):
            stdout.append(line)
    return found


def aver(stdout, code):
    last = [line for line in stdout if line][-1:] or [""]
    if code == 0 and last[0] == "VERDICT: TRUE":
        return "TRUE", None
    false = re.match(r"VERDICT: FALSE \(([a-z-]+)\)", last[0])
    if code == 10 and false:
        return f"FALSE({false.group(1)})", None
    if code == 20 and last[0].startswith("VERDICT: UNKNOWN ("):
        reason = last[0][len("VERDICT: UNKNOWN ("):]
        if reason.startswith("timeout "):
            return "UNKNOWN", "timeout"
        if "out of memory" in reason or "memory limit" in reason:
            return "UNKNOWN", "out of memory"
        return "UNKNOWN", "error" if "internal error" in reason else "unknown"
    return "UNKNOWN", "error"


def cbmc_property(line, asked):
    """Which of the properties that were asked for a failing line violates; None if none of them."""
    kind = line[1:line.index("]")]
    if "reach_error" in kind or "__VERIFIER_error" in kind:
        meant = ["unreach-call", "assert"]
    elif " free argument " in line or "double free" in line or " free called " in line:
        meant = ["valid-free"]
    elif ".array_bounds." in kind:
        meant = ["valid-deref", "array-bounds"]
    elif ".memory-leak." in kind:
        meant = ["valid-memtrack", "valid-memcleanup"]
    elif ".overflow." in kind:
        meant = ["no-unsigned-overflow" if " on unsigned " in line else "no-overflow"]
    elif ".division-by-zero." in kind:
        meant = ["no-div-by-zero"]
    elif ".undefined-shift." in kind:
        meant = ["no-shift-error"]
    elif ".assertion." in kind:
        meant = ["assert"]
    else:
        meant = ["valid-deref"]
    return next((p for p in meant if p in asked), None)


def cbmc(stdout, code, asked):
    if code == 0 and "VERIFICATION SUCCESSFUL" in stdout:
        return "TRUE", None
    if code != 10:
        return "UNKNOWN", "error"
    failing = [line for line in stdout if line.startswith("[") and line.endswith(": FAILURE")]
    bounds = [line for line in failing if "unwinding assertion" in line]
    bodies = [line for line in failing if ".no-body." in line and "reach_error" not in line and "__VERIFIER_error" not in line]
    rest = [line for line in failing if line not in bounds and line not in bodies]
    if bodies:
        return "UNKNOWN", "unknown"
    violated = {p for p in (cbmc_property(line, asked) for line in rest) if p}
    if violated:
        return violated, None
    return ("UNKNOWN", "unknown") if bounds else ("TRUE", None)


def main():
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    plan = json.loads(database.execute("SELECT value FROM meta WHERE key = 'plan'").fetchone()[0])
    told = {}
    with open(sys.argv[2], newline="") as file:
        for row in csv.DictReader(file):
            told[row["task"], row["property"], row["config"]] = row
    counts = collections.defaultdict(collections.Counter)
    differences = 0
    query = ("SELECT task.id, task.name, task.property, task.expected, config.id, config.name, result.log, result.cpu_s FROM result "
             "JOIN task ON task.id = result.task JOIN config ON config.id = result.config ORDER BY 1, 5")
    for task, name, prop, expected, config, config_name, log, cpu in database.execute(query):
        asked = plan["tasks"][task]["asked"]
        is_cbmc = plan["configs"][config]["adapter"]["program"] == "cbmc"
        text = zlib.decompress(log).decode()
        steps = sections(text)
        if not steps:
            verdict, status = "UNKNOWN", "unknown" if text.startswith("not run") else "error"
        else:
            stdout, end = steps[-1]
            code = int(end.split()[-1]) if end.startswith("exit code") else None
            verdict, status = cbmc(stdout, code, asked) if is_cbmc else aver(stdout, code)
            if end.startswith("stopped"):
                verdict, status = "UNKNOWN", STOPPED[end[9:-1]]
            elif cpu > plan["limits"]["cpu_seconds"] and status not in ("timeout", "out of memory"):
                verdict, status = "UNKNOWN", "timeout"
        row = told.pop((name, prop, config_name), None)
        # CBMC lists all that fails, and an adapter names one of it.
        if isinstance(verdict, set):
            said = row["verdict"] if row else ""
            verdict = said if said in {f"FALSE({p})" for p in verdict} else f"FALSE({sorted(verdict)[0]})"
        if status is None:
            kind = lambda v: v.split("(")[0]
            exact = verdict == expected or "(" not in verdict or "(" not in (expected or "")
            right = kind(verdict) == kind(expected or "") and exact
            status = "unjudged" if not expected else "correct" if right else "wrong"
        counts[config_name][status] += 1
        points = {("correct", "T"): 2, ("correct", "F"): 1, ("wrong", "T"): -32, ("wrong", "F"): -16}
        counts[config_name]["score"] += points.get((status, verdict[0]), 0)
        if not row or (row["verdict"], row["status"]) != (verdict, status):
            differences += 1
            print(f"differs: {config_name} {name} ({prop}): {verdict}, {status}; the table says {row and (row['verdict'], row['status'])}")
    for key in told:
        differences += 1
        print(f"not in the run file: {key}")
    for config, counter in counts.items():
        print(config, json.dumps(dict(sorted(counter.items()))))
    print(f"{sum(sum(c.values()) - c['score'] for c in counts.values())} results, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
