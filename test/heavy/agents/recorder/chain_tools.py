"""The shop's tools for LangChain, and the loops around a model that both of its suites play."""
from asking import once
from langchain_core.messages import HumanMessage
from langchain_core.tools import ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from shop import issue_refund as refund
from shop import lookup_order as lookup


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


def own_loop(model, ask):
    """No graph: a loop around a model that knows its tools."""
    bound = model.bind_tools(TOOLS)

    def way(conversation, text, heard):
        conversation.append(HumanMessage(text))
        while True:
            answer = ask(bound, conversation, once(heard))
            conversation.append(answer)
            if not answer.tool_calls:
                return answer.text
            conversation += [{one.name: one for one in TOOLS}[call["name"]].invoke(call) for call in answer.tool_calls]

    return way


def invoked(model):
    return own_loop(model, lambda bound, conversation, listen: bound.invoke(conversation))


def streamed(model):
    def ask(bound, conversation, listen):
        answer = None
        for chunk in bound.stream(conversation):
            answer = chunk if answer is None else answer + chunk
            if chunk.text:
                listen()
        return answer

    return own_loop(model, ask)


def graph(make, model, tools=TOOLS):
    agent = make(model, tools, checkpointer=InMemorySaver())

    def way(conversation, text, heard):
        return agent.invoke({"messages": [("user", text)]}, thread(conversation))["messages"][-1].text

    return way


def thread(conversation):
    """The graph remembers; a conversation is the name of its thread."""
    return {"configurable": {"thread_id": str(id(conversation))}}
