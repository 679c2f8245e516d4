"""Loads case files with the tools that they are of, and prints what each found."""

import json
import sys


def inspect(folder):
    from inspect_ai.dataset import csv_dataset, json_dataset
    from inspect_ai.log import read_eval_log

    samples = [[one.id, one.target] for one in json_dataset(f"{folder}/inspect.jsonl")]
    log = read_eval_log(f"{folder}/inspect-log.json")
    rows = [[one.id, one.target] for one in csv_dataset(f"{folder}/inspect.csv")]
    return {"samples": samples, "csv": rows, "log": [[one.id, one.epoch] for one in log.samples]}


def deepeval(folder):
    from deepeval.dataset import EvaluationDataset

    found = {}
    for name in ["deepeval", "deepeval-conversations"]:
        dataset = EvaluationDataset()
        dataset.add_goldens_from_json_file(file_path=f"{folder}/{name}.json")
        found[name] = [getattr(one, "input", None) or one.scenario for one in dataset.goldens]
    return found


def adk(folder):
    from google.adk.evaluation.eval_set import EvalSet

    from google.adk.evaluation.local_eval_sets_manager import load_eval_set_from_file

    with open(f"{folder}/home.evalset.json", encoding="utf-8") as file:
        cases = EvalSet.model_validate_json(file.read()).eval_cases
    older = load_eval_set_from_file(f"{folder}/home-before-sets.test.json", "older").eval_cases
    return [one.eval_id for one in [*cases, *older]]


tool, folder = sys.argv[1:]
print(json.dumps({"inspect": inspect, "deepeval": deepeval, "adk": adk}[tool](folder)))
