"""Reads one JSON line per turn, prints one JSON line per answer: import your crew in the place of `crew`."""
import json
import sys

import os

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["CREWAI_TRACING_ENABLED"] = "false"

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


# The model's address and key come from the environment, so its calls are recorded.
model = LLM(model="openai/__MODEL__")
agent = Agent(
    role="Weather assistant",
    goal="Answer questions about the weather",
    backstory="You look the weather up with get_weather.",
    tools=[get_weather],
    llm=model,
)
task = Task(description="{conversation}", expected_output="The answer to the last message", agent=agent)
crew = Crew(agents=[agent], tasks=[task])


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    conversation = "\n".join(f"{message['role']}: {message['content']}" for message in turn["messages"])
    return crew.kickoff(inputs={"conversation": conversation}).raw


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
