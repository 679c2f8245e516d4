"""Reads one JSON line per turn, prints one JSON line per answer: import your agent in the place of `graph`."""
import json
import sys

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


# The model's address and key come from the environment, so its calls are recorded.
graph = create_agent(ChatOpenAI(model="__MODEL__"), [get_weather], system_prompt=PROMPT)


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    content = graph.invoke({"messages": turn["messages"]})["messages"][-1].content
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
