"""Reads one JSON line per turn, prints one JSON line per answer: import your agent in the place of `agent`."""
import json
import sys

from agents import Agent, Runner, function_tool, set_tracing_disabled

set_tracing_disabled(True)  # traces go to OpenAI, which does not know the dummy key that an agent has here


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


# The model's address and key come from the environment, so its calls are recorded.
agent = Agent(
    name="Weather",
    model="__MODEL__",
    instructions="You answer questions about the weather. Look it up with get_weather.",
    tools=[get_weather],
)


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    return Runner.run_sync(agent, turn["messages"]).final_output


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
