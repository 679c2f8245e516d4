"""Anthropic's Messages through its Python SDK: a conversation is a list of messages with blocks."""
import functools

import anthropic
from anthropic.lib.tools import ToolError
from asking import FUNCTIONS, MODEL, in_loop, once
from shop import TOOLS, run_tool

ANTHROPIC_TOOLS = [
    {"name": one["name"], "description": one["name"], "input_schema": one["parameters"]} for one in FUNCTIONS
]
claude, async_claude = anthropic.Anthropic(), anthropic.AsyncAnthropic()


def messages(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            blocks = ask(conversation, heard)
            conversation.append({"role": "assistant", "content": blocks})
            results = [result_block(block) for block in blocks if block["type"] == "tool_use"]
            if not results:
                return "".join(block["text"] for block in blocks if block["type"] == "text")
            conversation.append({"role": "user", "content": results})

    return way


def result_block(block):
    text, failed = run_tool(block["name"], block["input"])
    return {"type": "tool_result", "tool_use_id": block["id"], "content": text, "is_error": failed}


def message_request(conversation, **more):
    return {"model": MODEL, "max_tokens": 1000, "messages": conversation, "tools": ANTHROPIC_TOOLS, **more}


KEPT = {"text": ("type", "text"), "tool_use": ("type", "id", "name", "input")}


def blocks_of(message):
    blocks = [block.to_dict() for block in message.content]
    return [{key: block[key] for key in KEPT[block["type"]]} for block in blocks]


def message_whole(conversation, heard):
    return blocks_of(claude.messages.create(**message_request(conversation)))


def message_beta(conversation, heard):
    return blocks_of(claude.beta.messages.create(**message_request(conversation, betas=["token-counting-2024-11-01"])))


def message_streamed(conversation, heard):
    listen = once(heard)
    with claude.messages.stream(**message_request(conversation)) as stream:
        for _ in stream.text_stream:
            listen()
        return blocks_of(stream.get_final_message())


async def message_async_streamed(conversation, heard):
    listen = once(heard)
    async with async_claude.messages.stream(**message_request(conversation)) as stream:
        async for _ in stream.text_stream:
            listen()
        return blocks_of(await stream.get_final_message())


def anthropic_runner(**options):
    """The SDK's own loop; by itself it leaves the keeping of the conversation to the server."""
    return lambda conversation, text, heard: run_anthropic(conversation, text, options)


def run_anthropic(conversation, text, options):
    conversation.append({"role": "user", "content": text})
    tools = [anthropic.beta_tool(told_kindly(function)) for function in TOOLS.values()]
    runner = claude.beta.messages.tool_runner(**message_request(list(conversation), tools=tools), **options)
    for message in runner:
        conversation.append({"role": "assistant", "content": blocks_of(message)})
        results = runner.generate_tool_call_response()
        if results is not None:
            conversation.append(results)
    return message.content[0].text


def told_kindly(function):
    """The runner tells the model the text of a ToolError as it is."""

    @functools.wraps(function)
    def tool(**arguments):
        text, failed = run_tool(function.__name__, arguments)
        if failed:
            raise ToolError(text)
        return text

    return tool


WAYS = {
    "anthropic-messages": messages(message_whole),
    "anthropic-beta": messages(message_beta),
    "anthropic-stream": messages(message_streamed),
    "anthropic-async-stream": messages(in_loop(message_async_streamed)),
    "anthropic-runner": anthropic_runner(),
    "anthropic-runner-without-thread": anthropic_runner(thread=False),
}
