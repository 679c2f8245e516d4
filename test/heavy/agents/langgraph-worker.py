"""A worker around LangGraph agents; the case's context names the graph, the model and the way messages are dumped."""
import json
import os
import sys
import warnings

from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.load import dumpd, dumps
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, convert_to_openai_messages, messages_to_dict
from langchain_core.tools import ToolException, tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent, tools_condition
from story_tools import issue_refund as refund
from story_tools import lookup_order as lookup

warnings.simplefilter("ignore")  # create_react_agent is deprecated, and widely used
STORY = json.loads(os.environ["STORY"])
URL = os.environ["PROVIDERS"]


@tool
def lookup_order(order_id: str) -> str:
    """Look up an order."""
    return lookup(order_id)


@tool
def issue_refund(order_id: str, amount: float) -> str:
    """Refund a part of an order."""
    try:
        return refund(order_id, amount)
    except ValueError as error:
        raise ToolException(str(error)) from error


issue_refund.handle_tool_error = True
TOOLS = [lookup_order, issue_refund]


class ScriptedModel(FakeMessagesListChatModel):
    """langchain-core's fake model, which can't bind tools by itself."""

    def bind_tools(self, tools, **_):
        return self


def scripted():
    """Answers with the steps of the story, one after the other."""
    return ScriptedModel(responses=[scripted_message(step) for turn in STORY for step in turn["steps"]])


def scripted_message(step):
    usage = step["usage"]
    read = usage["fresh"] + usage["cache_read"] + usage["cache_write"]
    return AIMessage(
        content=step["text"],
        tool_calls=[{"name": call["name"], "args": call["arguments"], "id": call["id"]} for call in step["calls"]],
        usage_metadata={
            "input_tokens": read,
            "output_tokens": usage["output"],
            "total_tokens": read + usage["output"],
            "input_token_details": {"cache_read": usage["cache_read"], "cache_creation": usage["cache_write"]},
            "output_token_details": {"reasoning": usage["reasoning"]},
        },
    )


def openai_model(**options):
    return ChatOpenAI(model="gpt-story", api_key="none", base_url=f"{URL}/v1", max_retries=0, stream_usage=True, **options)


MODELS = {
    "scripted": scripted,
    "openai chat": openai_model,
    "openai chat v1": lambda: openai_model(output_version="v1"),
    "openai responses": lambda: openai_model(use_responses_api=True, output_version="responses/v1"),
    "openai responses v1": lambda: openai_model(use_responses_api=True, output_version="v1"),
    "anthropic": lambda: ChatAnthropic(model="claude-story", api_key="none", base_url=URL, max_retries=0),
    "anthropic v1": lambda: ChatAnthropic(
        model="claude-story", api_key="none", base_url=URL, max_retries=0, output_version="v1"
    ),
}


def state_graph(model):
    """Drawn by hand: a node for the model, a ToolNode, an edge back."""
    bound = model.bind_tools(TOOLS)
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [bound.invoke(state["messages"])]})
    graph.add_node("tools", ToolNode(TOOLS))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition, ["tools", END])
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=InMemorySaver())


class StreamedLoop:
    """No graph: a loop that adds up the chunks of streamed answers."""

    def __init__(self, model):
        self.bound, self.messages = model.bind_tools(TOOLS), []

    def invoke(self, update, _):
        self.messages += [HumanMessage(text) for _, text in update["messages"]]
        while True:
            answer = None
            for chunk in self.bound.stream(self.messages):
                answer = chunk if answer is None else answer + chunk
            self.messages.append(answer)
            if not answer.tool_calls:
                return {"messages": self.messages}
            self.messages += [run_call(call) for call in answer.tool_calls]


def run_call(call) -> ToolMessage:
    return {one.name: one for one in TOOLS}[call["name"]].invoke(call)


GRAPHS = {
    "create_agent": lambda model: create_agent(model, TOOLS, checkpointer=InMemorySaver()),
    "create_react_agent": lambda model: create_react_agent(model, TOOLS, checkpointer=InMemorySaver()),
    "StateGraph": state_graph,
    "streamed loop": StreamedLoop,
}

# What people call on the messages of a graph's state to get JSON out of them.
DUMPS = {
    "model_dump": lambda messages: [message.model_dump() for message in messages],
    "model_dump mode json": lambda messages: [message.model_dump(mode="json") for message in messages],
    "dumpd": dumpd,
    "dumps": lambda messages: json.loads(dumps(messages)),
    "to_json": lambda messages: [message.to_json() for message in messages],
    "messages_to_dict": messages_to_dict,
    "convert_to_openai_messages": convert_to_openai_messages,
}


def usage_of(messages):
    """The shape of OpenAI's messages has no place for tokens: they are given beside it."""
    used = [message.usage_metadata for message in messages if isinstance(message, AIMessage)]
    return {key: sum(one[key] for one in used) for key in ("input_tokens", "output_tokens")}


graphs = {}
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        context, session = turn["context"], turn["session"] or {"thread": turn["case_id"], "told": 0}
        if turn["turn"] == 1:
            graphs[session["thread"]] = GRAPHS[context["graph"]](MODELS[context["model"]]())
        config = {"configurable": {"thread_id": session["thread"]}}
        state = graphs[session["thread"]].invoke({"messages": [("user", turn["input"])]}, config)
        messages = state["messages"]
        new = messages[session["told"] :]
        result = {
            "id": turn["id"],
            "messages": DUMPS[context["dump"]](new if context.get("only_new") else messages),
            "session": {**session, "told": len(messages)},
        }
        if context["dump"] == "convert_to_openai_messages":
            result["usage"] = usage_of(new)
        print(json.dumps(result), flush=True)
