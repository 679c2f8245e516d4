"""A refund agent: a LangGraph graph around an Anthropic model, with the order as state next to the messages."""
import json
import operator
import os
from pathlib import Path
from typing import Annotated

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import SystemMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from tools import TOOLS

PROMPT = Path(__file__).with_name("prompt.md").read_text(encoding="utf-8")


class Conversation(MessagesState):
    order: Annotated[dict, operator.or_]  # tools give back the fields they change


def build_assistant():
    """The graph: `invoke({"messages": …, "order": …})` gives both as they stand afterwards."""
    model = ChatAnthropic(model=os.environ.get("MODEL", "claude-haiku-4-5"), max_tokens=1024, temperature=0)
    model = model.bind_tools(TOOLS)

    def ask_model(state: Conversation) -> dict:
        system = SystemMessage(f"{PROMPT}\nThe order:\n{json.dumps(state['order'])}")
        return {"messages": [model.invoke([system, *state["messages"]])]}

    graph = StateGraph(Conversation)
    graph.add_node("model", ask_model)
    graph.add_node("tools", ToolNode(TOOLS))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile()
