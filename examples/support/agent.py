"""The support agent as a worker: reads one JSON line per turn, prints one JSON line per answer.

`metadata` and `retrieved` are what only the agent knows. Tool calls and tokens are not reported: `record: true` reads them on
their way to the model.
"""
import json
import sys

from assistant import reply
from tools import Desk

print(json.dumps({"type": "ready", "protocol": 1}), flush=True)  # loading the libraries is no part of the first turn's time
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        desk = Desk()
        said = turn["messages"] if turn["session"] is None else turn["messages"][-1:]
        items = [*(turn["session"] or []), *said]
        output = reply(items, desk)
        answer = {"output": output, "session": items, "metadata": desk.metadata, "retrieved": desk.retrieved}
        print(json.dumps({"id": turn["id"], **answer}), flush=True)
