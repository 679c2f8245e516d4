"""A weather and stock assistant: a LangGraph graph that goes back and forth between an OpenAI model and its tools."""
import os
from pathlib import Path

from langchain_core.messages import SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from tools import TOOLS

PROMPT = SystemMessage(Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"))


def build_assistant():
    """The graph. It remembers a conversation by its `thread_id`."""
    model = ChatOpenAI(model=os.environ.get("MODEL", "gpt-5.4-mini"), temperature=0, streaming=True).bind_tools(TOOLS)
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [model.invoke([PROMPT, *state["messages"]])]})
    graph.add_node("tools", ToolNode(TOOLS))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=InMemorySaver())
