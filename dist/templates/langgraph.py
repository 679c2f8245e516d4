"""Reads one JSON line per turn, prints one JSON line per answer: import your graph in the place of `graph`."""
import json
import sys

from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


# The model's address and key come from the environment, so its calls are recorded.
model = ChatOpenAI(model="__MODEL__").bind_tools([get_weather])


def call_model(state: MessagesState):
    return {"messages": [model.invoke([("system", PROMPT), *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("model", call_model)
builder.add_node("tools", ToolNode([get_weather]))
builder.add_edge(START, "model")
builder.add_conditional_edges("model", tools_condition)
builder.add_edge("tools", "model")
graph = builder.compile()


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
