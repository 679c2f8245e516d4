"""LangChain's models and LangGraph's agents, built without arguments but the model's name."""
import warnings

from chain_tools import TOOLS, graph, invoked, issue_refund, streamed, thread
from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.tools import tool
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent
from shop import serve

warnings.simplefilter("ignore")  # create_react_agent is deprecated, and widely used
MODEL = "story-1"

MODELS = {
    "openai": ChatOpenAI(model=MODEL),
    "responses": ChatOpenAI(model=MODEL, use_responses_api=True),
    "responses-v1": ChatOpenAI(model=MODEL, use_responses_api=True, output_version="v1"),
    "previous": ChatOpenAI(model=MODEL, use_responses_api=True, use_previous_response_id=True),
    "anthropic": ChatAnthropic(model=MODEL),
    "ollama": ChatOllama(model=MODEL),
}


def graph_streamed(name):
    agent = create_agent(MODELS[name], TOOLS, checkpointer=InMemorySaver())

    def way(conversation, text, heard):
        config = thread(conversation)
        spoken = set()
        for chunk, _ in agent.stream({"messages": [("user", text)]}, config, stream_mode="messages"):
            if chunk.type == "AIMessageChunk" and chunk.text and chunk.id not in spoken:
                spoken.add(chunk.id)
                heard()
        return agent.get_state(config).values["messages"][-1].text

    return way


def with_sub_agent(name):
    """Looking up an order is work for an agent of its own, with a thread of its own."""

    @tool
    def read_database(order_id: str) -> str:
        """Read a row of the database."""
        return f"row of {order_id}"

    reader = create_agent(MODELS[name], [read_database])

    @tool("lookup_order")
    def ask_reader(order_id: str) -> str:
        """Look up an order."""
        return reader.invoke({"messages": [("user", f"Find {order_id}.")]})["messages"][-1].text

    return graph(create_agent, MODELS[name], [ask_reader, issue_refund])


serve(
    {
        "openai-invoke": invoked(MODELS["openai"]),
        "openai-stream": streamed(MODELS["openai"]),
        "openai-responses-invoke": invoked(MODELS["responses"]),
        "openai-responses-stream": streamed(MODELS["responses"]),
        "openai-responses-v1-stream": streamed(MODELS["responses-v1"]),
        "openai-responses-previous": invoked(MODELS["previous"]),
        "anthropic-invoke": invoked(MODELS["anthropic"]),
        "anthropic-stream": streamed(MODELS["anthropic"]),
        "ollama-invoke": invoked(MODELS["ollama"]),
        "ollama-stream": streamed(MODELS["ollama"]),
        "openai-create-agent": graph(create_agent, MODELS["openai"]),
        "openai-create-react-agent": graph(create_react_agent, MODELS["openai"]),
        "openai-create-agent-stream": graph_streamed("openai"),
        "openai-responses-create-agent": graph(create_agent, MODELS["responses"]),
        "anthropic-create-agent": graph(create_agent, MODELS["anthropic"]),
        "anthropic-create-agent-stream": graph_streamed("anthropic"),
        "ollama-create-agent": graph(create_agent, MODELS["ollama"]),
        "openai-sub-agent": with_sub_agent("openai"),
        "anthropic-sub-agent": with_sub_agent("anthropic"),
        "ollama-sub-agent": with_sub_agent("ollama"),
    }
)
