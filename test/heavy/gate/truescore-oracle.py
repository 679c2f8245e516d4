"""Answers of truescore and scipy to the tables on standard input: one JSON array in, one out."""
import json
import sys

from scipy import stats
from truescore import rogan_gladen_estimate


def rate(table):
    good, bad, rest = table["good"], table["bad"], table["rest"]
    judge = [1] * good[0] + [0] * good[1] + [1] * bad[0] + [0] * bad[1] + [1] * rest[0] + [0] * rest[1]
    labelled = sum(good) + sum(bad)
    gold = [1] * sum(good) + [0] * sum(bad)
    found = rogan_gladen_estimate(judge, gold, list(range(labelled)))
    return {"point": found.point, "low": found.low, "high": found.high}


def answer(table):
    return {
        "rate": rate(table),
        "differs": float(stats.ttest_rel(table["here"], table["main"]).pvalue),
    }


print(json.dumps([answer(table) for table in json.load(sys.stdin)]))
