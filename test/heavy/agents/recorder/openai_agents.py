"""OpenAI's Agents SDK: its own loop, with the conversation in a session that OpenAI keeps, or in the items that it returns."""
import functools
import inspect

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIConversationsSession,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from asking import MODEL, loop, once
from openai import AsyncOpenAI
from shop import issue_refund, lookup_order, run_tool, serve

set_tracing_disabled(True)


def told_plainly(function):
    """The SDK tells the model a function's failure in a sentence of its own; this one says it as the other ways do."""

    signature = inspect.signature(function)

    @functools.wraps(function)
    def tool(*given):
        return run_tool(function.__name__, signature.bind(*given).arguments)[0]

    return function_tool(tool)


TOOLS = [told_plainly(lookup_order), told_plainly(issue_refund)]


def agent(model=MODEL):
    return Agent(name="shop", model=model, tools=TOOLS)


def in_session(play):
    def way(conversation, text, heard):
        if not conversation:
            conversation.append(OpenAIConversationsSession())
        return loop.run_until_complete(play(agent(), text, conversation[0], heard))

    return way


async def whole(shop, text, session, heard):
    return (await Runner.run(shop, text, session=session)).final_output


async def streamed(shop, text, session, heard):
    result = Runner.run_streamed(shop, text, session=session)
    async for event in result.stream_events():
        if event.type != "raw_response_event":
            continue
        if event.data.type == "response.created":
            listen = once(heard)
        if event.data.type == "response.output_text.delta":
            listen()
    return result.final_output


def in_items(model):
    def way(conversation, text, heard):
        given = [*conversation, {"role": "user", "content": text}]
        result = loop.run_until_complete(Runner.run(agent(model), given))
        conversation[:] = result.to_input_list()
        return result.final_output

    return way


serve(
    {
        "agents-session": in_session(whole),
        "agents-session-stream": in_session(streamed),
        "agents-items": in_items(MODEL),
        "agents-chat": in_items(OpenAIChatCompletionsModel(model=MODEL, openai_client=AsyncOpenAI())),
    }
)
