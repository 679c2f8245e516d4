"""The refund agent as a worker: reads one JSON line per turn, prints one JSON line per answer.

The order comes with the case's `context`, stands in `session` between the turns, and is the `state` that the cases check. Tool
calls and tokens are not reported: `record: true` reads them on their way to the model.
"""
import json
import sys

from assistant import build_assistant

assistant = build_assistant()


def answer(turn):
    order = turn["session"] or turn["context"]["order"]
    if not turn["input"].strip():  # the API refuses messages without text
        return {"output": "How can I help you with your order?", "session": order, "state": {"order": order}}
    messages = [(message["role"], message["content"].strip() or "(no text)") for message in turn["messages"]]
    end = assistant.invoke({"messages": messages, "order": order}, {"recursion_limit": 20})
    return {"output": end["messages"][-1].text, "session": end["order"], "state": {"order": end["order"]}}


print(json.dumps({"type": "ready", "protocol": 1}), flush=True)  # loading the libraries is no part of the first turn's time
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        print(json.dumps({"id": turn["id"], **answer(turn)}), flush=True)
