"""The assistant as a worker: reads one JSON line per turn, prints one JSON line per answer.

It reports neither tool calls nor tokens: `record: true` reads them on their way to the model.
"""
import json
import sys
import uuid

from assistant import build_assistant

assistant = build_assistant()

print(json.dumps({"type": "ready", "protocol": 1}), flush=True)  # loading the libraries is no part of the first turn's time
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        thread = turn["session"] or str(uuid.uuid4())  # a conversation of its own for every trial
        said = assistant.invoke(
            {"messages": [("user", turn["input"])]}, {"configurable": {"thread_id": thread}, "recursion_limit": 20}
        )
        print(json.dumps({"id": turn["id"], "output": said["messages"][-1].text, "session": thread}), flush=True)
