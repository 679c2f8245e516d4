"""LangChain's models and LangGraph's agents, built without arguments but the model's name."""
import asyncio
import warnings

from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage
from langchain_core.tools import ToolException, tool
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent
from shop import issue_refund as refund
from shop import lookup_order as lookup
from shop import serve

warnings.simplefilter("ignore")  # create_react_agent is deprecated, and widely used
MODEL = "story-1"
event_loop = asyncio.new_event_loop()


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
        raise ToolException(f"Error: {error}") from error


issue_refund.handle_tool_error = True
TOOLS = [lookup_order, issue_refund]

MODELS = {
    "openai": ChatOpenAI(model=MODEL),
    "responses": ChatOpenAI(model=MODEL, use_responses_api=True),
    "responses-v1": ChatOpenAI(model=MODEL, use_responses_api=True, output_version="v1"),
    "previous": ChatOpenAI(model=MODEL, use_responses_api=True, use_previous_response_id=True),
    "anthropic": ChatAnthropic(model=MODEL),
    "ollama": ChatOllama(model=MODEL),
}


def own_loop(ask):
    """No graph: a loop around a model that knows its tools."""

    def of(name):
        bound = MODELS[name].bind_tools(TOOLS)

        def way(conversation, text, heard):
            conversation.append(HumanMessage(text))
            while True:
                answer = ask(bound, conversation, heard)
                conversation.append(answer)
                if not answer.tool_calls:
                    return answer.text
                conversation += [{one.name: one for one in TOOLS}[call["name"]].invoke(call) for call in answer.tool_calls]

        return way

    return of


def streamed(bound, conversation, heard):
    answer, told = None, False
    for chunk in bound.stream(conversation):
        answer = chunk if answer is None else answer + chunk
        if chunk.text and not told:
            told = True
            heard()
    return answer


def streamed_async(bound, conversation, heard):
    async def ask():
        answer, told = None, False
        async for chunk in bound.astream(conversation):
            answer = chunk if answer is None else answer + chunk
            if chunk.text and not told:
                told = True
                heard()
        return answer

    return event_loop.run_until_complete(ask())


invoke = own_loop(lambda bound, conversation, heard: bound.invoke(conversation))
ainvoke = own_loop(lambda bound, conversation, heard: event_loop.run_until_complete(bound.ainvoke(conversation)))
stream = own_loop(streamed)
astream = own_loop(streamed_async)


def graph(make, name, tools=TOOLS):
    agent = make(MODELS[name], tools, checkpointer=InMemorySaver())

    def way(conversation, text, heard):
        return agent.invoke({"messages": [("user", text)]}, thread(conversation))["messages"][-1].text

    return way


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


def thread(conversation):
    """The graph remembers; a conversation is the name of its thread."""
    return {"configurable": {"thread_id": str(id(conversation))}}


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

    return graph(create_agent, name, [ask_reader, issue_refund])


serve(
    {
        "openai-invoke": invoke("openai"),
        "openai-ainvoke": ainvoke("openai"),
        "openai-stream": stream("openai"),
        "openai-astream": astream("openai"),
        "openai-responses-invoke": invoke("responses"),
        "openai-responses-stream": stream("responses"),
        "openai-responses-v1-stream": stream("responses-v1"),
        "openai-responses-previous": invoke("previous"),
        "anthropic-invoke": invoke("anthropic"),
        "anthropic-stream": stream("anthropic"),
        "anthropic-astream": astream("anthropic"),
        "ollama-invoke": invoke("ollama"),
        "ollama-stream": stream("ollama"),
        "openai-create-agent": graph(create_agent, "openai"),
        "openai-create-react-agent": graph(create_react_agent, "openai"),
        "openai-create-agent-stream": graph_streamed("openai"),
        "openai-responses-create-agent": graph(create_agent, "responses"),
        "anthropic-create-agent": graph(create_agent, "anthropic"),
        "anthropic-create-agent-stream": graph_streamed("anthropic"),
        "ollama-create-agent": graph(create_agent, "ollama"),
        "openai-sub-agent": with_sub_agent("openai"),
        "anthropic-sub-agent": with_sub_agent("anthropic"),
        "ollama-sub-agent": with_sub_agent("ollama"),
    }
)
