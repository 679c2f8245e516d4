"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in `answer`."""
import json
import sys

from openai import OpenAI

client = OpenAI()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters": CITY}}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [{"role": "system", "content": PROMPT}, *turn["messages"]]
    while True:
        message = client.chat.completions.create(model="__MODEL__", messages=messages, tools=TOOLS).choices[0].message
        if not message.tool_calls:
            return message.content or ""
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            result = get_weather(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
