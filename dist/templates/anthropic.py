"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in `answer`."""
import json
import sys

from anthropic import Anthropic

client = Anthropic()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"name": "get_weather", "description": "The weather of a city.", "input_schema": CITY}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [*turn["messages"]]
    while True:
        message = client.messages.create(
            model="__MODEL__", max_tokens=1000, system=PROMPT, messages=messages, tools=TOOLS
        )
        calls = [block for block in message.content if block.type == "tool_use"]
        if not calls:
            return "".join(block.text for block in message.content if block.type == "text")
        messages.append({"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in message.content]})
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": get_weather(**call.input)} for call in calls]
        messages.append({"role": "user", "content": results})


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
