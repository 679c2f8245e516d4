"""Reads one JSON line per turn, prints one JSON line per answer: import your agent in the place of `agent`."""
import json
import sys

from pydantic_ai import Agent
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

# The model's address and key come from the environment, so its calls are recorded.
agent = Agent(
    "openai:__MODEL__",
    instructions="You answer questions about the weather. Look it up with get_weather.",
)


@agent.tool_plain
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


def earlier(message):
    if message["role"] == "user":
        return ModelRequest(parts=[UserPromptPart(content=message["content"])])
    return ModelResponse(parts=[TextPart(content=message["content"])])


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    history = [earlier(message) for message in turn["messages"][:-1]]
    return agent.run_sync(turn["input"], message_history=history).output


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
