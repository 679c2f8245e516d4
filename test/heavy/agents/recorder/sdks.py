"""The official Python SDKs and plain HTTP, each built without arguments: the environment says where models are."""
import asyncio
import functools
import http.client
import json
import os
import urllib.parse
import urllib.request

import anthropic
import ollama
import openai
import requests
from anthropic.lib.tools import ToolError
from shop import SCHEMAS, TOOLS, run_tool, serve

MODEL = "story-1"
FUNCTIONS = [{"name": name, "description": name, "parameters": schema} for name, schema in SCHEMAS.items()]
CHAT_TOOLS = [{"type": "function", "function": one} for one in FUNCTIONS]
STRICT_TOOLS = [{"type": "function", "function": {**one, "strict": True}} for one in FUNCTIONS]
RESPONSE_TOOLS = [{"type": "function", "strict": False, **one} for one in FUNCTIONS]
ANTHROPIC_TOOLS = [{"name": one["name"], "description": one["name"], "input_schema": one["parameters"]} for one in FUNCTIONS]

loop = asyncio.new_event_loop()
open_ai, async_open_ai = openai.OpenAI(), openai.AsyncOpenAI()
without_version = openai.OpenAI(base_url=os.environ["OPENAI_BASE_URL"].removesuffix("/v1"))
with_slash = openai.OpenAI(base_url=os.environ["OPENAI_API_BASE"] + "/")
ollamas_open_ai = openai.OpenAI(base_url=os.environ["OLLAMA_HOST"] + "/v1", api_key="ollama")
claude, async_claude = anthropic.Anthropic(), anthropic.AsyncAnthropic()
llama, async_llama = ollama.Client(), ollama.AsyncClient()
session = requests.Session()


def in_loop(ask):
    """A way that asks asynchronously."""
    return lambda conversation, heard: loop.run_until_complete(ask(conversation, heard))


# OpenAI's chat: a conversation is a list of messages.


def chat(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            message = ask(conversation, heard)
            conversation.append(message)
            calls = message.get("tool_calls") or []
            if not calls:
                return message["content"]
            for call in calls:
                result, _ = run_tool(call["function"]["name"], json.loads(call["function"]["arguments"]))
                conversation.append({"role": "tool", "tool_call_id": call["id"], "content": result})

    return way


def chat_request(messages, **more):
    return {"model": MODEL, "messages": messages, "tools": CHAT_TOOLS, **more}


def chat_whole(client):
    return lambda messages, heard: message_of(client.chat.completions.create(**chat_request(messages)))


def message_of(completion):
    message = completion.choices[0].message.to_dict()
    return {key: value for key, value in message.items() if key in ("role", "content", "tool_calls")}


def chat_raw(messages, heard):
    return message_of(open_ai.chat.completions.with_raw_response.create(**chat_request(messages)).parse())


def chat_parsed(messages, heard):
    message = message_of(open_ai.chat.completions.parse(**chat_request(messages, tools=STRICT_TOOLS)))
    for call in message.get("tool_calls") or []:
        call["function"].pop("parsed_arguments", None)
    return message


async def chat_async(messages, heard):
    return message_of(await async_open_ai.chat.completions.create(**chat_request(messages)))


def chat_streamed(client=open_ai, **more):
    def ask(messages, heard):
        built = Built()
        for chunk in client.chat.completions.create(**chat_request(messages, stream=True, **more)):
            built.add(chunk.to_dict(), heard)
        return built.message()

    return ask


async def chat_async_streamed(messages, heard):
    built = Built()
    async for chunk in await async_open_ai.chat.completions.create(**chat_request(messages, stream=True)):
        built.add(chunk.to_dict(), heard)
    return built.message()


def chat_helper(messages, heard):
    listen = once(heard)
    with open_ai.chat.completions.stream(**chat_request(messages)) as stream:
        for event in stream:
            if event.type == "content.delta":
                listen()
        return message_of(stream.get_final_completion())


class Built:
    """A message put together by hand from the chunks of a stream, as code does that knows every chunk has a choice."""

    def __init__(self):
        self.text, self.calls, self.listen = "", [], None

    def add(self, chunk, heard):
        self.listen = self.listen or once(heard)
        delta = chunk["choices"][0]["delta"] if chunk["choices"] else {}
        if delta.get("content"):
            self.text += delta["content"]
            self.listen()
        for part in delta.get("tool_calls") or []:
            if part["index"] == len(self.calls):
                self.calls.append({"id": part["id"], "type": "function", "function": {"name": "", "arguments": ""}})
            for key, piece in part["function"].items():
                self.calls[part["index"]]["function"][key] += piece or ""

    def message(self):
        return {"role": "assistant", "content": self.text, **({"tool_calls": self.calls} if self.calls else {})}


def once(heard):
    """Calls it the first time only."""
    told = []
    return lambda: told or (told.append(True), heard())


def embedded(conversation, text, heard):
    """Embeds what the user says before it is answered; their tokens count, and are no step."""
    used = open_ai.embeddings.create(model="embed-1", input=[text, "orders"]).usage.prompt_tokens
    return chat(chat_whole(open_ai))(conversation, text, heard), {"embedded": used}


# OpenAI's Responses: a conversation is a list of items.


def responses(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            response = ask(conversation, heard)
            conversation += [item.to_dict() for item in response.output]
            results = outputs_of(response)
            conversation += results
            if not results:
                return response.output_text

    return way


def outputs_of(response):
    calls = [item for item in response.output if item.type == "function_call"]
    return [
        {"type": "function_call_output", "call_id": call.call_id, "output": run_tool(call.name, json.loads(call.arguments))[0]}
        for call in calls
    ]


def response_request(items, **more):
    return {"model": MODEL, "input": items, "tools": RESPONSE_TOOLS, **more}


def response_whole(items, heard):
    return open_ai.responses.create(**response_request(items))


async def response_async(items, heard):
    return await async_open_ai.responses.create(**response_request(items))


def response_streamed(items, heard):
    listen = once(heard)
    for event in open_ai.responses.create(**response_request(items, stream=True)):
        if event.type == "response.output_text.delta":
            listen()
        if event.type == "response.completed":
            return event.response


def response_helper(items, heard):
    listen = once(heard)
    with open_ai.responses.stream(**response_request(items)) as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                listen()
        return stream.get_final_response()


def previous_response(conversation, text, heard):
    """The server keeps the conversation: each request holds what is new."""
    new = [{"role": "user", "content": text}]
    while True:
        previous = {"previous_response_id": conversation[-1]} if conversation else {}
        response = open_ai.responses.create(**response_request(new, **previous))
        conversation.append(response.id)
        new = outputs_of(response)
        if not new:
            return response.output_text


# Anthropic: a conversation is a list of messages with blocks.


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


async def message_async(conversation, heard):
    return blocks_of(await async_claude.messages.create(**message_request(conversation)))


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


def message_events(conversation, heard):
    """The stream's events, put together by hand."""
    blocks, listen = [], once(heard)
    for event in claude.messages.create(**message_request(conversation, stream=True)):
        if event.type == "content_block_start":
            block = event.content_block.to_dict()
            blocks.append({**{key: block[key] for key in KEPT[block["type"]]}, "json": ""})
        if event.type == "content_block_delta" and event.delta.type == "text_delta":
            blocks[event.index]["text"] += event.delta.text
            listen()
        if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            blocks[event.index]["json"] += event.delta.partial_json
    return [with_input(block) for block in blocks]


def with_input(block):
    given = block.pop("json")
    return {**block, "input": json.loads(given or "{}")} if block["type"] == "tool_use" else block


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


# Ollama: a conversation is a list of messages; calls have no ids.


def ollamas(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            message = ask(conversation, heard)
            conversation.append(message)
            calls = message.get("tool_calls") or []
            if not calls:
                return message["content"]
            for call in calls:
                result, _ = run_tool(call["function"]["name"], dict(call["function"]["arguments"]))
                conversation.append({"role": "tool", "tool_name": call["function"]["name"], "content": result})

    return way


def llama_request(conversation, **more):
    return {"model": MODEL, "messages": conversation, "tools": CHAT_TOOLS, **more}


def llama_whole(ask):
    return lambda conversation, heard: ask(**llama_request(conversation)).message.model_dump(exclude_none=True)


async def llama_async(conversation, heard):
    return (await async_llama.chat(**llama_request(conversation))).message.model_dump(exclude_none=True)


def llama_streamed(conversation, heard):
    told = Told()
    for part in llama.chat(**llama_request(conversation, stream=True)):
        told.add(part.message.model_dump(exclude_none=True), heard)
    return told.message()


async def llama_async_streamed(conversation, heard):
    told = Told()
    async for part in await async_llama.chat(**llama_request(conversation, stream=True)):
        told.add(part.message.model_dump(exclude_none=True), heard)
    return told.message()


class Told:
    """Adds up the parts of Ollama's streams."""

    def __init__(self):
        self.text, self.calls, self.listen = "", [], None

    def add(self, part, heard):
        self.listen = self.listen or once(heard)
        self.text += part.get("content") or ""
        self.calls += part.get("tool_calls") or []
        if part.get("content"):
            self.listen()

    def message(self):
        return {"role": "assistant", "content": self.text, **({"tool_calls": self.calls} if self.calls else {})}


# No SDK at all.


def post(base, path, body, headers):
    data = json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(base + path, data, {"content-type": "application/json", **headers}))


def bearer():
    return {"authorization": f"Bearer {os.environ['OPENAI_API_KEY']}"}


def plain_chat(conversation, heard):
    with post(os.environ["OPENAI_BASE_URL"], "/chat/completions", chat_request(conversation), bearer()) as answer:
        return json.load(answer)["choices"][0]["message"]


def plain_chat_streamed(conversation, heard):
    built = Built()
    body = chat_request(conversation, stream=True)
    with post(os.environ["OPENAI_BASE_URL"], "/chat/completions", body, bearer()) as answer:
        for line in answer:
            text = line.decode().strip()
            # As much code is written that knows one provider: a chunk without a choice would end it.
            if text.startswith("data: ") and text != "data: [DONE]":
                json.loads(text[6:])["choices"][0]
                built.add(json.loads(text[6:]), heard)
    return built.message()


def plain_messages(conversation, heard):
    headers = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
    with post(os.environ["ANTHROPIC_BASE_URL"], "/v1/messages", message_request(conversation), headers) as answer:
        return json.load(answer)["content"]


def plain_llama(conversation, heard):
    told = Told()
    with post(os.environ["OLLAMA_HOST"], "/api/chat", llama_request(conversation), {}) as answer:  # streams by default
        for line in answer:
            told.add(json.loads(line)["message"], heard)
    return told.message()


def requests_chat(conversation, heard):
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    return session.post(url, json=chat_request(conversation), headers=bearer()).json()["choices"][0]["message"]


connections = []


def one_connection(conversation, heard):
    """Everything over one connection that is never closed."""
    url = urllib.parse.urlsplit(os.environ["OPENAI_BASE_URL"])
    if not connections:
        connections.append(http.client.HTTPConnection(url.netloc))
    headers = {"content-type": "application/json", "accept-encoding": "gzip, br", **bearer()}
    connections[0].request("POST", url.path + "/chat/completions", json.dumps(chat_request(conversation)), headers)
    return json.load(connections[0].getresponse())["choices"][0]["message"]


serve(
    {
        "openai-chat": chat(chat_whole(open_ai)),
        "openai-chat-raw-response": chat(chat_raw),
        "openai-chat-parse": chat(chat_parsed),
        "openai-chat-async": chat(in_loop(chat_async)),
        "openai-chat-stream": chat(chat_streamed()),
        "openai-chat-stream-with-usage": chat(chat_streamed(stream_options={"include_usage": True})),
        "openai-chat-stream-helper": chat(chat_helper),
        "openai-chat-async-stream": chat(in_loop(chat_async_streamed)),
        "openai-chat-base-without-v1": chat(chat_whole(without_version)),
        "openai-chat-base-with-slash": chat(chat_streamed(with_slash)),
        "openai-embeddings": embedded,
        "openai-responses": responses(response_whole),
        "openai-responses-async": responses(in_loop(response_async)),
        "openai-responses-stream": responses(response_streamed),
        "openai-responses-stream-helper": responses(response_helper),
        "openai-responses-previous": previous_response,
        "anthropic-messages": messages(message_whole),
        "anthropic-async": messages(in_loop(message_async)),
        "anthropic-beta": messages(message_beta),
        "anthropic-stream": messages(message_streamed),
        "anthropic-async-stream": messages(in_loop(message_async_streamed)),
        "anthropic-stream-events": messages(message_events),
        "anthropic-runner": anthropic_runner(),
        "anthropic-runner-without-thread": anthropic_runner(thread=False),
        "ollama-chat": ollamas(llama_whole(llama.chat)),
        "ollama-module": ollamas(llama_whole(ollama.chat)),
        "ollama-async": ollamas(in_loop(llama_async)),
        "ollama-stream": ollamas(llama_streamed),
        "ollama-async-stream": ollamas(in_loop(llama_async_streamed)),
        "ollama-as-openai": chat(chat_whole(ollamas_open_ai)),
        "ollama-as-openai-stream": chat(chat_streamed(ollamas_open_ai)),
        "http-chat": chat(plain_chat),
        "http-chat-stream": chat(plain_chat_streamed),
        "http-messages": messages(plain_messages),
        "http-ollama-stream": ollamas(plain_llama),
        "http-requests": chat(requests_chat),
        "http-one-connection": chat(one_connection),
    }
)
